import { symmetricEigen } from './align.ts';

/**
 * M = U·diag(s)·Vᵀ as two nodes say it: the outer one turns by `outer` and stretches by `scale`, the inner one turns by
 * `inner` = Vᵀ.
 */
export interface TwoTurns {
  readonly outer: [number, number, number, number];
  readonly scale: [number, number, number];
  readonly inner: [number, number, number, number];
}

/** The 24 ways to turn a cube onto itself: which axis goes where, with which sign. */
const TURNS = cubeTurns();

/**
 * A 3×3 matrix (row-major, at M[o], rows `stride` apart) as a turn, a stretch along axes, a turn. Of the 24 ways to
 * name the axes the one nearest to the last is taken, so that what viewers blend between two frames is near to both.
 */
export function twoTurns(
  M: Float64Array,
  o: number,
  stride: number,
  last: TwoTurns | null,
): TwoTurns {
  const S = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 3; k++) S[3 * i + j] += M[o + k * stride + i] * M[o + k * stride + j];
  const { vectors } = symmetricEigen(S, 3);
  if (determinant(vectors) < 0) for (let i = 0; i < 3; i++) vectors[3 * i + 2] *= -1;
  const near = last?.inner ?? [0, 0, 0, 1];
  const inner = inHemisphere(quaternion(nearestNames(vectors, matrixOf(near))), near);
  const V = matrixOf(inner);
  const { U, scale } = stretches(M, o, stride, V);
  return { outer: inHemisphere(quaternion(U), last?.outer ?? [0, 0, 0, 1]), scale, inner };
}

/**
 * Vᵀ with its rows, the axes, renamed to be nearest to a turn N: the trace of Vᵀ Nᵀ grows with the cosine of the angle
 * between them.
 */
function nearestNames(vectors: Float64Array, N: Float64Array): Float64Array {
  const along = new Float64Array(9);
  for (let r = 0; r < 3; r++)
    for (let a = 0; a < 3; a++)
      for (let c = 0; c < 3; c++) along[3 * r + a] += N[3 * r + c] * vectors[3 * c + a];
  let best = TURNS[0];
  let most = Number.NEGATIVE_INFINITY;
  for (const turn of TURNS) {
    let trace = 0;
    for (let r = 0; r < 3; r++) trace += turn.sign[r] * along[3 * r + turn.axis[r]];
    if (trace <= most) continue;
    most = trace;
    best = turn;
  }
  const { sign, axis } = best;
  return along.map(
    (_, i) => sign[Math.floor(i / 3)] * vectors[3 * (i % 3) + axis[Math.floor(i / 3)]],
  );
}

/**
 * M·V = U·diag(s): columns of it have the length of the stretch; U is a turn, a mirror goes into the last stretch. `Vt`
 * is Vᵀ.
 */
function stretches(M: Float64Array, o: number, stride: number, Vt: Float64Array) {
  const U = new Float64Array(9);
  const scale: [number, number, number] = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++)
      for (let k = 0; k < 3; k++) U[3 * r + c] += M[o + r * stride + k] * Vt[3 * c + k];
    scale[c] = Math.sqrt(U[c] ** 2 + U[3 + c] ** 2 + U[6 + c] ** 2);
  }
  // The weakest axis is the cross product of the others: it may have no length of its own.
  const weak = scale.indexOf(Math.min(...scale));
  const [a, b] = [(weak + 1) % 3, (weak + 2) % 3];
  for (const c of [a, b]) for (let r = 0; r < 3; r++) U[3 * r + c] /= scale[c] > 0 ? scale[c] : 1;
  const cross = [0, 1, 2].map((r) => {
    const [p, q] = [3 * ((r + 1) % 3), 3 * ((r + 2) % 3)];
    return U[p + a] * U[q + b] - U[q + a] * U[p + b];
  });
  let along = 0;
  for (let r = 0; r < 3; r++) along += U[3 * r + weak] * cross[r];
  if (along < 0) scale[weak] = -scale[weak];
  for (let r = 0; r < 3; r++) U[3 * r + weak] = cross[r];
  return { U, scale };
}

function inHemisphere(
  q: [number, number, number, number],
  near: readonly number[],
): [number, number, number, number] {
  const sign = q.reduce((sum, x, i) => sum + x * near[i], 0) < 0 ? -1 : 1;
  return [sign * q[0], sign * q[1], sign * q[2], sign * q[3]];
}

function cubeTurns(): { axis: number[]; sign: number[] }[] {
  const out: { axis: number[]; sign: number[] }[] = [];
  for (const axis of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ]) {
    const odd = axis[(axis.indexOf(0) + 1) % 3] !== 1;
    for (let bits = 0; bits < 8; bits++) {
      const sign = [0, 1, 2].map((k) => ((bits >> k) & 1 ? -1 : 1));
      if (sign[0] * sign[1] * sign[2] === (odd ? -1 : 1)) out.push({ axis, sign });
    }
  }
  return out;
}

function determinant(m: Float64Array): number {
  return (
    m[0] * (m[4] * m[8] - m[5] * m[7]) -
    m[1] * (m[3] * m[8] - m[5] * m[6]) +
    m[2] * (m[3] * m[7] - m[4] * m[6])
  );
}

/** Quaternion x, y, z, w of a rotation matrix, row-major. */
function quaternion(m: Float64Array): [number, number, number, number] {
  const trace = m[0] + m[4] + m[8];
  let q: [number, number, number, number];
  if (trace > 0) q = [m[7] - m[5], m[2] - m[6], m[3] - m[1], 1 + trace];
  else if (m[0] > m[4] && m[0] > m[8])
    q = [1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6], m[7] - m[5]];
  else if (m[4] > m[8]) q = [m[1] + m[3], 1 - m[0] + m[4] - m[8], m[5] + m[7], m[2] - m[6]];
  else q = [m[2] + m[6], m[5] + m[7], 1 - m[0] - m[4] + m[8], m[3] - m[1]];
  const size = Math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2);
  return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}

function matrixOf([a, b, c, w]: readonly number[]): Float64Array {
  return Float64Array.of(
    ...[1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)],
    ...[2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)],
    ...[2 * (a * c - w * b), 2 * (b * c + w * a), 1 - 2 * (a * a + b * b)],
  );
}
