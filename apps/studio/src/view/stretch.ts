/**
 * How much a surface is stretched or pressed together along itself: at each vertex the mean, by area, of the largest change of length in its
 * triangles, 0 for none, 0.1 for a tenth. Turning it changes nothing. `out` has one number a vertex.
 */
export function surfaceStretch(
  out: Float32Array,
  rest: ArrayLike<number>,
  now: ArrayLike<number>,
  triangles: ArrayLike<number>,
): void {
  out.fill(0);
  const weight = new Float32Array(out.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const r = edges(rest, a, b, c);
    const area2 = r.ee * r.ff - r.ef * r.ef;
    if (!(area2 > 1e-12 * r.ee * r.ff)) continue;
    const n = edges(now, a, b, c);
    // Squares of the two stretches are the eigenvalues of now's metric in that of the rest.
    const trace = (n.ee * r.ff - 2 * n.ef * r.ef + n.ff * r.ee) / area2;
    const det = Math.max(0, (n.ee * n.ff - n.ef * n.ef) / area2);
    const spread = Math.sqrt(Math.max(0, (trace * trace) / 4 - det));
    const longest = Math.sqrt(trace / 2 + spread) - 1;
    const shortest = 1 - Math.sqrt(Math.max(0, trace / 2 - spread));
    const area = Math.sqrt(area2);
    for (const v of [a / 3, b / 3, c / 3]) {
      out[v] += area * Math.max(longest, shortest);
      weight[v] += area;
    }
  }
  for (let v = 0; v < out.length; v++) if (weight[v] > 0) out[v] /= weight[v];
}

/** Products of the two edges from a. */
function edges(x: ArrayLike<number>, a: number, b: number, c: number) {
  let [ee, ef, ff] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const e = x[b + k] - x[a + k];
    const f = x[c + k] - x[a + k];
    ee += e * e;
    ef += e * f;
    ff += f * f;
  }
  return { ee, ef, ff };
}
