import type { SceneInput } from 'pliant';
import { boxMesh, sixVolumes, type TetMesh } from '../cantilever.ts';

/** Numbers shared by all engines and scenes, in SI units; gravity acts along −y. */
export const MATTER = {
  poisson: 0.3,
  density: 1000,
  /** Force −damping·m·v [1/s]. */
  damping: 1,
  friction: 0.5,
  gravity: -9.81,
  dt: 1 / 60,
} as const;

/** A half-space that bodies stay out of: normal·x ≥ offset. */
export interface Plane {
  readonly normal: [number, number, number];
  readonly offset: number;
}

/** Equal soft bodies and the planes they fall on. */
export interface PeerScene {
  readonly title: string;
  /** One body about its centre. */
  readonly mesh: TetMesh;
  readonly shape: NonNullable<NonNullable<SceneInput['bodies']>[number]['shape']>;
  /** Longest side of a body and edge of a cell of its mesh [m]. */
  readonly size: number;
  readonly cell: number;
  /** Young's modulus [Pa]. */
  readonly young: number;
  /** Centres at the start, three numbers a body. */
  readonly centres: Float64Array;
  readonly planes: readonly Plane[];
  /** Height of bodies on top of each other [m], 0 if they do not stand. */
  readonly tall: number;
}

/**
 * Two columns of four cubes of 343 nodes, each dropped a little above the next. A column of height L stands under its
 * own weight if L³ < 7.8 E I / (ρ g A): 1.92 m needs 4.6e5 Pa.
 */
export function columns(): PeerScene {
  const [cells, cell, high, gap] = [6, 0.08, 4, 0.02];
  const edge = cells * cell;
  const centres: number[] = [];
  for (let c = 0; c < 2; c++) {
    for (let i = 0; i < high; i++) {
      // Every other cube stands a little aside, so that nodes do not stand on nodes.
      const aside = 0.03 * edge * (i % 2);
      centres.push(2 * edge * c + aside, gap + edge / 2 + (edge + gap) * i, 0.5 * aside);
    }
  }
  return {
    title: '8 cubes of 0.48 m in two columns',
    mesh: boxMesh([cells, cells, cells], cell, MATTER.density),
    shape: { type: 'box', size: [edge, edge, edge] },
    size: edge,
    cell,
    young: 1e6,
    centres: Float64Array.from(centres),
    planes: [{ normal: [0, 1, 0], offset: 0 }],
    tall: high * edge,
  };
}

/** Twelve balls of 125 nodes in three layers fall into a bowl of five planes. */
export function bowl(): PeerScene {
  const [cells, radius] = [4, 0.15];
  const cell = (2 * radius) / cells;
  const centres: number[] = [];
  for (let i = 0; i < 12; i++) {
    const layer = Math.floor(i / 4);
    const angle = ((i % 4) * Math.PI) / 2 + 0.4 * layer;
    centres.push(0.23 * Math.cos(angle), 0.4 + 0.34 * layer, 0.23 * Math.sin(angle));
  }
  const wall = (x: number, z: number): Plane => ({
    normal: [x * Math.SQRT1_2, Math.SQRT1_2, z * Math.SQRT1_2],
    offset: -0.25 * Math.SQRT1_2,
  });
  return {
    title: '12 balls of 0.3 m in a bowl of planes',
    mesh: round(boxMesh([cells, cells, cells], cell, MATTER.density)),
    shape: { type: 'sphere', radius },
    size: 2 * radius,
    cell,
    young: 1e5,
    centres: Float64Array.from(centres),
    planes: [{ normal: [0, 1, 0], offset: 0 }, wall(1, 0), wall(-1, 0), wall(0, 1), wall(0, -1)],
    tall: 0,
  };
}

/** Moves the nodes of a cube about its centre so that it is a ball, and weighs them again. */
function round(mesh: TetMesh): TetMesh {
  const { positions: x, tets, masses } = mesh;
  for (let i = 0; i < x.length; i += 3) {
    const square = Math.max(Math.abs(x[i]), Math.abs(x[i + 1]), Math.abs(x[i + 2]));
    const part = square / (Math.hypot(x[i], x[i + 1], x[i + 2]) || 1);
    for (let c = 0; c < 3; c++) x[i + c] *= part;
  }
  masses.fill(0);
  for (let t = 0; t < tets.length; t += 4) {
    const corners = tets.subarray(t, t + 4);
    for (const corner of corners) masses[corner] += (MATTER.density * sixVolumes(x, corners)) / 24;
  }
  return mesh;
}

/** Positions of all nodes at the start, body after body. */
export function startPositions({ mesh, centres }: PeerScene): Float64Array {
  const n = mesh.positions.length;
  const x = new Float64Array((centres.length / 3) * n);
  for (let k = 0; k < x.length; k++)
    x[k] = mesh.positions[k % n] + centres[3 * Math.floor(k / n) + (k % 3)];
  return x;
}
