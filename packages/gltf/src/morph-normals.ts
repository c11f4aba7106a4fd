import { type Morphed, spreadOver } from './morph.ts';

/** Frames that normals are fitted to, at most. */
const SAMPLES = 80;

/** Normals of the base shape, and what each target adds to them: viewers do not recompute them. */
export interface MorphNormals {
  readonly base: Float32Array;
  readonly targets: readonly Float32Array[];
}

/** Fits what targets add to the normals, with the weights that the vertices have, by least squares over frames. */
export function fitNormals(morphed: Morphed, triangles: Int32Array): MorphNormals {
  const { base, targets, weights, motions } = morphed;
  const n = targets.length;
  const normals = vertexNormals(base, triangles);
  if (n === 0) return { base: normals, targets: [] };
  const frames = spreadOver(motions.length, SAMPLES);
  const gram = new Float64Array(n * n);
  const right = targets.map(() => new Float64Array(base.length));
  const shape = new Float32Array(base.length);
  for (const t of frames) {
    shape.set(base);
    for (let a = 0; a < n; a++) {
      const w = weights[t * n + a];
      for (let i = 0; i < shape.length; i++) shape[i] += w * targets[a][i];
      for (let b = 0; b < n; b++) gram[a * n + b] += w * weights[t * n + b];
    }
    const now = vertexNormals(shape, triangles);
    for (let a = 0; a < n; a++) {
      const w = weights[t * n + a];
      for (let i = 0; i < now.length; i++) right[a][i] += w * (now[i] - normals[i]);
    }
  }
  let trace = 0;
  for (let a = 0; a < n; a++) trace += gram[a * n + a];
  // A little ridge: targets that hardly occur in these frames add no normals rather than wild ones.
  for (let a = 0; a < n; a++) gram[a * n + a] += 1e-4 * (trace / n);
  const inverse = invertSymmetric(gram, n);
  return {
    base: normals,
    targets: targets.map((_, a) => {
      const out = new Float32Array(base.length);
      for (let b = 0; b < n; b++) {
        const f = inverse[a * n + b];
        for (let i = 0; i < out.length; i++) out[i] += f * right[b][i];
      }
      return out;
    }),
  };
}

/** Unit normals of a closed surface's vertices, triangles weighted by their area. */
export function vertexNormals(x: ArrayLike<number>, triangles: ArrayLike<number>): Float32Array {
  const out = new Float32Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const o of [a, b, c]) {
      out[o] += nx;
      out[o + 1] += ny;
      out[o + 2] += nz;
    }
  }
  for (let i = 0; i < out.length; i += 3) {
    const size = Math.sqrt(out[i] ** 2 + out[i + 1] ** 2 + out[i + 2] ** 2);
    if (size > 0) for (let d = 0; d < 3; d++) out[i + d] /= size;
    else out[i + 1] = 1;
  }
  return out;
}

/** Inverse of a symmetric positive matrix, by Gauss and Jordan. */
function invertSymmetric(a: Float64Array, n: number): Float64Array {
  const m = a.slice();
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) out[i * n + i] = 1;
  for (let p = 0; p < n; p++) {
    const f = 1 / m[p * n + p];
    for (let j = 0; j < n; j++) {
      m[p * n + j] *= f;
      out[p * n + j] *= f;
    }
    for (let r = 0; r < n; r++) {
      if (r === p) continue;
      const g = m[r * n + p];
      if (g === 0) continue;
      for (let j = 0; j < n; j++) {
        m[r * n + j] -= g * m[p * n + j];
        out[r * n + j] -= g * out[p * n + j];
      }
    }
  }
  return out;
}
