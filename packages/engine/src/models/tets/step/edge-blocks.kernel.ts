import type { F64s, f64, I32s, i32 } from '../../../kernels/prelude.ts';
/**
 * y = (M + scale·K) x for symmetric matrices of a mesh, stored by vertices and edges. Vertex i has the 3×3 block `own`
 * [9i … 9i+9) and the mass ownMass[i]; edge k from vertex ends[2k] to ends[2k+1] has the block `across` [9k … 9k+9)
 * (row: first end) and the mass acrossMass[k]. Only one block is kept for both directions, so half of the matrix is
 * read. x and y have shape [vertices, 3] and may not overlap.
 */
export function edgeMultiply(
  y: F64s,
  x: F64s,
  own: F64s,
  ownMass: F64s,
  vertices: i32,
  across: F64s,
  acrossMass: F64s,
  ends: I32s,
  edges: i32,
  scale: f64,
): void {
  for (let i = 0; i < vertices; i++) {
    const o = 9 * i;
    const x0 = x[3 * i];
    const x1 = x[3 * i + 1];
    const x2 = x[3 * i + 2];
    const m = ownMass[i];
    y[3 * i] = scale * (own[o] * x0 + own[o + 1] * x1 + own[o + 2] * x2) + m * x0;
    y[3 * i + 1] = scale * (own[o + 3] * x0 + own[o + 4] * x1 + own[o + 5] * x2) + m * x1;
    y[3 * i + 2] = scale * (own[o + 6] * x0 + own[o + 7] * x1 + own[o + 8] * x2) + m * x2;
  }
  for (let k = 0; k < edges; k++) {
    const o = 9 * k;
    const a = 3 * ends[2 * k];
    const b = 3 * ends[2 * k + 1];
    const m = acrossMass[k];
    const k0 = across[o];
    const k1 = across[o + 1];
    const k2 = across[o + 2];
    const k3 = across[o + 3];
    const k4 = across[o + 4];
    const k5 = across[o + 5];
    const k6 = across[o + 6];
    const k7 = across[o + 7];
    const k8 = across[o + 8];
    const a0 = x[a];
    const a1 = x[a + 1];
    const a2 = x[a + 2];
    const b0 = x[b];
    const b1 = x[b + 1];
    const b2 = x[b + 2];
    y[a] += scale * (k0 * b0 + k1 * b1 + k2 * b2) + m * b0;
    y[a + 1] += scale * (k3 * b0 + k4 * b1 + k5 * b2) + m * b1;
    y[a + 2] += scale * (k6 * b0 + k7 * b1 + k8 * b2) + m * b2;
    y[b] += scale * (k0 * a0 + k3 * a1 + k6 * a2) + m * a0;
    y[b + 1] += scale * (k1 * a0 + k4 * a1 + k7 * a2) + m * a1;
    y[b + 2] += scale * (k2 * a0 + k5 * a1 + k8 * a2) + m * a2;
  }
}
