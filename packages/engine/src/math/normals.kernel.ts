import type { F32s, I32s, i32 } from '../kernels/prelude.ts';
/**
 * Unit normals of a surface for the screen, each the area-weighted mean of its triangles: positions and normals have
 * shape [vertices, 3], triangles shape [triangleCount, 3], counter-clockwise seen from outside. A vertex without area
 * gets zero. Computed in double precision, each sum stored in single.
 */
export function vertexNormals(
  normals: F32s,
  positions: F32s,
  triangles: I32s,
  vertices: i32,
  triangleCount: i32,
): void {
  for (let i = 0; i < 3 * vertices; i++) normals[i] = 0;
  for (let t = 0; t < 3 * triangleCount; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    normals[a] += nx;
    normals[a + 1] += ny;
    normals[a + 2] += nz;
    normals[b] += nx;
    normals[b + 1] += ny;
    normals[b + 2] += nz;
    normals[c] += nx;
    normals[c + 1] += ny;
    normals[c + 2] += nz;
  }
  for (let i = 0; i < 3 * vertices; i += 3) {
    const x = normals[i];
    const y = normals[i + 1];
    const z = normals[i + 2];
    const size = x * x + y * y + z * z;
    const scale = size > 0 ? 1 / Math.sqrt(size) : 0;
    normals[i] = x * scale;
    normals[i + 1] = y * scale;
    normals[i + 2] = z * scale;
  }
}
