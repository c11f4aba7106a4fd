/** Things at places, each with a number. */
export interface Valued {
  readonly count: number;
  /** 3×4 maps of unit cells, shape [count, 12]. */
  readonly poses: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** Where in a unit cell its middle is, the same along all axes. */
  readonly middle: number;
}

/** Cells looked at around a point before it is given up. */
const MOST_RINGS = 12;

/** Gives each point the number of the cell whose middle is nearest, near enough for a colour: found in a grid with about a cell a box. */
export function nearestValues(out: Float32Array, points: ArrayLike<number>, cells: Valued): void {
  const { count, poses, values, middle } = cells;
  out.fill(0);
  if (count === 0) return;
  const at = new Float32Array(3 * count);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    for (let r = 0; r < 3; r++) {
      const o = 12 * i + 4 * r;
      const x = poses[o + 3] + middle * (poses[o] + poses[o + 1] + poses[o + 2]);
      at[3 * i + r] = x;
      low[r] = Math.min(low[r], x);
      high[r] = Math.max(high[r], x);
    }
  }
  const size = Math.max(1e-9, ...high.map((x, r) => x - low[r]));
  const box = size / Math.max(1, Math.round(Math.cbrt(count)));
  const n = high.map((x, r) => Math.floor((x - low[r]) / box) + 1);
  const boxOf = (x: number, r: number): number =>
    Math.max(0, Math.min(n[r] - 1, Math.floor((x - low[r]) / box)));
  const first = new Int32Array(n[0] * n[1] * n[2]).fill(-1);
  const next = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const key =
      boxOf(at[3 * i], 0) + n[0] * (boxOf(at[3 * i + 1], 1) + n[1] * boxOf(at[3 * i + 2], 2));
    next[i] = first[key];
    first[key] = i;
  }
  for (let p = 0; p < out.length; p++) {
    const home = [0, 1, 2].map((r) => boxOf(points[3 * p + r], r));
    let least = Number.POSITIVE_INFINITY;
    // One ring more than where the first is found: it may be nearer beyond a side.
    let last = MOST_RINGS;
    for (let ring = 0; ring <= last; ring++) {
      for (let z = Math.max(0, home[2] - ring); z <= Math.min(n[2] - 1, home[2] + ring); z++)
        for (let y = Math.max(0, home[1] - ring); y <= Math.min(n[1] - 1, home[1] + ring); y++) {
          const isShell = Math.abs(z - home[2]) === ring || Math.abs(y - home[1]) === ring;
          for (
            let x = home[0] - ring;
            x <= home[0] + ring;
            x += isShell || ring === 0 ? 1 : 2 * ring
          ) {
            if (x < 0 || x >= n[0]) continue;
            for (let i = first[x + n[0] * (y + n[1] * z)]; i >= 0; i = next[i]) {
              const distance =
                (at[3 * i] - points[3 * p]) ** 2 +
                (at[3 * i + 1] - points[3 * p + 1]) ** 2 +
                (at[3 * i + 2] - points[3 * p + 2]) ** 2;
              if (distance >= least) continue;
              least = distance;
              out[p] = values[i];
            }
          }
        }
      if (least < Number.POSITIVE_INFINITY) last = Math.min(last, ring + 1);
    }
  }
}
