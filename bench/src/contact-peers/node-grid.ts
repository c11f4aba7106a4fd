/** Pairs of nodes of different bodies that may come near within a step, by hashed cells. */
export class NodeGrid {
  private readonly size: number;
  private readonly start: Int32Array;
  private readonly sorted: Int32Array;
  private readonly cellOf: Int32Array;
  private pairs = new Int32Array(2 ** 16);
  private count = 0;
  private readonly nodes: number;
  private readonly perBody: number;

  /** `reach`: what counts as near [m]; cells are half as large again, for the way of a step. Bodies have `perBody` nodes each. */
  constructor(nodes: number, reach: number, perBody: number) {
    this.nodes = nodes;
    this.perBody = perBody;
    this.size = 1.5 * reach;
    this.start = new Int32Array(2 * nodes + 1);
    this.sorted = new Int32Array(nodes);
    this.cellOf = new Int32Array(nodes);
  }

  fill(x: Float64Array): void {
    const { size, start, sorted, cellOf, nodes } = this;
    const table = start.length - 1;
    start.fill(0);
    for (let i = 0; i < nodes; i++) {
      cellOf[i] = this.hash(x[3 * i], x[3 * i + 1], x[3 * i + 2], 0, 0, 0);
      start[cellOf[i] + 1]++;
    }
    for (let c = 0; c < table; c++) start[c + 1] += start[c];
    const next = start.slice();
    for (let i = 0; i < nodes; i++) sorted[next[cellOf[i]]++] = i;
    this.count = 0;
    for (let i = 0; i < nodes; i++) {
      for (let n = 0; n < 27; n++) {
        const [dx, dy, dz] = [(n % 3) - 1, (Math.floor(n / 3) % 3) - 1, Math.floor(n / 9) - 1];
        const cell = this.hash(x[3 * i], x[3 * i + 1], x[3 * i + 2], dx, dy, dz);
        for (let k = start[cell]; k < start[cell + 1]; k++) {
          const j = sorted[k];
          if (j <= i || Math.floor(i / this.perBody) === Math.floor(j / this.perBody)) continue;
          const square =
            (x[3 * i] - x[3 * j]) ** 2 +
            (x[3 * i + 1] - x[3 * j + 1]) ** 2 +
            (x[3 * i + 2] - x[3 * j + 2]) ** 2;
          if (square < size * size) this.add(i, j);
        }
      }
    }
  }

  forPairs(visit: (a: number, b: number) => void): void {
    for (let k = 0; k < this.count; k++) visit(this.pairs[2 * k], this.pairs[2 * k + 1]);
  }

  private add(i: number, j: number): void {
    if (2 * this.count === this.pairs.length) {
      const more = new Int32Array(2 * this.pairs.length);
      more.set(this.pairs);
      this.pairs = more;
    }
    this.pairs[2 * this.count] = i;
    this.pairs[2 * this.count++ + 1] = j;
  }

  private hash(x: number, y: number, z: number, dx: number, dy: number, dz: number): number {
    const i = Math.floor(x / this.size) + dx;
    const j = Math.floor(y / this.size) + dy;
    const k = Math.floor(z / this.size) + dz;
    const mixed = Math.imul(i, 92837111) ^ Math.imul(j, 689287499) ^ Math.imul(k, 283923481);
    return Math.abs(mixed) % (this.start.length - 1);
  }
}
