/** A material by name. */
export interface NamedMaterial {
  readonly name: string;
  /** Young's modulus [Pa], Poisson's ratio, density [kg/m³]. */
  readonly young: number;
  readonly poisson: number;
  readonly density: number;
  /** Where the numbers come from. */
  readonly source: string;
  readonly color: string;
}

/** Nothing thins by a half when pulled here: 0.49 stands for what keeps its volume. Soft matter varies, by tens of percent at least. */
export const MATERIALS: readonly NamedMaterial[] = [
  {
    name: 'Jelly',
    young: 1e4,
    poisson: 0.45,
    density: 1020,
    source:
      'Gelatine gel of 5 to 8 %: 5 to 20 kPa (Hall et al. 1997, phantom materials for elastography)',
    color: '#d9534f',
  },
  {
    name: 'Fat',
    young: 3.3e3,
    poisson: 0.48,
    density: 920,
    source: 'Adipose tissue: 3.25 kPa (Samani et al. 2007, elastic moduli of breast tissues)',
    color: '#e8c66a',
  },
  {
    name: 'Liver',
    young: 6e3,
    poisson: 0.47,
    density: 1060,
    source: 'Healthy liver in elastography: 4 to 7 kPa',
    color: '#8e3b32',
  },
  {
    name: 'Flesh',
    young: 2.5e4,
    poisson: 0.47,
    density: 1060,
    source: 'Relaxed muscle across its fibres: 10 to 60 kPa (Fung 1993, Biomechanics)',
    color: '#c96a5b',
  },
  {
    name: 'Skin',
    young: 4.2e5,
    poisson: 0.48,
    density: 1100,
    source: 'In vivo by torsion: 0.42 MPa in the young, 0.85 MPa in the old (Agache et al. 1980)',
    color: '#e3b08e',
  },
  {
    name: 'Foam',
    young: 6e4,
    poisson: 0.3,
    density: 30,
    source: 'Flexible polyurethane of 30 kg/m³ (Gibson & Ashby 1997, Cellular Solids)',
    color: '#e9dfb8',
  },
  {
    name: 'Silicone',
    young: 7e4,
    poisson: 0.49,
    density: 1070,
    source: 'Very soft casting silicone (Shore 00-30): 69 kPa at 100 % strain, makers’ data sheets',
    color: '#9fc3d9',
  },
  {
    name: 'Rubber',
    young: 1.5e6,
    poisson: 0.49,
    density: 930,
    source: 'Natural rubber: 1 to 2 MPa (Ashby 2011, Materials Selection)',
    color: '#4a4a50',
  },
  {
    name: 'Cork',
    young: 2e7,
    poisson: 0.05,
    density: 170,
    source: 'About 20 MPa, hardly thins when pulled (Gibson & Ashby 1997)',
    color: '#b98a56',
  },
  {
    name: 'Wood',
    young: 1e10,
    poisson: 0.35,
    density: 500,
    source: 'Pine along the grain: 9 to 12 GPa (USDA Wood Handbook); across it 20 times softer',
    color: '#a8703f',
  },
];

/** The material with these numbers, if one has a name. */
export function nameOfMaterial(young: unknown, poisson: unknown, density: unknown): string | null {
  const found = MATERIALS.find(
    (one) => one.young === young && one.poisson === poisson && one.density === density,
  );
  return found?.name ?? null;
}
