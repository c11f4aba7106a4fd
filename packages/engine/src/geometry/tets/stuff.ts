import { check, InputError } from '../../core/errors.ts';
import { short } from '../bounds.ts';
import { largestComponent, noteDropped } from '../disjoint-sets.ts';
import type { Sdf, TetMesh } from '../types.ts';
import { compactTets, tetComponents, tetVolumes } from './mesh.ts';
import { alignLattice } from './stuff/align.ts';
import { clipTet } from './stuff/clip.ts';
import { type Cuts, cutOn, findCuts } from './stuff/cuts.ts';
import { forTets, type Lattice, latticePoint, sampleLattice } from './stuff/lattice.ts';
import { warpLattice } from './stuff/warp.ts';

export interface StuffOptions {
  /** Grows the shape before filling it [m]. About 0.1 cells puts the true surface inside the mesh. */
  grow?: number;
  /** 'largest' drops all pieces but the one with the most tets. */
  keep?: 'all' | 'largest';
  /** Where planes of vertices should lie, by axis [m]: the ends of what is held. */
  planes?: readonly (readonly number[])[];
  /** What was asked for where that is not `cell` [m]: a refusal speaks of it. */
  asked?: number;
}

export const STUFF_DEFAULTS: Readonly<Required<Omit<StuffOptions, 'asked' | 'planes'>>> = {
  grow: 0,
  keep: 'all',
};

/**
 * Fills a shape with tets of good shape by isosurface stuffing (Labelle and Shewchuk 2007): a body-centred cubic
 * lattice with cubes of edge `cell` [m], points near the surface moved onto it, tets that cross it cut. About 12 tets
 * per cell³ of volume. Sharp edges are cut off at the scale of a cell; parts thinner than a cell may be lost.
 */
export function stuffTets(sdf: Sdf, cell: number, options: StuffOptions = {}): TetMesh {
  const { grow, keep, planes } = { ...STUFF_DEFAULTS, ...options };
  check(
    cell > 0 && Number.isFinite(cell),
    () => `must be a positive length in metres, got ${cell}. Take a tenth of the size.`,
    'cell',
  );
  check(
    Number.isFinite(grow),
    () => `must be a finite length in metres, got ${grow}. Take 0 for none.`,
    'grow',
  );
  const aligned = planes ? alignLattice(sdf, cell, grow, planes) : null;
  const shape = aligned?.sdf ?? sdf;
  const lattice = sampleLattice(shape, cell, grow);
  const cuts = findCuts(lattice, shape, grow);
  const target = warpLattice(lattice, cuts);
  const tets = cutTets(lattice, cuts);
  refuseNothing(tets.length, sdf, cell, options.asked ?? cell);
  const whole: TetMesh = { positions: placePoints(lattice, cuts, target, tets), tets };
  aligned?.restore(whole.positions);
  makePositive(whole);
  if (keep === 'all') return compactTets(whole).mesh;
  const pieces = tetComponents(whole);
  const best = largestComponent(pieces);
  const sizes = new Float64Array(pieces.count);
  tetVolumes(whole).forEach((volume, t) => {
    sizes[pieces.label[t]] += volume;
  });
  noteDropped(sizes, (piece) => piece === best);
  return compactTets(
    whole,
    Uint8Array.from(pieces.label, (l) => (l === best ? 1 : 0)),
  ).mesh;
}

function refuseNothing(tets: number, sdf: Sdf, cell: number, asked: number): void {
  if (tets > 0) return;
  const b = sdf.bounds;
  const size = [0, 1, 2].map((d) => b[d + 3] - b[d]);
  const thin = Math.min(...size);
  const hint =
    thin > 0
      ? ` Try ${short((asked / cell) * Math.min(cell / 2, thin / 2))}.`
      : ' Give it a thickness.';
  throw new InputError(
    `must be smaller for a shape of ${size.map(short).join(' × ')} m, got ${short(asked)}, with which it slips between the lattice points and vanishes.${hint}`,
    'cell',
  );
}

/** Tets of the cut lattice; cut points are numbered after all lattice points. */
function cutTets(lattice: Lattice, cuts: Cuts): Int32Array {
  const { values } = lattice;
  const out: number[] = [];
  const corner = new Int32Array(4);
  const cut = (a: number, b: number): number => values.length + cutOn(cuts, a, b);
  const emit = (a: number, b: number, c: number, d: number): void => {
    out.push(a, b, c, d);
  };
  forTets(lattice, (a, b, c, d) => {
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    corner[3] = d;
    let inside = 0;
    let outside = 0;
    // Inside first, outside last; a stable order among equals is not needed.
    for (let i = 0; i < 4 - outside; ) {
      const v = corner[i];
      if (values[v] < 0) {
        corner[i] = corner[inside];
        corner[inside++] = v;
        i++;
      } else if (values[v] > 0) {
        outside++;
        corner[i] = corner[4 - outside];
        corner[4 - outside] = v;
      } else i++;
    }
    clipTet(corner, inside, 4 - inside - outside, cut, emit);
  });
  return Int32Array.from(out);
}

/** Places of lattice points (moved ones at their cuts), then of cuts. Only those in use are filled in. */
function placePoints(
  lattice: Lattice,
  cuts: Cuts,
  target: Int32Array,
  tets: Int32Array,
): Float64Array {
  const n = lattice.values.length;
  const positions = new Float64Array(3 * n + cuts.positions.length);
  positions.set(cuts.positions, 3 * n);
  for (const v of tets) {
    if (v >= n) continue;
    if (target[v] < 0) latticePoint(positions, 3 * v, lattice, v);
    else for (let d = 0; d < 3; d++) positions[3 * v + d] = cuts.positions[3 * target[v] + d];
  }
  return positions;
}

/** Exchanges two corners of each tet that came out turned over. */
function makePositive(mesh: TetMesh): void {
  const { tets } = mesh;
  const volumes = tetVolumes(mesh);
  for (let t = 0; t < volumes.length; t++) {
    if (volumes[t] >= 0) continue;
    const c = tets[4 * t + 2];
    tets[4 * t + 2] = tets[4 * t + 3];
    tets[4 * t + 3] = c;
  }
}
