import type { TriangleMesh } from '../geometry/types.ts';
import { DETAIL_ROUNDS } from './numbers.ts';
import type { FullOptions } from './options.ts';
import { closestInCone, createFoot, isOnBorder } from './surface/closest.ts';
import { createSurface, type Surface } from './surface/surface.ts';

/**
 * Moves each vertex along the target's normal towards it, held by the others: least Σ (δ_v − g_v)² over those that
 * found the target, plus `detail` times the bi-Laplacian Σ (Lδ)². Positions (the template's own units) change in place.
 */
export function addDetail(
  own: Float64Array,
  { triangles }: TriangleMesh,
  target: Surface,
  options: FullOptions,
): void {
  const n = own.length / 3;
  const fitted = createSurface(own, triangles);
  const up = new Float64Array(3 * n);
  for (let s = 0; s < triangles.length; s++) {
    const t = Math.floor(s / 3);
    for (let d = 0; d < 3; d++)
      up[3 * triangles[s] + d] += fitted.areas[t] * fitted.normals[3 * t + d];
  }
  const goal = new Float64Array(n);
  const weight = new Float64Array(n);
  const foot = createFoot();
  for (let v = 0; v < n; v++) {
    let size = 0;
    for (let d = 0; d < 3; d++) size += up[3 * v + d] * up[3 * v + d];
    if (!(size > 0)) continue;
    for (let d = 0; d < 3; d++) up[3 * v + d] /= Math.sqrt(size);
    closestInCone(foot, target, own, 3 * v, up, 3 * v, options.cone, -1);
    if (foot.triangle < 0 || isOnBorder(target, foot) || foot.distance2 > 4e-4) continue;
    for (let d = 0; d < 3; d++) goal[v] += up[3 * v + d] * (foot.at[d] - own[3 * v + d]);
    weight[v] = 1;
  }
  const delta = smoothest(goal, weight, triangles, options.detail);
  for (let v = 0; v < n; v++)
    for (let d = 0; d < 3; d++) own[3 * v + d] += delta[v] * up[3 * v + d];
}

/** δ with (W + detail·LᵀL) δ = W g, L the mean of a vertex's neighbours minus itself. */
function smoothest(
  goal: Float64Array,
  weight: Float64Array,
  triangles: Int32Array,
  detail: number,
): Float64Array {
  const n = goal.length;
  const degree = new Float64Array(n);
  for (let s = 0; s < triangles.length; s++) degree[triangles[s]] += 2;
  const laplace = (out: Float64Array, x: Float64Array, transposed: boolean): void => {
    for (let v = 0; v < n; v++) out[v] = degree[v] > 0 ? -x[v] : 0;
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const a = triangles[t + k];
        const b = triangles[t + ((k + 1) % 3)];
        out[a] += x[b] / degree[transposed ? b : a];
        out[b] += x[a] / degree[transposed ? a : b];
      }
    }
  };
  const half = new Float64Array(n);
  const apply = (out: Float64Array, x: Float64Array): void => {
    laplace(half, x, false);
    laplace(out, half, true);
    for (let v = 0; v < n; v++) out[v] = weight[v] * x[v] + detail * out[v] + 1e-9 * x[v];
  };
  const x = new Float64Array(n);
  const r = goal.map((g, v) => weight[v] * g);
  const p = r.slice();
  const Ap = new Float64Array(n);
  let rr = dot(r, r);
  const enough = 1e-10 * rr;
  for (let round = 0; round < DETAIL_ROUNDS && rr > enough; round++) {
    apply(Ap, p);
    const alpha = rr / dot(p, Ap);
    for (let v = 0; v < n; v++) {
      x[v] += alpha * p[v];
      r[v] -= alpha * Ap[v];
    }
    const next = dot(r, r);
    for (let v = 0; v < n; v++) p[v] = r[v] + (next / rr) * p[v];
    rr = next;
  }
  return x;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
