import { atan2Into } from '../../../math/elementary.ts';

/**
 * A thin shell whose vertices are mass points: triangles resist stretching (Green strain, plane stress), hinges between
 * them resist bending, E = ½ k (θ − θ₀)². Both act on embedded positions, so every layer feels them.
 */
export interface ShellData {
  /** Mass points of each triangle, shape [triangles, 3]; inverse of its rest edges, 2×2; rest area · thickness [m³]. */
  readonly triangles: Int32Array;
  readonly inverse: Float64Array;
  readonly volume: Float64Array;
  /**
   * Mass points of each hinge, shape [hinges, 4]: the edge's ends, then the two opposite corners; angle at rest;
   * stiffness [J].
   */
  readonly hinges: Int32Array;
  readonly angle: Float64Array;
  readonly stiffness: Float64Array;
  /** Plane stress moduli [Pa]: E/(1−ν²) and ν. */
  readonly young: number;
  readonly poisson: number;
  /** Damping by stiffness [s]. */
  readonly beta: number;
}

/** What products with the stiffness need, from the last evaluation. */
export interface ShellState {
  readonly data: ShellData;
  /** ∂(E11, E22, 2E12)/∂x, shape [triangles, 3, 9]; how much of the stress pulls, a 3×3 matrix over corners [N/m]. */
  readonly strain: Float64Array;
  readonly tension: Float64Array;
  /** ∂θ/∂x, shape [hinges, 4, 3]. */
  readonly turn: Float64Array;
}

export function createShellState(data: ShellData): ShellState {
  return {
    data,
    strain: new Float64Array(9 * data.triangles.length),
    tension: new Float64Array(3 * data.triangles.length),
    turn: new Float64Array(3 * data.hinges.length),
  };
}

const F = new Float64Array(6);
const g = new Float64Array(6);
const stress = new Float64Array(3);
const energy = new Float64Array(1);

/** f += forces at positions x (mass points); fills the state for products; returns the energy [J]. */
export function evaluateShell(s: ShellState, x: Float64Array, f: Float64Array): number {
  const { data } = s;
  energy[0] = 0;
  for (let t = 0; t < data.volume.length; t++) stretch(s, t, x, f);
  for (let h = 0; h < data.angle.length; h++) bend(s, h, x, f);
  return energy[0];
}

function stretch(s: ShellState, t: number, x: Float64Array, f: Float64Array): void {
  const { data, strain, tension } = s;
  const a = 3 * data.triangles[3 * t];
  const b = 3 * data.triangles[3 * t + 1];
  const c = 3 * data.triangles[3 * t + 2];
  const D = data.inverse;
  // F = [x1−x0, x2−x0] D; slopes of the corners' functions in the two directions.
  for (let j = 0; j < 2; j++) {
    g[2 + j] = D[4 * t + j];
    g[4 + j] = D[4 * t + 2 + j];
    g[j] = -g[2 + j] - g[4 + j];
  }
  for (let r = 0; r < 3; r++) {
    for (let j = 0; j < 2; j++)
      F[2 * r + j] = x[a + r] * g[j] + x[b + r] * g[2 + j] + x[c + r] * g[4 + j];
  }
  let xx = -1;
  let yy = -1;
  let xy = 0;
  for (let r = 0; r < 3; r++) {
    xx += F[2 * r] * F[2 * r];
    yy += F[2 * r + 1] * F[2 * r + 1];
    xy += F[2 * r] * F[2 * r + 1];
  }
  xx *= 0.5;
  yy *= 0.5;
  planeStress(stress, data, data.volume[t], xx, yy, 0.5 * xy);
  for (let n = 0; n < 3; n++) {
    for (let r = 0; r < 3; r++) {
      const o = 27 * t + 3 * n + r;
      strain[o] = F[2 * r] * g[2 * n];
      strain[o + 9] = F[2 * r + 1] * g[2 * n + 1];
      strain[o + 18] = F[2 * r] * g[2 * n + 1] + F[2 * r + 1] * g[2 * n];
      const at = 3 * data.triangles[3 * t + n] + r;
      f[at] -= stress[0] * strain[o] + stress[1] * strain[o + 9] + stress[2] * strain[o + 18];
    }
  }
  keepTension(tension, t);
  energy[0] += 0.5 * (stress[0] * xx + stress[1] * yy + stress[2] * xy);
}

/** out = volume · C (xx, yy, 2 xy), for a Green strain xx, yy, xy. */
function planeStress(
  out: Float64Array,
  data: ShellData,
  volume: number,
  xx: number,
  yy: number,
  xy: number,
): void {
  const E = volume * data.young;
  const nu = data.poisson;
  out[0] = E * (xx + nu * yy);
  out[1] = E * (yy + nu * xx);
  out[2] = E * (1 - nu) * xy;
}

/** Only the pulling part of the stress stiffens: what pushes would make the matrix indefinite. */
function keepTension(tension: Float64Array, t: number): void {
  const mean = 0.5 * (stress[0] + stress[1]);
  const half = 0.5 * (stress[0] - stress[1]);
  const shear = stress[2];
  const radius = Math.sqrt(half * half + shear * shear);
  const high = Math.max(0, mean + radius);
  const low = Math.max(0, mean - radius);
  // The positive part of a 2×2 matrix: (high + low)/2 I + (high − low)/(2 radius) · deviator.
  const even = 0.5 * (high + low);
  const odd = radius > 0 ? (0.5 * (high - low)) / radius : 0;
  const xx = even + odd * half;
  const yy = even - odd * half;
  const xy = odd * shear;
  for (let m = 0; m < 3; m++) {
    for (let n = 0; n < 3; n++) {
      tension[9 * t + 3 * m + n] =
        g[2 * m] * (xx * g[2 * n] + xy * g[2 * n + 1]) +
        g[2 * m + 1] * (xy * g[2 * n] + yy * g[2 * n + 1]);
    }
  }
}

