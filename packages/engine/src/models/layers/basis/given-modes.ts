import { check } from '../../../core/errors.ts';
import { cholesky, choleskySolve, ldlt, ldltSolve } from '../../../math/dense.ts';
import { DEPENDENT, SAME_NODE } from '../numbers.ts';
import type { HexPatch } from './hex.ts';
import { lumpedMass, type Modes } from './modes.ts';

/** Mode vectors of the user: points [m], shape [n, 3], and their displacements in each mode, shape [modes][n, 3]. */
export interface GivenModes {
  readonly places: Float64Array;
  readonly shapes: readonly Float64Array[];
}

/** Slopes of a fit whose places lie in a plane or on a line are held to zero across it. */
const FLAT = 1e-12;

/**
 * Modes on a patch's nodes from displacements at other points: a linear fit round each node, in which near places count
 * most, so that what is given at a node arrives there and affine motions arrive exactly. Nodes on the border stay.
 * Scaled as computed modes are.
 */
export function givenModes(patch: HexPatch, given: GivenModes, path: string): Modes {
  const n = given.places.length / 3;
  const size = 3 * (patch.places.length / 3);
  const { shapes } = given;
  const fitted = new Float64Array(shapes.length * size);
  shapes.forEach((shape, m) => {
    check(
      shape.length === 3 * n,
      () => `has ${shape.length / 3} displacements for ${n} places. Give one for each place.`,
      `${path}.shapes[${m}]`,
    );
  });
  const weights = new Float64Array(n);
  for (let i = 0; i < size / 3; i++) {
    if (patch.border[i] === 1) continue;
    fitWeights(weights, given.places, patch, i);
    shapes.forEach((shape, m) => {
      for (let j = 0; j < n; j++)
        for (let c = 0; c < 3; c++) fitted[m * size + 3 * i + c] += weights[j] * shape[3 * j + c];
    });
  }
  const mass = lumpedMass(patch, 1);
  checkIndependent(fitted, shapes.length, mass, path);
  const total = mass.reduce((sum, w) => sum + w, 0);
  for (let m = 0; m < shapes.length; m++) {
    const scale = Math.sqrt(total / energy(fitted, m, m, mass));
    for (let i = m * size; i < (m + 1) * size; i++) fitted[i] *= scale;
  }
  return { count: shapes.length, shapes: fitted, squares: new Float64Array(shapes.length) };
}

/**
 * weights = what each place counts for node i: the value there of the linear function that fits best, near places
 * first.
 */
function fitWeights(weights: Float64Array, places: Float64Array, patch: HexPatch, i: number): void {
  const n = weights.length;
  const span = patch.edge.map((e, d) => e * patch.dims[d]);
  const length = Math.max(...span);
  const A = new Float64Array(16);
  const b = new Float64Array(4);
  let sum = 0;
  for (let j = 0; j < n; j++) {
    b[0] = 1;
    let square = (SAME_NODE * length) ** 2;
    for (let d = 0; d < 3; d++) {
      b[d + 1] = (places[3 * j + d] - patch.places[3 * i + d]) / length;
      square += (places[3 * j + d] - patch.places[3 * i + d]) ** 2;
    }
    weights[j] = 1 / (square * square);
    sum += weights[j];
    for (let p = 0; p < 4; p++)
      for (let q = 0; q < 4; q++) A[4 * p + q] += weights[j] * b[p] * b[q];
  }
  for (let c = 0; c < 16; c++) A[c] /= sum;
  for (let p = 1; p < 4; p++) A[5 * p] += FLAT;
  cholesky(A, 4);
  // Value of the fit at the node itself: the first row of A⁻¹.
  const row = Float64Array.of(1, 0, 0, 0);
  choleskySolve(row, A, 4);
  for (let j = 0; j < n; j++) {
    let value = row[0];
    for (let d = 0; d < 3; d++)
      value += (row[d + 1] * (places[3 * j + d] - patch.places[3 * i + d])) / length;
    weights[j] *= value / sum;
  }
}

function energy(shapes: Float64Array, a: number, b: number, mass: Float64Array): number {
  const n = 3 * mass.length;
  let sum = 0;
  for (let i = 0; i < n; i++)
    sum += mass[Math.floor(i / 3)] * shapes[a * n + i] * shapes[b * n + i];
  return sum;
}

/** A mode that is nothing, or made of others, would leave its unknown without mass. */
function checkIndependent(
  shapes: Float64Array,
  count: number,
  mass: Float64Array,
  path: string,
): void {
  const left = shapes.slice();
  const n = 3 * mass.length;
  for (let a = 0; a < count; a++) {
    const whole = energy(shapes, a, a, mass);
    for (let b = 0; b < a; b++) {
      const own = energy(left, b, b, mass);
      const part = energy(left, a, b, mass) / own;
      for (let i = 0; i < n; i++) left[a * n + i] -= part * left[b * n + i];
    }
    check(
      energy(left, a, a, mass) > DEPENDENT * whole,
      () =>
        whole > 0
          ? 'is made of the modes before it. Leave it out.'
          : 'moves nothing of the patch. Leave it out, or enlarge the region.',
      `${path}.shapes[${a}]`,
    );
  }
}

/**
 * Given modes as they are when the body is held at some nodes: each less the rigid motion that it has there, which a
 * coarser layer can do as well, and what is left at the nodes taken out.
 */
export function stillAt({ count, shapes }: Modes, places: Float64Array, nodes: Int32Array): void {
  const n = places.length;
  for (let m = 0; m < count; m++) {
    const shape = shapes.subarray(m * n, m * n + n);
    const motion = rigidFit(shape, places, nodes);
    for (let i = 0; i < n; i += 3) {
      const [x, y, z] = places.subarray(i, i + 3);
      const [a, b, c, u, v, w] = motion;
      shape[i] -= a + v * z - w * y;
      shape[i + 1] -= b + w * x - u * z;
      shape[i + 2] -= c + u * y - v * x;
    }
    for (const i of nodes) shape.fill(0, 3 * i, 3 * i + 3);
  }
}

/** The rigid motion, linear and turning about the origin, nearest to a displacement at some nodes. */
function rigidFit(shape: Float64Array, places: Float64Array, nodes: Int32Array): Float64Array {
  const A = new Float64Array(36);
  const out = new Float64Array(6);
  if (nodes.length === 0) return out;
  for (const i of nodes) {
    const [x, y, z] = places.subarray(3 * i, 3 * i + 3);
    const rows = [
      [1, 0, 0, 0, z, -y],
      [0, 1, 0, -z, 0, x],
      [0, 0, 1, y, -x, 0],
    ];
    rows.forEach((row, c) => {
      for (let a = 0; a < 6; a++) {
        out[a] += row[a] * shape[3 * i + c];
        for (let b = 0; b < 6; b++) A[6 * a + b] += row[a] * row[b];
      }
    });
  }
  // A row of nodes, or a single one, says nothing about some turns.
  ldlt(A, 6, 1e-9);
  ldltSolve(out, A, 6);
  return out;
}
