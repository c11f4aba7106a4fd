/**
 * A binary heap of cell indices ordered by an outside array of keys, ties by index. An entry can be moved up when its
 * key falls.
 */
export interface CellHeap {
  size: number;
  /** Cells in heap order. */
  cells: Int32Array;
  /** Place in `cells` of each cell, −1 if it is not in the heap; shape [cells of the grid]. */
  place: Int32Array;
}

/** An empty heap for at most `most` of `cells` cells. */
export function createCellHeap(cells: number, most: number): CellHeap {
  return { size: 0, cells: new Int32Array(most), place: new Int32Array(cells).fill(-1) };
}

/** Adds a cell, or moves it up after its key fell. */
export function heapPush(heap: CellHeap, keys: Float64Array, c: number): void {
  const { cells, place } = heap;
  let i = place[c] < 0 ? heap.size++ : place[c];
  const key = keys[c];
  while (i > 0) {
    const parent = (i - 1) >> 1;
    const p = cells[parent];
    if (keys[p] < key || (keys[p] === key && p < c)) break;
    cells[i] = p;
    place[p] = i;
    i = parent;
  }
  cells[i] = c;
  place[c] = i;
}

/** Takes the cell with the smallest key out; the heap must not be empty. */
export function heapPop(heap: CellHeap, keys: Float64Array): number {
  const { cells, place } = heap;
  const top = cells[0];
  place[top] = -1;
  const n = --heap.size;
  if (n === 0) return top;
  const c = cells[n];
  const key = keys[c];
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= n) break;
    if (child + 1 < n) {
      const l = cells[child];
      const r = cells[child + 1];
      if (keys[r] < keys[l] || (keys[r] === keys[l] && r < l)) child++;
    }
    const p = cells[child];
    if (key < keys[p] || (key === keys[p] && c < p)) break;
    cells[i] = p;
    place[p] = i;
    i = child;
  }
  cells[i] = c;
  place[c] = i;
  return top;
}
