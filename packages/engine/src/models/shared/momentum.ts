import { findTurn } from '../../math/turn.ts';
import { MEASURE } from '../views.ts';

export { findTurn, WHOLE } from '../../math/turn.ts';

/**
 * Rigid corrections of the velocities u, shape [n, 3], after which Σ d u = Σ b and Σ x × d u = Σ x × b: elastic forces
 * cannot change a free body's momentum, so this corrects the errors of the solver and of the linearisation. d: diagonal
 * of A without stiffness [kg], shape [n].
 */
export function correctMomentum(
  u: Float64Array,
  x: Float64Array,
  d: Float64Array,
  b: Float64Array,
  n: number,
  whole: Float64Array,
): void {
  let weight = 0;
  for (let i = 0; i < n; i++) weight += d[i];
  whole.fill(0);
  for (let c = 0; c < 3; c++) {
    let missing = 0;
    for (let i = 0; i < n; i++) {
      whole[c] += (d[i] * x[3 * i + c]) / weight;
      missing += b[3 * i + c] - d[i] * u[3 * i + c];
    }
    missing /= weight;
    for (let i = 0; i < n; i++) u[3 * i + c] += missing;
  }
  for (let i = 0; i < n; i++) {
    const rx = x[3 * i] - whole[0];
    const ry = x[3 * i + 1] - whole[1];
    const rz = x[3 * i + 2] - whole[2];
    const m = d[i];
    const fx = b[3 * i] - m * u[3 * i];
    const fy = b[3 * i + 1] - m * u[3 * i + 1];
    const fz = b[3 * i + 2] - m * u[3 * i + 2];
    whole[3] += ry * fz - rz * fy;
    whole[4] += rz * fx - rx * fz;
    whole[5] += rx * fy - ry * fx;
    whole[6] += m * (ry * ry + rz * rz);
    whole[7] -= m * rx * ry;
    whole[8] -= m * rx * rz;
    whole[9] += m * (rx * rx + rz * rz);
    whole[10] -= m * ry * rz;
    whole[11] += m * (rx * rx + ry * ry);
  }
  if (findTurn(whole)) addTurn(u, x, n, whole);
}

/**
 * out = momentum of velocities u, shape [n, 3], of masses m at x, angular momentum about their centre, and that centre;
 * nine numbers.
 */
export function findMomenta(
  out: Float64Array,
  u: Float64Array,
  x: Float64Array,
  m: Float64Array,
  n: number,
  whole: Float64Array,
): void {
  out.fill(0, 0, 6);
  findCentre(whole, x, m, n);
  for (let c = 0; c < 3; c++) out[6 + c] = whole[c];
  for (let k = 0; k < 3 * n; k += 3) {
    const px = m[k / 3] * u[k];
    const py = m[k / 3] * u[k + 1];
    const pz = m[k / 3] * u[k + 2];
    const rx = x[k] - whole[0];
    const ry = x[k + 1] - whole[1];
    const rz = x[k + 2] - whole[2];
    out[0] += px;
    out[1] += py;
    out[2] += pz;
    out[3] += ry * pz - rz * py;
    out[4] += rz * px - rx * pz;
    out[5] += rx * py - ry * px;
  }
}

/** u += the rigid motion with these momenta (the first six numbers of `findMomenta`). */
export function addMomenta(
  u: Float64Array,
  momenta: Float64Array,
  x: Float64Array,
  m: Float64Array,
  n: number,
  whole: Float64Array,
): void {
  findCentre(whole, x, m, n);
  for (let k = 0; k < 3 * n; k += 3) {
    const rx = x[k] - whole[0];
    const ry = x[k + 1] - whole[1];
    const rz = x[k + 2] - whole[2];
    addInertia(whole, m[k / 3], rx, ry, rz);
  }
  let weight = 0;
  for (let i = 0; i < n; i++) weight += m[i];
  for (let c = 0; c < 3; c++) {
    whole[3 + c] = momenta[3 + c];
    for (let i = 0; i < n; i++) u[3 * i + c] += momenta[c] / weight;
  }
  if (findTurn(whole)) addTurn(u, x, n, whole);
}

function findCentre(whole: Float64Array, x: Float64Array, m: Float64Array, n: number): void {
  whole.fill(0);
  let weight = 0;
  for (let i = 0; i < n; i++) weight += m[i];
  for (let c = 0; c < 3; c++)
    for (let i = 0; i < n; i++) whole[c] += (m[i] * x[3 * i + c]) / weight;
}

function addInertia(whole: Float64Array, m: number, x: number, y: number, z: number): void {
  whole[6] += m * (y * y + z * z);
  whole[7] -= m * x * y;
  whole[8] -= m * x * z;
  whole[9] += m * (x * x + z * z);
  whole[10] -= m * y * z;
  whole[11] += m * (x * x + y * y);
}

/** The measured inertia of n masses m at x, shape [n, 3], about the measured centre. */
export function measureInertia(
  out: Float64Array,
  x: Float64Array,
  m: Float64Array,
  n: number,
): void {
  const I = MEASURE.inertia;
  for (let i = 0; i < n; i++) {
    const rx = x[3 * i] - out[MEASURE.centre];
    const ry = x[3 * i + 1] - out[MEASURE.centre + 1];
    const rz = x[3 * i + 2] - out[MEASURE.centre + 2];
    out[I] += m[i] * (ry * ry + rz * rz);
    out[I + 1] -= m[i] * rx * ry;
    out[I + 2] -= m[i] * rx * rz;
    out[I + 3] += m[i] * (rx * rx + rz * rz);
    out[I + 4] -= m[i] * ry * rz;
    out[I + 5] += m[i] * (rx * rx + ry * ry);
  }
}

/**
 * The same of columns y of maps with masses' moments w = M y, shape [n, 3] in strides: what a mass matrix makes of
 * places.
 */
export function addInertiaOf(
  out: Float64Array,
  y: Float64Array,
  w: Float64Array,
  at: number,
  stride: number,
): void {
  const I = MEASURE.inertia;
  const xx = y[at] * w[at];
  const yy = y[at + stride] * w[at + stride];
  const zz = y[at + 2 * stride] * w[at + 2 * stride];
  out[I] += yy + zz;
  out[I + 1] -= y[at] * w[at + stride];
  out[I + 2] -= y[at] * w[at + 2 * stride];
  out[I + 3] += xx + zz;
  out[I + 4] -= y[at + stride] * w[at + 2 * stride];
  out[I + 5] += xx + yy;
}

/** u += the turn of `whole` about its centre. */
function addTurn(u: Float64Array, x: Float64Array, n: number, whole: Float64Array): void {
  for (let i = 0; i < n; i++) {
    const rx = x[3 * i] - whole[0];
    const ry = x[3 * i + 1] - whole[1];
    const rz = x[3 * i + 2] - whole[2];
    u[3 * i] += whole[4] * rz - whole[5] * ry;
    u[3 * i + 1] += whole[5] * rx - whole[3] * rz;
    u[3 * i + 2] += whole[3] * ry - whole[4] * rx;
  }
}

/** Velocities u, shape [n, 3], of masses m become their mean and `part` of their differences from it. */
export function limitMotion(u: Float64Array, m: Float64Array, n: number, part: number): void {
  let total = 0;
  for (let i = 0; i < n; i++) total += m[i];
  for (let c = 0; c < 3; c++) {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += (m[i] * u[3 * i + c]) / total;
    for (let i = 0; i < n; i++) u[3 * i + c] = mean + part * (u[3 * i + c] - mean);
  }
}
