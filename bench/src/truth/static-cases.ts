import type { Bar, Field } from './bar.ts';
import { angle, iSection, round, type Section, tube, turned } from './section.ts';

/** A bar that comes to rest, and what is read then. */
export interface StaticCase {
  readonly id: string;
  readonly family: string;
  readonly bar: Bar;
  /** `drop`: how far the probe came along the load; `energy`: of the whole bar, elastic. */
  readonly read: 'drop' | 'energy';
  /** Slowest frequency [rad/s], roughly: the damping and the time it takes are chosen by it. */
  readonly omega: number;
  readonly octree: number | null;
  /** 0.05, or 0.08 where that is allowed (nearly incompressible, sandwiches). */
  readonly limit: number;
  /** Frames have another limit where the bar is long. */
  readonly framesLimit: number;
}

const G = 9.81;
const RHO = 1000;

/** Tip of a cantilever under its own weight by beam theory with shear [m]. */
export function timoshenkoTip({ length, side, young, poisson, density }: Bar): number {
  const bending = (12 * density * G * length ** 4) / (8 * young * side ** 2);
  const shear = (density * G * length ** 2) / (2 * (5 / 6) * (young / (2 * (1 + poisson))));
  return bending + shear;
}

/** A cantilever under its own weight that sags by about a tenth of its length. */
function cantilever(ratio: number, poisson: number, part = 0.1): Bar {
  const side = 0.1;
  const length = ratio * side;
  const base: Bar = {
    length,
    side,
    young: 1,
    poisson: 0.3,
    density: RHO,
    gravity: [0, -G, 0],
    probe: [length, 0, 0],
  };
  const young = Number((timoshenkoTip(base) / (part * length)).toPrecision(2));
  return { ...base, young, poisson };
}

const omegaOf = (sag: number): number => Math.sqrt((1.55 * G) / sag);

const beams: StaticCase[] = [2.5, 5, 10, 20].flatMap((ratio) =>
  [0, 0.3, 0.45, 0.49].map((poisson) => {
    const loose = poisson > 0.45 ? 0.08 : 0.05;
    return {
      id: `${ratio}:1, ν ${poisson}`,
      family: 'beams',
      bar: cantilever(ratio, poisson),
      read: 'drop' as const,
      omega: omegaOf(0.01 * ratio),
      octree: 0.15,
      limit: loose,
      framesLimit: ratio > 10 ? 0.08 : loose,
    };
  }),
);

const elastica: StaticCase = {
  id: '20:1, drop of half its length',
  family: 'elastica',
  bar: cantilever(20, 0.3, 0.65),
  read: 'drop',
  omega: omegaOf(1),
  octree: 0.15,
  limit: 0.05,
  framesLimit: 0.08,
};

function twoEnds(length: number, side: number, poisson: number, turn: number, shift: number): Bar {
  return {
    length,
    side,
    young: 1e6,
    poisson,
    density: RHO,
    gravity: [0, 0, 0],
    end: { turn, shift },
    probe: [length / 2, side / 2, 0],
  };
}

const torsion: StaticCase[] = [
  { ratio: 2.5, poisson: 0.3 },
  { ratio: 5, poisson: 0.3 },
  { ratio: 5, poisson: 0.45 },
].map(({ ratio, poisson }) => ({
  id: `${ratio}:1, ν ${poisson}, 10°`,
  family: 'torsion',
  bar: twoEnds(0.1 * ratio, 0.1, poisson, 10, 0),
  read: 'energy' as const,
  omega: 20,
  octree: 0.15,
  limit: 0.05,
  framesLimit: 0.05,
}));

const pressed: StaticCase[] = [0.3, 0.45].map((poisson) => ({
  id: `pressed by a tenth, ν ${poisson}`,
  family: 'pressed',
  bar: twoEnds(0.2, 0.2, poisson, 0, -0.02),
  read: 'energy' as const,
  omega: 20,
  octree: 0.15,
  limit: 0.05,
  framesLimit: 0.05,
}));

/** Stiff skins of a fifth of the thickness around a soft core. */
function skins(side: number, factor: number): Field {
  const edge = 0.3 * side;
  return {
    scene: () => ({
      type: 'regions',
      base: factor,
      regions: [{ shape: { type: 'box', size: [100, 2 * edge, 100] }, value: 1 }],
    }),
    at: (_x, y) => (Math.abs(y) < edge ? 1 : factor),
    cuts: { y: [-edge, edge] },
  };
}

/** The far half is `factor` times as stiff as the near one. */
function halves(length: number, factor: number): Field {
  return {
    scene: (centre) => ({
      type: 'regions',
      base: 1,
      regions: [
        {
          shape: {
            type: 'box',
            size: [100, 100, 100],
            position: [50 + length / 2 - centre, 0, 0],
          },
          value: factor,
        },
      ],
    }),
    at: (x) => (x > length / 2 ? factor : 1),
    cuts: { x: [length / 2] },
  };
}

