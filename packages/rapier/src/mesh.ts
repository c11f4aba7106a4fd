/** A mesh of Rapier as Pliant wants it: corners at the same place are one, and faces look outwards. */
export function solidMesh(
  vertices: Float32Array,
  indices: Uint32Array,
): { positions: number[]; triangles: number[] } {
  const positions: number[] = [];
  const known = new Map<string, number>();
  const at = new Int32Array(vertices.length / 3);
  for (let v = 0; v < at.length; v++) {
    const [x, y, z] = vertices.subarray(3 * v, 3 * v + 3);
    const key = `${x},${y},${z}`;
    let index = known.get(key);
    if (index === undefined) {
      index = positions.length / 3;
      known.set(key, index);
      positions.push(x, y, z);
    }
    at[v] = index;
  }
  const triangles = Array.from(indices, (v) => at[v]);
  if (volumeOf(positions, triangles) < 0) {
    for (let t = 0; t < triangles.length; t += 3) {
      [triangles[t], triangles[t + 1]] = [triangles[t + 1], triangles[t]];
    }
  }
  return { positions, triangles };
}

/** Six times the volume that triangles enclose, negative if they look inwards. */
function volumeOf(x: readonly number[], triangles: readonly number[]): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    sum += x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]);
    sum += x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]);
    sum += x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
  }
  return sum;
}
