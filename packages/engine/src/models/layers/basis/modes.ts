import { append } from '../../../core/append.ts';
import { createRandom } from '../../../core/random.ts';
import { tick } from '../../../core/watch.ts';
import type { Sdf } from '../../../geometry/types.ts';
import { createArena, createKernels, measure } from '../../../kernels/index.ts';
import { cholesky, eigenSymmetric } from '../../../math/dense.ts';
import { bsrMultiply, elementSlots, patternFromElements } from '../../../math/sparse/bsr.ts';
import { allocateFactor, factorize, initFactor, solve } from '../../../math/sparse/cholesky.ts';
import { analyse } from '../../../math/sparse/symbolic.ts';
import type { LayerData, Rows } from '../model.ts';
import { FREE, GUARD, MODE_ROUNDS } from '../numbers.ts';
import { type HexPatch, hexRows, trilinear } from './hex.ts';

/** A border node weighs this many times the heaviest: it stays. */
const FIRM = 1e12;

/**
 * The lowest modes of the elements in a patch, each scaled to move the patch's mass by 1 m on average; then shapes of
 * clamped regions.
 */
export interface Modes {
  readonly count: number;
  /** Displacements of the patch's nodes, shape [count, nodes, 3]; squared frequencies [rad²/s²]. */
  readonly shapes: Float64Array;
  readonly squares: Float64Array;
}

/**
 * The `count` lowest vibration modes of a patch with its border and `clamped` nodes still, rigid motions left out: K φ
 * = ω² M φ by subspace iteration. Moduli [Pa] of each cell; density [kg/m³]. With `clamps`, lists of clamped nodes,
 * twelve shapes for each come after them (Craig and Bampton): the nodes move along an axis, or by a coordinate along an
 * axis, and the rest follows at rest.
 */
export function findModes(
  patch: HexPatch,
  mu: Float64Array,
  lambda: Float64Array,
  density: number,
  count: number,
  clamped: Uint8Array = new Uint8Array(patch.places.length / 3),
  clamps: readonly Int32Array[] = [],
): Modes {
  const nodes = patch.places.length / 3;
  const still = clamped.map((c, i) => c | patch.border[i]);
  const free = still.every((b) => b === 0);
  const p = Math.min(3 * nodes, count + GUARD + (free ? 6 : 0));
  const { pattern, K, M } = assemble(patch, mu, lambda, density);
  const symbolic = analyse(pattern, 3, { positions: patch.places });
  const n = 3 * nodes;
  const memory = (a: Parameters<typeof allocateFactor>[0]) => ({
    factor: allocateFactor(a, symbolic),
    values: a.f64(K.length),
    diagonal: a.f64(nodes),
    x: a.f64(n),
  });
  const arena = createArena(measure(memory));
  const kernels = createKernels(arena);
  const { factor, values, diagonal, x } = memory(arena);
  values.set(K);
  initFactor(factor);
  // Shifted a little, so that rigid motions do not make the matrix singular.
  const shift = 1e-4 * rayleigh(K, M, pattern.diagonal);
  for (let i = 0; i < nodes; i++)
    diagonal[i] = still[i] === 1 ? M[i] * shift * FIRM : free ? M[i] * shift : 0;
  factorize(kernels, factor, values, diagonal, 1);
  const random = createRandom(7);
  const X = Array.from({ length: p }, () =>
    Float64Array.from({ length: n }, () => random.range(-1, 1)),
  );
  const zero = new Float64Array(nodes);
  const squares = new Float64Array(p);
  const KX = X.map(() => new Float64Array(n));
  for (let round = 0; round < MODE_ROUNDS; round++) {
    for (const column of X) {
      tick('modes');
      for (let i = 0; i < n; i++)
        x[i] = still[Math.floor(i / 3)] === 1 ? 0 : M[Math.floor(i / 3)] * column[i];
      solve(kernels, factor, x);
      for (let i = 0; i < n; i++) column[i] = still[Math.floor(i / 3)] === 1 ? 0 : x[i];
    }
    for (let j = 0; j < p; j++) bsrMultiply(KX[j], pattern, 3, K, X[j], 1, zero);
    ritz(X, KX, M, squares);
  }
  const kept: number[] = [];
  const highest = squares[p - 1];
  for (let j = 0; j < p && kept.length < count; j++) if (squares[j] > FREE * highest) kept.push(j);
  const total = M.reduce((sum, m) => sum + m, 0);
  const shapes = new Float64Array((kept.length + 12 * clamps.length) * n);
  kept.forEach((j, k) => {
    for (let i = 0; i < n; i++) shapes[k * n + i] = X[j][i] * Math.sqrt(total);
  });
  const y = new Float64Array(n);
  clamps.forEach((clamp, g) => {
    for (let s = 0; s < 12; s++) {
      const at = (kept.length + 12 * g + s) * n;
      const shape = shapes.subarray(at, at + n);
      // Coordinate p of the place, or 1, along axis c.
      const [c, p] = [s % 3, Math.floor(s / 3)];
      for (const i of clamp) shape[3 * i + c] = p < 3 ? patch.places[3 * i + p] : 1;
      bsrMultiply(y, pattern, 3, K, shape, 1, zero);
      for (let i = 0; i < n; i++) x[i] = still[Math.floor(i / 3)] === 1 ? 0 : -y[i];
      solve(kernels, factor, x);
      for (let i = 0; i < n; i++) if (still[Math.floor(i / 3)] === 0) shape[i] = x[i];
    }
  });
  return {
    count: kept.length + 12 * clamps.length,
    shapes,
    squares: Float64Array.from(kept, (j) => squares[j]),
  };
}

