import type { Sdf, TetMesh } from '../../geometry/types.ts';
import type { FieldFill } from '../../materials/fields.ts';
import { FAR, fourPoints, NEAR } from '../shared/four-points.ts';
import { type TetSamples, tetSamples } from '../shared/tet-samples.ts';
import { forUncovered } from '../shared/uncovered.ts';
import { MANY, OUTSIDE } from './numbers.ts';

/** What the material does in each ten-node element. */
export interface Integrated {
  /**
   * Barycentric coordinates of the four integration points, coordinate i of point q at (i, q); shape [elements, 4, 4].
   */
  readonly points: Float64Array;
  /** Factor on the moduli, as if it filled the whole element; shape [elements]. */
  readonly factors: Float64Array;
  /** Part of the element that the body fills, shape [elements]. */
  readonly filled: Float64Array;
}

/** Factors in one element that differ by less than this part are one. */
const SAME = 1e-9;

/**
 * Integrates a stiffness field over ten-node elements, and only over what of them is inside the body: a sample in the
 * middle would miss a sheet that is thinner than an element, and a mesh that is larger than its shape would be too
 * stiff. `distance` is that of every vertex from the shape [m], negative inside, null where the mesh is the shape;
 * `cell` the size of an element [m]; `outside` is what lies outside the mesh.
 */
export function integrateElements(
  table: Int32Array,
  positions: Float64Array,
  stiffness: FieldFill,
  distance: Float64Array | null,
  cell: number,
  outside: Outside | null = null,
): Integrated {
  const n = table.length / 16;
  const out = {
    points: new Float64Array(16 * n),
    factors: new Float64Array(n),
    filled: new Float64Array(n).fill(1),
  };
  const levels = n > MANY ? 1 : 2;
  const coarse = tetSamples(levels);
  const fine = tetSamples(levels + 1);
  const m = new Float64Array(16);
  const places = new Float64Array(3 * fine.count);
  const values = new Float64Array(fine.count);
  for (let e = 0; e < n; e++) {
    const crossed = distance !== null && reachesOut(table, distance, e);
    let samples = coarse;
    fill(values, places, table, positions, stiffness, samples, e);
    const varies = differs(values, samples.count);
    if (!crossed && !varies) {
      for (let i = 0; i < 4; i++)
        for (let q = 0; q < 4; q++) out.points[16 * e + 4 * i + q] = i === q ? NEAR : FAR;
      out.factors[e] = values[0];
      continue;
    }
    samples = fine;
    fill(values, places, table, positions, stiffness, samples, e);
    m.fill(0);
    let inside = 0;
    for (let s = 0; s < samples.count; s++) {
      const part = crossed
        ? insidePart(samples, s, table, distance!, e, cell / (1 << (levels + 1)))
        : 1;
      inside += part / samples.count;
      const weight = Math.max(part, OUTSIDE) * values[s];
      for (let k = 0; k < 16; k++) m[k] += weight * samples.moments[16 * s + k];
    }
    if (outside !== null) inside += addOutside(m, outside, e, values, samples.count);
    out.factors[e] = fourPoints(out.points, 16 * e, m);
    out.filled[e] = Math.max(inside, OUTSIDE);
  }
  return out;
}

/** Points outside the mesh by element: barycentric coordinates and volume in parts of the element's. */
export interface Outside {
  /** Where an element's points begin, shape [elements + 1]; and five numbers a point. */
  readonly start: Int32Array;
  readonly points: Float64Array;
}

/** What lies outside a mesh, by the element below it. */
export function outsideOf(mesh: TetMesh, shape: Sdf): Outside {
  const start = new Int32Array(mesh.tets.length / 4 + 1);
  const points: number[] = [];
  forUncovered(mesh, shape, (t, lambda, part) => {
    points.push(lambda[0], lambda[1], lambda[2], lambda[3], part);
    start[t + 1]++;
  });
  for (let t = 1; t < start.length; t++) start[t] += start[t - 1];
  return { start, points: Float64Array.from(points) };
}

/** Adds the moments of what lies outside the mesh beside an element; it is as stiff as the element in the mean. */
function addOutside(
  m: Float64Array,
  { start, points }: Outside,
  e: number,
  values: Float64Array,
  count: number,
): number {
  let stiffness = 0;
  for (let s = 0; s < count; s++) stiffness += values[s] / count;
  let parts = 0;
  for (let p = 5 * start[e]; p < 5 * start[e + 1]; p += 5) {
    parts += points[p + 4];
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 4; j++)
        m[4 * i + j] += stiffness * points[p + 4] * points[p + i] * points[p + j];
  }
  return parts;
}

function reachesOut(table: Int32Array, distance: Float64Array, e: number): boolean {
  for (let i = 16 * e; i < 16 * e + 16; i++) if (distance[table[i]] > 0) return true;
  return false;
}

function differs(values: Float64Array, count: number): boolean {
  for (let s = 1; s < count; s++)
    if (Math.abs(values[s] - values[0]) > SAME * values[0]) return true;
  return false;
}

/** The field at the middles of an element's parts. */
function fill(
  values: Float64Array,
  places: Float64Array,
  table: Int32Array,
  positions: Float64Array,
  stiffness: FieldFill,
  { count, middles }: TetSamples,
  e: number,
): void {
  places.fill(0);
  for (let s = 0; s < count; s++) {
    for (let k = 0; k < 4; k++) {
      const v = 3 * table[16 * e + 5 * k];
      for (let c = 0; c < 3; c++) places[3 * s + c] += middles[4 * s + k] * positions[v + c];
    }
  }
  stiffness(places, count, values);
}

/** How much of a part is inside, from the distances of the ten vertices between which it goes on quadratically. */
function insidePart(
  { middles }: TetSamples,
  s: number,
  table: Int32Array,
  distance: Float64Array,
  e: number,
  width: number,
): number {
  let d = 0;
  for (let k = 0; k < 4; k++) {
    const l = middles[4 * s + k];
    d += l * (2 * l - 1) * distance[table[16 * e + 5 * k]];
    for (let i = k + 1; i < 4; i++)
      d += 4 * l * middles[4 * s + i] * distance[table[16 * e + 4 * k + i]];
  }
  return Math.min(1, Math.max(0, 0.5 - d / width));
}
