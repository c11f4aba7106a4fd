import { addTo, type Banded, createBanded, factorBanded, solveBanded } from './banded.ts';
import { type Bricks, eachElement, pointOf } from './bricks.ts';
import { CUBE, VOLUME } from './gauss.ts';
import { isotropic, stress } from './law.ts';

export interface Problem {
  readonly mesh: Bricks;
  readonly poisson: number;
  /** Young's modulus [Pa] at a place. */
  readonly young: (x: number, y: number, z: number) => number;
  /** Force per volume [N/m³]. */
  readonly force: readonly [number, number, number];
  /** The displacement that component `axis` of the node at (x, y, z) must have [m], or null if it is free. */
  readonly held: (x: number, y: number, z: number, axis: number) => number | null;
}

/** Adds the elastic energy's gradient to `force` (and its second derivative to `matrix`) at displacements u. Returns the energy [J]. */
export function elastic(
  { mesh, young, poisson }: Problem,
  u: Float64Array,
  force: Float64Array,
  matrix: Banded | null,
): number {
  const g = new Float64Array(81);
  const place = new Float64Array(3);
  const F = new Float64Array(9);
  const P = new Float64Array(9);
  const T = new Float64Array(81);
  const local = new Float64Array(81 * 81);
  const Tg = new Float64Array(27);
  const unit = isotropic(1, poisson);
  const parts = [
    { points: CUBE, law: { lambda: 0, mu: unit.mu } },
    { points: VOLUME, law: { lambda: unit.lambda, mu: 0 } },
  ];
  let energy = 0;
  eachElement(mesh, (nodes) => {
    local.fill(0);
    for (const { points, law } of parts) {
      for (let q = 0; q < points.count; q++) {
        const volume = pointOf(g, place, mesh, nodes, points, q);
        deformation(F, u, nodes, g);
        const weight = volume * young(place[0], place[1], place[2]);
        energy += weight * stress(P, matrix && T, F, law);
        for (let n = 0; n < 27; n++) {
          for (let r = 0; r < 3; r++) {
            force[3 * nodes[n] + r] +=
              weight *
              (P[3 * r] * g[3 * n] + P[3 * r + 1] * g[3 * n + 1] + P[3 * r + 2] * g[3 * n + 2]);
          }
        }
        if (matrix) addStiffness(local, T, Tg, g, weight);
      }
    }
    if (matrix) scatter(matrix, local, nodes);
  });
  return energy;
}

/** The deformation gradient F where the shape functions have the slopes g. */
function deformation(F: Float64Array, u: Float64Array, nodes: Int32Array, g: Float64Array): void {
  F.fill(0);
  F[0] = F[4] = F[8] = 1;
  for (let n = 0; n < 27; n++) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) F[3 * r + c] += u[3 * nodes[n] + r] * g[3 * n + c];
    }
  }
}

/** local += weight · gᵀ T g, lower blocks of pairs of nodes (n ≥ m). */
function addStiffness(
  local: Float64Array,
  T: Float64Array,
  Tg: Float64Array,
  g: Float64Array,
  weight: number,
): void {
  for (let m = 0; m < 27; m++) {
    // Tg[r·3+c, s] = Σ_d T[(r,c),(s,d)] g_m[d]
    for (let rc = 0; rc < 9; rc++) {
      for (let s = 0; s < 3; s++) {
        const t = 9 * rc + 3 * s;
        Tg[3 * rc + s] =
          weight * (T[t] * g[3 * m] + T[t + 1] * g[3 * m + 1] + T[t + 2] * g[3 * m + 2]);
      }
    }
    for (let n = m; n < 27; n++) {
      for (let r = 0; r < 3; r++) {
        const o = 81 * (3 * n + r) + 3 * m;
        for (let s = 0; s < 3; s++) {
          local[o + s] +=
            g[3 * n] * Tg[9 * r + s] +
            g[3 * n + 1] * Tg[9 * r + 3 + s] +
            g[3 * n + 2] * Tg[9 * r + 6 + s];
        }
      }
    }
  }
}

function scatter(matrix: Banded, local: Float64Array, nodes: Int32Array): void {
  for (let n = 0; n < 27; n++) {
    for (let m = 0; m <= n; m++) {
      for (let r = 0; r < 3; r++) {
        for (let s = 0; s < (m === n ? r + 1 : 3); s++) {
          addTo(matrix, 3 * nodes[n] + r, 3 * nodes[m] + s, local[81 * (3 * n + r) + 3 * m + s]);
        }
      }
    }
  }
}