function rayleigh(K: Float64Array, M: Float64Array, diagonal: Int32Array): number {
  let least = Infinity;
  for (let i = 0; i < M.length; i++)
    if (M[i] > 0) least = Math.min(least, K[9 * diagonal[i]] / M[i]);
  return least;
}

/** X := the best approximations of eigenvectors in its span, lowest first, of unit mass; squares = their ω². */
function ritz(X: Float64Array[], KX: Float64Array[], M: Float64Array, squares: Float64Array): void {
  const p = X.length;
  const n = X[0].length;
  const Kr = new Float64Array(p * p);
  const Mr = new Float64Array(p * p);
  for (let a = 0; a < p; a++) {
    for (let b = 0; b <= a; b++) {
      let k = 0;
      let m = 0;
      for (let i = 0; i < n; i++) {
        k += X[a][i] * KX[b][i];
        m += X[a][i] * M[Math.floor(i / 3)] * X[b][i];
      }
      Kr[a * p + b] = k;
      Kr[b * p + a] = k;
      Mr[a * p + b] = m;
      Mr[b * p + a] = m;
    }
  }
  const L = Mr.slice();
  cholesky(L, p);
  // A = L⁻¹ K L⁻ᵀ
  const column = new Float64Array(p);
  const forward = (B: Float64Array): void => {
    for (let j = 0; j < p; j++) {
      for (let i = 0; i < p; i++) {
        let sum = B[i * p + j];
        for (let k = 0; k < i; k++) sum -= L[i * p + k] * B[k * p + j];
        B[i * p + j] = sum / L[i * p + i];
      }
    }
  };
  forward(Kr);
  const A = Float64Array.from({ length: p * p }, (_, i) => Kr[(i % p) * p + Math.floor(i / p)]);
  forward(A);
  for (let a = 0; a < p; a++)
    for (let b = 0; b < a; b++) {
      const mean = 0.5 * (A[a * p + b] + A[b * p + a]);
      A[a * p + b] = mean;
      A[b * p + a] = mean;
    }
  const V = new Float64Array(p * p);
  const values = new Float64Array(p);
  eigenSymmetric(values, V, A, p);
  const next = X.map(() => new Float64Array(n));
  for (let j = 0; j < p; j++) {
    // Largest first in, lowest first out; y = L⁻ᵀ v.
    const from = p - 1 - j;
    squares[j] = values[from];
    for (let i = p - 1; i >= 0; i--) {
      let sum = V[i * p + from];
      for (let k = i + 1; k < p; k++) sum -= L[k * p + i] * column[k];
      column[i] = sum / L[i * p + i];
    }
    for (let a = 0; a < p; a++) for (let i = 0; i < n; i++) next[j][i] += column[a] * X[a][i];
  }
  X.forEach((x, j) => {
    x.set(next[j]);
  });
}

const GAUSS = [0.5 - 0.5 / Math.sqrt(3), 0.5 + 0.5 / Math.sqrt(3)];

