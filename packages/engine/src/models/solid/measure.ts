import type { TetMesh } from '../../geometry/types.ts';

/** Volume of the deformed mesh over its volume at rest. */
export function volumeRatio({ positions, tets }: TetMesh, x: Float64Array): number {
  return volumeAt(x, tets) / volumeAt(positions, tets);
}

function volumeAt(x: Float64Array, tets: Int32Array): number {
  let sum = 0;
  for (let t = 0; t < tets.length; t += 4) {
    const o = 3 * tets[t];
    const a = 3 * tets[t + 1];
    const b = 3 * tets[t + 2];
    const c = 3 * tets[t + 3];
    const ax = x[a] - x[o];
    const ay = x[a + 1] - x[o + 1];
    const az = x[a + 2] - x[o + 2];
    const bx = x[b] - x[o];
    const by = x[b + 1] - x[o + 1];
    const bz = x[b + 2] - x[o + 2];
    const cx = x[c] - x[o];
    const cy = x[c + 1] - x[o + 1];
    const cz = x[c + 2] - x[o + 2];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}
