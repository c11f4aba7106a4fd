import { mulQuat, quatFromMat3 } from '../../math/quat.ts';
import type { History } from '../body.ts';

/** Parts of a body's state under a rigid motion of the whole body, given as a 3×4 map. */

/** x = pose·x, shape [n, 3]. */
export function movePlaces(x: Float64Array, n: number, pose: Float64Array): void {
  turnVectors(x, n, pose, 1);
  for (let i = 0; i < n; i++) for (let c = 0; c < 3; c++) x[3 * i + c] += pose[4 * c + 3];
}

/** v = keep · R v, shape [n, 3]. */
export function turnVectors(v: Float64Array, n: number, pose: Float64Array, keep: number): void {
  for (let k = 0; k < 3 * n; k += 3) turnTriple(v, k, 1, pose, keep);
}

/** M = keep · R M, where M has three rows of `columns` numbers; shape [n, 3, columns]. */
export function turnRows(
  M: Float64Array,
  n: number,
  columns: number,
  pose: Float64Array,
  keep: number,
): void {
  for (let i = 0; i < n; i++)
    for (let p = 0; p < columns; p++) turnTriple(M, 3 * columns * i + p, columns, pose, keep);
}

/** The history of a body that is moved with its velocities goes along; without them it ends. */
export function carryPast(history: History, pose: Float64Array, keep: number): void {
  if (keep === 1) history.move(pose);
  else history.forget();
}

/** q = (rotation of pose) ⊗ q, quaternions of shape [n, 4]; those that are not known yet (zero) stay so. */
export function turnQuats(q: Float64Array, n: number, pose: Float64Array): void {
  const turn = turnOf(pose);
  for (let i = 0; i < n; i++) mulQuat(q, 4 * i, turn, 0, q, 4 * i);
}

/** The rotation of a 3×4 rigid map as a quaternion. Allocates. */
export function turnOf(pose: Float64Array): Float64Array {
  const R = new Float64Array(9);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) R[3 * r + c] = pose[4 * r + c];
  const turn = new Float64Array(4);
  quatFromMat3(turn, 0, R, 0);
  return turn;
}

/** Turns three numbers that lie `stride` apart. */
function turnTriple(
  v: Float64Array,
  at: number,
  stride: number,
  pose: Float64Array,
  keep: number,
): void {
  const x = keep * v[at];
  const y = keep * v[at + stride];
  const z = keep * v[at + 2 * stride];
  v[at] = pose[0] * x + pose[1] * y + pose[2] * z;
  v[at + stride] = pose[4] * x + pose[5] * y + pose[6] * z;
  v[at + 2 * stride] = pose[8] * x + pose[9] * y + pose[10] * z;
}
