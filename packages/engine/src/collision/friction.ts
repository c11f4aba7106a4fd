/**
 * The contact problem of one body in its contact impulses alone: find p with
 *
 *   n·w ≥ bias, p_n ≥ 0, one of them exactly;  |p_t| ≤ μ p_n, and where it slides p_t opposes w_t,   w = w0 + W (p − p0)
 *
 * by Gauss–Seidel over the rows, each projected onto Coulomb's cone (a disc of radius μ p_n).
 */
export interface FrictionProblem {
  /** Rows. */
  count: number;
  /** Unit normals, shape [rows, 3]. */
  readonly normal: Float64Array;
  /** Velocity asked for along the normal [m/s], and friction coefficient, shape [rows] each. */
  readonly bias: Float64Array;
  readonly friction: Float64Array;
  /** Velocity of each row's point per impulse on each row's point [1/kg], shape [3·rows, 3·rows], row stride `stride`. */
  readonly W: Float64Array;
  stride: number;
  /** Impulses [N s], shape [rows, 3]: the start, and the answer. */
  readonly impulse: Float64Array;
  /** Velocities that belong to the impulses [m/s], shape [rows, 3]: kept up to date. */
  readonly velocity: Float64Array;
  /** Largest change of a row's own velocity in the running sweep [m/s], one number: a returned one would be garbage. */
  readonly worst: Float64Array;
}

/**
 * Sweeps until no row changes its velocity by more than `tolerance` [m/s], or `sweeps` times. Gives the number of sweeps.
 */
export function solveFriction(problem: FrictionProblem, tolerance: number, sweeps: number): number {
  for (let s = 1; s <= sweeps; s++) {
    problem.worst[0] = 0;
    for (let r = 0; r < problem.count; r++) relaxRow(problem, r);
    if (problem.worst[0] <= tolerance) return s;
  }
  return sweeps;
}

/** Solves one row with the others held. */
function relaxRow(problem: FrictionProblem, r: number): void {
  const { normal, bias, friction, W, stride, impulse, velocity } = problem;
  const k = 3 * r;
  const nx = normal[k];
  const ny = normal[k + 1];
  const nz = normal[k + 2];
  const a = k * stride + k;
  const b = a + stride;
  const c = b + stride;
  const wx = W[a] * nx + W[a + 1] * ny + W[a + 2] * nz;
  const wy = W[b] * nx + W[b + 1] * ny + W[b + 2] * nz;
  const wz = W[c] * nx + W[c + 1] * ny + W[c + 2] * nz;
  const along = nx * wx + ny * wy + nz * wz;
  // Across the normal one number stands for a 2×2 block: its trace is never below its larger eigenvalue.
  const across = W[a] + W[b + 1] + W[c + 2] - along;
  if (!(along > 0 && across > 0)) return;

  const vx = velocity[k];
  const vy = velocity[k + 1];
  const vz = velocity[k + 2];
  const vn = nx * vx + ny * vy + nz * vz;
  const px = impulse[k];
  const py = impulse[k + 1];
  const pz = impulse[k + 2];
  const pn = nx * px + ny * py + nz * pz;
  const push = Math.max(0, pn + (bias[r] - vn) / along);
  // What the change of the push does to the sliding velocity is taken into account at once.
  const d = push - pn;
  const sx = vx + d * wx;
  const sy = vy + d * wy;
  const sz = vz + d * wz;
  const sn = nx * sx + ny * sy + nz * sz;
  let tx = px - pn * nx - (sx - sn * nx) / across;
  let ty = py - pn * ny - (sy - sn * ny) / across;
  let tz = pz - pn * nz - (sz - sn * nz) / across;
  const most = friction[r] * push;
  const t2 = tx * tx + ty * ty + tz * tz;
  if (t2 > most * most) {
    const cut = most / Math.sqrt(t2);
    tx *= cut;
    ty *= cut;
    tz *= cut;
  }
  const dx = push * nx + tx - px;
  const dy = push * ny + ty - py;
  const dz = push * nz + tz - pz;
  if (dx === 0 && dy === 0 && dz === 0) return;
  impulse[k] = px + dx;
  impulse[k + 1] = py + dy;
  impulse[k + 2] = pz + dz;
  // W is symmetric: row k of it is column k.
  const n = 3 * problem.count;
  for (let j = 0; j < n; j++)
    velocity[j] += W[a - k + j] * dx + W[b - k + j] * dy + W[c - k + j] * dz;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  problem.worst[0] = Math.max(problem.worst[0], length * Math.max(along, across));
}
