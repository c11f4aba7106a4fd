import { acos } from '../../math/elementary.ts';
import type { TetMesh } from '../types.ts';
import { shapeGradients, tetVolumes } from './mesh.ts';

/**
 * out[t] = radius ratio of each tet: three times the inscribed over the circumscribed radius. 1 for a regular tet,
 * towards 0 for a sliver, negative for an inverted one. Shape [tets].
 */
export function tetQualities(
  mesh: TetMesh,
  out: Float64Array = new Float64Array(mesh.tets.length / 4),
): Float64Array {
  const { positions: x, tets } = mesh;
  const v = tetVolumes(mesh);
  const e = new Float64Array(9);
  const n = new Float64Array(3);
  for (let t = 0; t < v.length; t++) {
    for (let k = 0; k < 3; k++) {
      for (let d = 0; d < 3; d++)
        e[3 * k + d] = x[3 * tets[4 * t + k + 1] + d] - x[3 * tets[4 * t] + d];
    }
    // Area vectors (twice) of the three faces at corner 0; the fourth closes the sum.
    let area = 0;
    let [sx, sy, sz] = [0, 0, 0];
    // 12 V · (circumcentre − corner 0) = Σ |e_k|² (e_{k+1} × e_{k+2}).
    let [cx, cy, cz] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const p = 3 * ((k + 1) % 3);
      const q = 3 * ((k + 2) % 3);
      n[0] = e[p + 1] * e[q + 2] - e[p + 2] * e[q + 1];
      n[1] = e[p + 2] * e[q] - e[p] * e[q + 2];
      n[2] = e[p] * e[q + 1] - e[p + 1] * e[q];
      const l2 = e[3 * k] * e[3 * k] + e[3 * k + 1] * e[3 * k + 1] + e[3 * k + 2] * e[3 * k + 2];
      cx += l2 * n[0];
      cy += l2 * n[1];
      cz += l2 * n[2];
      sx += n[0];
      sy += n[1];
      sz += n[2];
      area += Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
    }
    area += Math.sqrt(sx * sx + sy * sy + sz * sz) / 2;
    // r = 3V / area, R = |c| / 12V: the ratio 3r/R has no division by the volume.
    out[t] = (108 * v[t] * Math.abs(v[t])) / (area * Math.sqrt(cx * cx + cy * cy + cz * cz));
  }
  return out;
}

/** Smallest and largest angle between two faces over all tets [rad]: [0.34, 2.6] is a good mesh. */
export function dihedralRange(mesh: TetMesh): [number, number] {
  const g = shapeGradients(mesh);
  let low = 1;
  let high = -1;
  for (let t = 0; t < mesh.tets.length / 4; t++) {
    for (let a = 0; a < 4; a++) {
      for (let b = a + 1; b < 4; b++) {
        const p = 12 * t + 3 * a;
        const q = 12 * t + 3 * b;
        const pq = g[p] * g[q] + g[p + 1] * g[q + 1] + g[p + 2] * g[q + 2];
        const pp = g[p] * g[p] + g[p + 1] * g[p + 1] + g[p + 2] * g[p + 2];
        const qq = g[q] * g[q] + g[q + 1] * g[q + 1] + g[q + 2] * g[q + 2];
        // Gradients are the faces' inward normals: the inner angle is the supplement of theirs.
        const c = -pq / Math.sqrt(pp * qq);
        low = Math.min(low, c);
        high = Math.max(high, c);
      }
    }
  }
  return [acos(Math.min(1, high)), acos(Math.max(-1, low))];
}