/** Stiffness in 3×3 blocks and lumped mass of the nodes, at rest. */
function assemble(patch: HexPatch, mu: Float64Array, lambda: Float64Array, density: number) {
  const nodes = patch.places.length / 3;
  const pattern = patternFromElements(nodes, patch.nodes, 8);
  const slots = elementSlots(pattern, patch.nodes, 8);
  const K = new Float64Array(9 * pattern.cols.length);
  const volume = (patch.edge[0] * patch.edge[1] * patch.edge[2]) / 8;
  const at = new Float64Array(3);
  const n = new Float64Array(8);
  const g = new Float64Array(24);
  for (let c = 0; c < patch.cells.length; c++) {
    for (let s = 0; s < 8; s++) {
      const V = volume * patch.fill[8 * c + s];
      for (let d = 0; d < 3; d++) at[d] = GAUSS[(s >> d) & 1];
      trilinear(n, g, at, patch.edge);
      for (let a = 0; a < 8; a++) {
        for (let b = 0; b < 8; b++) {
          const slot = 9 * slots[64 * c + 8 * a + b];
          const dot =
            g[3 * a] * g[3 * b] + g[3 * a + 1] * g[3 * b + 1] + g[3 * a + 2] * g[3 * b + 2];
          for (let i = 0; i < 3; i++) {
            for (let j = 0; j < 3; j++) {
              K[slot + 3 * i + j] +=
                V *
                (mu[c] * (g[3 * b + i] * g[3 * a + j] + (i === j ? dot : 0)) +
                  lambda[c] * g[3 * a + i] * g[3 * b + j]);
            }
          }
        }
      }
    }
  }
  return { pattern, K, M: lumpedMass(patch, density) };
}

/** Mass of a patch's nodes [kg], an eighth of a cell to each. */
export function lumpedMass(patch: HexPatch, density: number): Float64Array {
  const M = new Float64Array(patch.places.length / 3);
  const volume = (patch.edge[0] * patch.edge[1] * patch.edge[2]) / 8;
  for (let c = 0; c < patch.nodes.length; c++)
    M[patch.nodes[c]] += density * (volume * patch.fill[c]);
  // A node of nearly empty cells would have no mass.
  const heaviest = M.reduce((most, m) => Math.max(most, m), 0);
  return M.map((m) => Math.max(m, 1e-6 * heaviest));
}

/** Modes by the nodes of a patch. */
export interface ModesBasis {
  readonly kind: 'modes';
  readonly patch: HexPatch;
  readonly modes: Modes;
}

export function modesRows({ patch, modes }: ModesBasis, points: Float64Array): Rows {
  const n = patch.places.length;
  const rows = hexRows(patch, points);
  const count = points.length / 3;
  const ptr = new Int32Array(count + 1);
  const fn: number[] = [];
  const value: number[] = [];
  const slope: number[] = [];
  for (let i = 0; i < count; i++) {
    for (let m = 0; m < modes.count && rows.ptr[i] < rows.ptr[i + 1]; m++) {
      const v = [0, 0, 0];
      const s = [0, 0, 0, 0, 0, 0, 0, 0, 0];
      for (let e = rows.ptr[i]; e < rows.ptr[i + 1]; e++) {
        for (let r = 0; r < 3; r++) {
          const d = modes.shapes[m * n + 3 * rows.fn[e] + r];
          v[r] += rows.value[e] * d;
          for (let c = 0; c < 3; c++) s[3 * r + c] += rows.slope[3 * e + c] * d;
        }
      }
      fn.push(m);
      append(value, v);
      append(slope, s);
    }
    ptr[i + 1] = fn.length;
  }
  return {
    ptr,
    fn: Int32Array.from(fn),
    value: Float64Array.from(value),
    slope: Float64Array.from(slope),
  };
}

/** Linear modes over a patch: one unknown each. */
export function modesLayer(
  name: string,
  patch: HexPatch,
  modes: Modes,
  region: Sdf | null,
  strict: boolean,
  clamps = 0,
): LayerData {
  const basis = { kind: 'modes', patch, modes } as const;
  return {
    name,
    kind: 'modes',
    form: 'modes',
    functions: modes.count,
    unknowns: modes.count,
    scripted: false,
    tracks: 0,
    basis,
    rows: (points) => modesRows(basis, points),
    pinned: new Uint8Array(modes.count),
    places: new Float64Array(0),
    role: new Uint8Array(0),
    centre: new Float64Array(3),
    region,
    strict,
    clamps,
  };
}