const varied: StaticCase[] = [
  { id: 'sandwich 10:1', field: skins(0.1, 10), young: 2e6, cell: 0.02, limit: 0.08 },
  { id: 'sandwich 100:1', field: skins(0.1, 100), young: 3.5e5, cell: 0.02, limit: 0.08 },
  { id: 'far half 10 times stiffer', field: halves(1, 10), young: 1.4e7, limit: 0.05 },
  { id: 'far half 10 times softer', field: halves(1, 0.1), young: 2.2e7, limit: 0.05 },
].map(({ id, field, young, cell, limit }) => ({
  id,
  family: 'materials',
  bar: { ...cantilever(10, 0.3), young, field, cell },
  read: 'drop' as const,
  omega: omegaOf(0.1),
  octree: 0.15,
  limit,
  framesLimit: 0.08,
}));

/** It hangs along gravity and stretches by a twentieth. */
const hanging: StaticCase[] = [0.3, 0.45].map((poisson) => ({
  id: `10:1, ν ${poisson}`,
  family: 'hanging',
  bar: { ...cantilever(10, poisson), young: 1e5, gravity: [G, 0, 0] as const },
  read: 'drop' as const,
  omega: 15,
  octree: 0.03,
  limit: 0.05,
  framesLimit: 0.05,
}));

/** A cantilever of another section that sags by about a twentieth of its length. `gyration`: its radius about z [m]. */
function profile(
  section: Section,
  { side, gyration, length, poisson = 0.3, follow = [0, 0] }: ProfileSizes,
): Bar {
  const weight = RHO * G * length ** 3;
  const young = Number((weight / (8 * gyration ** 2 * 0.05)).toPrecision(2));
  const probe = [length, ...follow] as const;
  return { length, side, section, young, poisson, density: RHO, gravity: [0, -G, 0], probe };
}

interface ProfileSizes {
  readonly side: number;
  readonly gyration: number;
  readonly length: number;
  readonly poisson?: number;
  /** Where in the last section the place that is followed lies [m]. */
  readonly follow?: readonly [number, number];
}

const rod: Bar = { ...twoEnds(0.5, 0.1, 0.3, 10, 0), section: round(0.05), probe: [0.25, 0, 0] };

const profiles: StaticCase[] = [
  { id: 'rod 5:1', bar: profile(round(0.05), { side: 0.1, gyration: 0.025, length: 0.5 }) },
  {
    id: 'rod 12:1, ν 0.45',
    bar: profile(round(0.05), { side: 0.1, gyration: 0.025, length: 1.2, poisson: 0.45 }),
  },
  {
    id: 'tapered rod 8:1',
    bar: profile(round(0.05, 0.025, 0.8), { side: 0.1, gyration: 0.025, length: 0.8 }),
  },
  {
    id: 'tube 8:1',
    bar: {
      ...profile(tube(0.05, 0.02), { side: 0.1, gyration: 0.029, length: 0.8, follow: [0.05, 0] }),
      cell: 0.02,
    },
  },
  {
    id: 'square on its edge 8:1',
    bar: profile(turned(0.1, 0.1, 45), { side: 0.1, gyration: 0.029, length: 0.8 }),
  },
  {
    id: 'square turned by 20°, 15:1',
    bar: profile(turned(0.1, 0.1, 20), { side: 0.1, gyration: 0.029, length: 1.5 }),
  },
  {
    id: 'plank 12:1',
    bar: profile(turned(0.05, 0.2, 0), { side: 0.05, gyration: 0.0144, length: 0.6 }),
  },
  {
    id: 'I-section 8:1',
    bar: {
      ...profile(iSection(0.1, 0.08, 0.02), { side: 0.1, gyration: 0.036, length: 0.8 }),
      cell: 0.02,
    },
  },
  {
    id: 'angle 8:1',
    bar: {
      ...profile(angle(0.1, 0.03), {
        side: 0.1,
        gyration: 0.03,
        length: 0.8,
        follow: [-0.05, -0.05],
      }),
      cell: 0.03,
    },
  },
].map(({ id, bar }) => ({
  id,
  family: 'profiles',
  bar,
  read: 'drop' as const,
  omega: omegaOf(0.05 * bar.length),
  octree: 0.15,
  limit: 0.05,
  framesLimit: bar.length > 1 ? 0.08 : 0.05,
}));

const twistedRod: StaticCase = {
  id: 'rod 5:1 turned by 10° (energy)',
  family: 'profiles',
  bar: rod,
  read: 'energy',
  omega: 20,
  octree: 0.15,
  limit: 0.05,
  framesLimit: 0.05,
};

export const STATIC_CASES: readonly StaticCase[] = [
  ...beams,
  ...torsion,
  elastica,
  ...pressed,
  ...varied,
  ...hanging,
  ...profiles,
  twistedRod,
];

/** The number of `REFERENCE` that belongs to a case. */
export const keyOf = ({ family, id }: StaticCase): string => `${family}/${id}`;
