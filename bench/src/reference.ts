import { CANTILEVER, type Cantilever, sixVolumes } from './cantilever.ts';

/**
 * The static answer on the benchmark's own mesh: corotational linear elasticity, R from the polar decomposition of each tet's
 * F, solved by Newton steps with R held fixed in the tangent. Written apart from the engine on purpose, so that the judge of the
 * comparison is not one of its entries.
 *
 * Returns the positions [m] at equilibrium, shape [nodes, 3].
 */
export function staticEquilibrium(beam: Cantilever, tolerance = 1e-3): Float64Array {
  const x = Float64Array.from(beam.positions);
  const n = x.length;
  const elements = prepareElements(beam);
  const isFree = new Uint8Array(n).fill(1);
  for (const node of beam.clamped) isFree.fill(0, 3 * node, 3 * node + 3);
  const weight = new Float64Array(n);
  for (let i = 0; i < beam.masses.length; i++) {
    weight[3 * i + 1] = beam.masses[i] * CANTILEVER.gravity;
  }
  const load = norm(weight, isFree);
  const residual = new Float64Array(n);
  for (let iteration = 0; iteration < 400; iteration++) {
    residual.set(weight);
    addElasticForces(residual, x, elements);
    for (let i = 0; i < n; i++) residual[i] *= isFree[i];
    if (norm(residual, isFree) < tolerance * load) return x;
    const step = solve(elements, isFree, residual);
    for (let i = 0; i < n; i++) x[i] += step[i];
  }
  throw new Error('the static answer of the cantilever did not converge');
}

interface Elements {
  tets: Int32Array;
  /** Rest volumes [m³], shape [tets]. */
  volumes: Float64Array;
  /** Gradients of the four shape functions [1/m], shape [tets, 4, 3]. */
  gradients: Float64Array;
  /** Rotations of the last force evaluation, row-major, shape [tets, 9]. */
  rotations: Float64Array;
}

function prepareElements(beam: Cantilever): Elements {
  const count = beam.tets.length / 4;
  const volumes = new Float64Array(count);
  const gradients = new Float64Array(12 * count);
  const x = beam.positions;
  for (let t = 0; t < count; t++) {
    const c = beam.tets.subarray(4 * t, 4 * t + 4);
    const six = sixVolumes(x, c);
    volumes[t] = six / 6;
    // g_a is the inward normal of the opposite face over six volumes; the first follows from their zero sum.
    for (let a = 1; a < 4; a++) {
      const p = 3 * c[(a % 3) + 1];
      const q = 3 * c[((a + 1) % 3) + 1];
      const o = 3 * c[0];
      for (let i = 0; i < 3; i++) {
        const [j, k] = [(i + 1) % 3, (i + 2) % 3];
        const g =
          ((x[p + j] - x[o + j]) * (x[q + k] - x[o + k]) -
            (x[p + k] - x[o + k]) * (x[q + j] - x[o + j])) /
          six;
        gradients[12 * t + 3 * a + i] = g;
        gradients[12 * t + i] -= g;
      }
    }
  }
  return { tets: beam.tets, volumes, gradients, rotations: new Float64Array(9 * count) };
}

/** out = Σ_a u[3·corner_a + i] g_a[j], row-major 3×3. */
function gradientOf(out: Float64Array, u: Float64Array, e: Elements, t: number): void {
  out.fill(0);
  for (let a = 0; a < 4; a++) {
    const p = 3 * e.tets[4 * t + a];
    const g = 12 * t + 3 * a;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) out[3 * i + j] += u[p + i] * e.gradients[g + j];
    }
  }
}

const F = new Float64Array(9);
const strain = new Float64Array(9);
const LAMBDA =
  (CANTILEVER.young * CANTILEVER.poisson) /
  ((1 + CANTILEVER.poisson) * (1 - 2 * CANTILEVER.poisson));
const MU = CANTILEVER.young / (2 * (1 + CANTILEVER.poisson));

/** out −= V R (λ tr ε + 2μ ε) g, where ε = sym(Rᵀ F) − shift. The tangent is the same product without the shift. */
function subtractStress(out: Float64Array, e: Elements, t: number, shift: number): void {
  const R = e.rotations;
  const r = 9 * t;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let s = 0;
      for (let k = 0; k < 3; k++) {
        s += R[r + 3 * k + i] * F[3 * k + j] + R[r + 3 * k + j] * F[3 * k + i];
      }
      strain[3 * i + j] = s / 2 - (i === j ? shift : 0);
    }
  }
  const pressure = LAMBDA * (strain[0] + strain[4] + strain[8]);
  for (let a = 0; a < 4; a++) {
    const g = 12 * t + 3 * a;
    for (let i = 0; i < 3; i++) {
      let force = 0;
      for (let j = 0; j < 3; j++) {
        let traction = pressure * e.gradients[g + j];
        for (let k = 0; k < 3; k++) traction += 2 * MU * strain[3 * j + k] * e.gradients[g + k];
        force += R[r + 3 * i + j] * traction;
      }
      out[3 * e.tets[4 * t + a] + i] -= e.volumes[t] * force;
    }
  }
}

function addElasticForces(out: Float64Array, x: Float64Array, e: Elements): void {
  for (let t = 0; t < e.volumes.length; t++) {
    gradientOf(F, x, e, t);
    polar(e.rotations.subarray(9 * t, 9 * t + 9), F);
    subtractStress(out, e, t, 1);
  }
}

/** Newton's iteration R ← (R + R⁻ᵀ)/2, which ends at the nearest rotation as long as det F > 0. */
function polar(R: Float64Array, A: Float64Array): void {
  R.set(A);
  for (let iteration = 0; iteration < 12; iteration++) {
    const old = Float64Array.from(R);
    const cofactor = (i: number, j: number): number => {
      const [a, b, c, d] = [(i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3];
      return old[3 * a + c] * old[3 * b + d] - old[3 * a + d] * old[3 * b + c];
    };
    const det = old[0] * cofactor(0, 0) + old[1] * cofactor(0, 1) + old[2] * cofactor(0, 2);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) R[3 * i + j] = (old[3 * i + j] + cofactor(i, j) / det) / 2;
    }
  }
}

/** Plain conjugate gradients on the tangent at the current rotations. */
function solve(e: Elements, isFree: Uint8Array, b: Float64Array): Float64Array {
  const n = b.length;
  const u = new Float64Array(n);
  const r = Float64Array.from(b);
  const p = Float64Array.from(b);
  const Kp = new Float64Array(n);
  let rr = dot(r, r);
  const enough = 1e-6 * rr;
  for (let iteration = 0; iteration < 2000 && rr > enough; iteration++) {
    Kp.fill(0);
    for (let t = 0; t < e.volumes.length; t++) {
      gradientOf(F, p, e, t);
      subtractStress(Kp, e, t, 0);
    }
    for (let i = 0; i < n; i++) Kp[i] *= -isFree[i];
    const alpha = rr / dot(p, Kp);
    for (let i = 0; i < n; i++) {
      u[i] += alpha * p[i];
      r[i] -= alpha * Kp[i];
    }
    const next = dot(r, r);
    for (let i = 0; i < n; i++) p[i] = r[i] + (next / rr) * p[i];
    rr = next;
  }
  return u;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function norm(a: Float64Array, mask: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += mask[i] * a[i] * a[i];
  return Math.sqrt(sum);
}