const e = new Float64Array(3);
const n1 = new Float64Array(3);
const n2 = new Float64Array(3);
const hinge = new Float64Array(3);

function bend(s: ShellState, h: number, x: Float64Array, f: Float64Array): void {
  const { data, turn } = s;
  const H = data.hinges;
  const p = 3 * H[4 * h];
  const q = 3 * H[4 * h + 1];
  const a = 3 * H[4 * h + 2];
  const b = 3 * H[4 * h + 3];
  for (let c = 0; c < 3; c++) e[c] = x[q + c] - x[p + c];
  normalOf(n1, x, p, q, a);
  normalOf(n2, x, q, p, b);
  const square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  const length = Math.sqrt(square);
  findAngle();
  const angle = hinge[0];
  const s1 = n1[0] * n1[0] + n1[1] * n1[1] + n1[2] * n1[2];
  const s2 = n2[0] * n2[0] + n2[1] * n2[1] + n2[2] * n2[2];
  let pa = 0;
  let pb = 0;
  for (let c = 0; c < 3; c++) {
    pa += ((x[q + c] - x[a + c]) * e[c]) / square;
    pb += ((x[q + c] - x[b + c]) * e[c]) / square;
  }
  const moment = data.stiffness[h] * (angle - data.angle[h]);
  for (let c = 0; c < 3; c++) {
    const ua = -(length * n1[c]) / s1;
    const ub = -(length * n2[c]) / s2;
    const o = 12 * h + c;
    turn[o] = -pa * ua - pb * ub;
    turn[o + 3] = -(1 - pa) * ua - (1 - pb) * ub;
    turn[o + 6] = ua;
    turn[o + 9] = ub;
    f[p + c] -= moment * turn[o];
    f[q + c] -= moment * turn[o + 3];
    f[a + c] -= moment * ua;
    f[b + c] -= moment * ub;
  }
  energy[0] += 0.5 * moment * (angle - data.angle[h]);
}

/** out = (xq − xp) × (xa − xp): twice the area, pointing out of triangle p, q, a. */
function normalOf(out: Float64Array, x: Float64Array, p: number, q: number, a: number): void {
  const ux = x[q] - x[p];
  const uy = x[q + 1] - x[p + 1];
  const uz = x[q + 2] - x[p + 2];
  const vx = x[a] - x[p];
  const vy = x[a + 1] - x[p + 1];
  const vz = x[a + 2] - x[p + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

/** hinge[0] = angle between the two normals about the edge e, positive where the edge is a ridge. */
function findAngle(): void {
  const dot = n1[0] * n2[0] + n1[1] * n2[1] + n1[2] * n2[2];
  const along =
    (e[0] * (n1[1] * n2[2] - n1[2] * n2[1]) +
      e[1] * (n1[2] * n2[0] - n1[0] * n2[2]) +
      e[2] * (n1[0] * n2[1] - n1[1] * n2[0])) /
    Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  hinge[1] = along;
  hinge[2] = dot;
  atan2Into(hinge, 0, hinge, 1);
}

/** Angle at rest of hinge p, q with corners a, b (offsets into x). */
export function restAngle(x: Float64Array, p: number, q: number, a: number, b: number): number {
  for (let c = 0; c < 3; c++) e[c] = x[q + c] - x[p + c];
  normalOf(n1, x, p, q, a);
  normalOf(n2, x, q, p, b);
  findAngle();
  return hinge[0];
}

/** f += scale · K v for velocities v of the mass points. */
export function multiplyShell(
  s: ShellState,
  v: Float64Array,
  scale: number,
  f: Float64Array,
): void {
  const { data, strain, tension, turn } = s;
  for (let t = 0; t < data.volume.length; t++) {
    let xx = 0;
    let yy = 0;
    let xy = 0;
    for (let n = 0; n < 3; n++) {
      const at = 3 * data.triangles[3 * t + n];
      for (let r = 0; r < 3; r++) {
        const o = 27 * t + 3 * n + r;
        xx += strain[o] * v[at + r];
        yy += strain[o + 9] * v[at + r];
        xy += strain[o + 18] * v[at + r];
      }
    }
    planeStress(stress, data, scale * data.volume[t], xx, yy, 0.5 * xy);
    for (let n = 0; n < 3; n++) {
      const at = 3 * data.triangles[3 * t + n];
      for (let r = 0; r < 3; r++) {
        const o = 27 * t + 3 * n + r;
        let pull = 0;
        for (let m = 0; m < 3; m++)
          pull += tension[9 * t + 3 * n + m] * v[3 * data.triangles[3 * t + m] + r];
        f[at + r] +=
          stress[0] * strain[o] +
          stress[1] * strain[o + 9] +
          stress[2] * strain[o + 18] +
          scale * pull;
      }
    }
  }
  for (let h = 0; h < data.angle.length; h++) {
    let rate = 0;
    for (let n = 0; n < 4; n++) {
      const at = 3 * data.hinges[4 * h + n];
      for (let r = 0; r < 3; r++) rate += turn[12 * h + 3 * n + r] * v[at + r];
    }
    rate *= scale * data.stiffness[h];
    for (let n = 0; n < 4; n++) {
      const at = 3 * data.hinges[4 * h + n];
      for (let r = 0; r < 3; r++) f[at + r] += rate * turn[12 * h + 3 * n + r];
    }
  }
}