/** Entries of the matrix lie within this of the diagonal. */
export function bandwidth({ counts }: Bricks): number {
  return 3 * (2 * counts[1] * counts[2] + 2 * counts[2] + 2) + 2;
}

export interface Answer {
  /** Displacements [m], shape [nodes, 3]. */
  readonly u: Float64Array;
  /** Elastic energy [J]. */
  readonly energy: number;
}

/** Equilibrium under the loads, reached in `steps` equal parts of them, each by Newton's method with the full tangent. */
export function equilibrium(problem: Problem, steps = 1): Answer {
  const { mesh } = problem;
  const n = 3 * mesh.nodes;
  const load = weightOf(problem);
  const prescribed = heldValues(problem);
  const u = new Float64Array(n);
  const A = createBanded(n, bandwidth(mesh));
  let energy = 0;
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    for (let iteration = 0; ; iteration++) {
      if (iteration === 30) throw new Error('no equilibrium found');
      const change = new Float64Array(n);
      A.rows.fill(0);
      energy = elastic(problem, u, change, A);
      const error = unbalanced(change, load, part, prescribed);
      if (iteration > 0 && error < 1e-7) break;
      for (let i = 0; i < n; i++) change[i] = part * load[i] - change[i];
      prescribe(A, change, u, prescribed, part);
      factorBanded(A);
      solveBanded(A, change);
      for (let i = 0; i < n; i++) u[i] += change[i];
    }
  }
  return { u, energy };
}

/** What is out of balance at the free components, as a part of all forces. */
function unbalanced(
  f: Float64Array,
  load: Float64Array,
  part: number,
  prescribed: Float64Array,
): number {
  let [off, all] = [0, 0];
  for (let i = 0; i < f.length; i++) {
    all += Math.max(f[i] * f[i], load[i] * load[i]);
    if (Number.isNaN(prescribed[i])) off += (part * load[i] - f[i]) ** 2;
  }
  return all === 0 ? 0 : Math.sqrt(off / all);
}

/** The work-equivalent forces of a constant force per volume. */
function weightOf({ mesh, force }: Problem): Float64Array {
  const load = new Float64Array(3 * mesh.nodes);
  const [g, place] = [new Float64Array(81), new Float64Array(3)];
  eachElement(mesh, (nodes) => {
    for (let q = 0; q < 27; q++) {
      const volume = pointOf(g, place, mesh, nodes, CUBE, q);
      for (let n = 0; n < 27; n++) {
        const part = volume * CUBE.value[27 * q + n];
        for (let r = 0; r < 3; r++) load[3 * nodes[n] + r] += part * force[r];
      }
    }
  });
  return load;
}

/** What each component is held at, NaN where it is free. Nodes without an element are held where they are. */
export function heldValues({ mesh, held }: Problem): Float64Array {
  const { nodes, places, elements } = mesh;
  const values = new Float64Array(3 * nodes);
  for (const node of elements) {
    const [x, y, z] = places.subarray(3 * node, 3 * node + 3);
    for (let axis = 0; axis < 3; axis++) {
      values[3 * node + axis] = held(x, y, z, axis) ?? Number.NaN;
    }
  }
  return values;
}

/** Replaces the rows of held components by "change = what is missing". */
function prescribe(
  A: Banded,
  b: Float64Array,
  u: Float64Array,
  prescribed: Float64Array,
  part: number,
): void {
  const span = A.width + 1;
  for (let i = 0; i < A.size; i++) {
    if (Number.isNaN(prescribed[i])) continue;
    const change = part * prescribed[i] - u[i];
    const at = i * span + A.width - i;
    for (let j = Math.max(0, i - A.width); j < i; j++) {
      if (Number.isNaN(prescribed[j])) b[j] -= A.rows[at + j] * change;
      A.rows[at + j] = 0;
    }
    for (let j = i + 1; j <= Math.min(A.size - 1, i + A.width); j++) {
      const p = j * span + A.width - j + i;
      if (Number.isNaN(prescribed[j])) b[j] -= A.rows[p] * change;
      A.rows[p] = 0;
    }
    A.rows[at + i] = 1;
    b[i] = change;
  }
}
