/** Made by `npm run bench -- truth-reference`; do not edit. */
export interface ReferenceNumber {
  readonly value: number;
  /** The same on a coarser mesh. */
  readonly coarser: number;
  /** How it was found. */
  readonly by: string;
}

/** What is right, by `family/case`, in SI units. */
export const REFERENCE: Readonly<Record<string, ReferenceNumber>> = {
  'buckling/column 10:1 under its own weight': {
    value: 19.64174,
    coarser: 19.66437,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'ringing/2 Hz': {
    value: 1.999681,
    coarser: 2.003209,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'ringing/5 Hz': {
    value: 4.999203,
    coarser: 5.008022,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'rope/hanging rope': {
    value: 0.6180995,
    coarser: 0.6181013,
    by: 'Hermite beam under tension, elements, 60 and 30',
  },
  'beams/10:1, ν 0': {
    value: 0.09813592,
    coarser: 0.09808701,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'beams/10:1, ν 0.3': {
    value: 0.09749623,
    coarser: 0.09735671,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'beams/10:1, ν 0.45': {
    value: 0.09637654,
    coarser: 0.09609323,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'beams/20:1, ν 0': {
    value: 0.1951011,
    coarser: 0.1950722,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'beams/20:1, ν 0.3': {
    value: 0.1943388,
    coarser: 0.19422,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'elastica/20:1, drop of half its length': {
    value: 1.020946,
    coarser: 1.020237,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'materials/sandwich 10:1': {
    value: 0.09577674,
    coarser: 0.09573197,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'materials/sandwich 100:1': {
    value: 0.08230826,
    coarser: 0.08221842,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'materials/far half 10 times stiffer': {
    value: 0.09824843,
    coarser: 0.09806442,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'materials/far half 10 times softer': {
    value: 0.1042972,
    coarser: 0.1040704,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'hanging/10:1, ν 0.3': {
    value: 0.04874933,
    coarser: 0.04873201,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'beams/2.5:1, ν 0': {
    value: 0.02385025,
    coarser: 0.02383526,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/2.5:1, ν 0.3': {
    value: 0.02394051,
    coarser: 0.02390998,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/5:1, ν 0': {
    value: 0.04958858,
    coarser: 0.04957841,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/5:1, ν 0.3': {
    value: 0.04921365,
    coarser: 0.04918772,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/2.5:1, ν 0.45': {
    value: 0.02336276,
    coarser: 0.0233113,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/2.5:1, ν 0.49': {
    value: 0.02310733,
    coarser: 0.0230452,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/5:1, ν 0.45': {
    value: 0.0482957,
    coarser: 0.04824731,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/5:1, ν 0.49': {
    value: 0.04793304,
    coarser: 0.04787348,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/10:1, ν 0.49': {
    value: 0.09604548,
    coarser: 0.09599218,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'pressed/pressed by a tenth, ν 0.3': {
    value: 42.27812,
    coarser: 42.311,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'pressed/pressed by a tenth, ν 0.45': {
    value: 45.88928,
    coarser: 46.01291,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/20:1, ν 0.45': {
    value: 0.1932223,
    coarser: 0.1931826,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'beams/20:1, ν 0.49': {
    value: 0.192798,
    coarser: 0.1927475,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'torsion/2.5:1, ν 0.3, 10°': {
    value: 0.3338348,
    coarser: 0.3342008,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'hanging/10:1, ν 0.45': {
    value: 0.04828025,
    coarser: 0.04827463,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'torsion/5:1, ν 0.3, 10°': {
    value: 0.165818,
    coarser: 0.1659758,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'torsion/5:1, ν 0.45, 10°': {
    value: 0.1487983,
    coarser: 0.1489471,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'profiles/square on its edge 8:1': {
    value: 0.04029308,
    coarser: 0.0402208,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'profiles/square turned by 20°, 15:1': {
    value: 0.07574539,
    coarser: 0.07568873,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'profiles/angle 8:1': {
    value: 0.05905672,
    coarser: 0.05898948,
    by: '27-node hexahedra, elements across, 4 and 2',
  },
  'profiles/rod 5:1': {
    value: 0.02533217,
    coarser: 0.02532034,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'profiles/rod 12:1, ν 0.45': {
    value: 0.05909532,
    coarser: 0.05906927,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'profiles/tapered rod 8:1': {
    value: 0.02684188,
    coarser: 0.02683794,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'profiles/tube 8:1': {
    value: 0.04006238,
    coarser: 0.04005877,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'profiles/plank 12:1': {
    value: 0.0286522,
    coarser: 0.02864745,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'profiles/I-section 8:1': {
    value: 0.04251237,
    coarser: 0.04249221,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
  'profiles/rod 5:1 turned by 10° (energy)': {
    value: 0.1150122,
    coarser: 0.1149885,
    by: '27-node hexahedra, elements across, 6 and 4',
  },
};
