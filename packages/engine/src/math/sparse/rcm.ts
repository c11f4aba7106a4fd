import { createSearch, degree, type Graph, peripheralVertex } from './graph.ts';

/**
 * Reverse Cuthill–McKee: a narrow band, good for incomplete factors (near neighbours stay near) and as a yardstick for
 * the fill-reducing orders.
 */
export function reverseCuthillMcKee(graph: Graph): Int32Array {
  const n = graph.rows;
  const order = new Int32Array(n);
  const waiting = new Int32Array(n).fill(1);
  const scratch = createSearch(n);
  let count = 0;
  for (let seed = 0; seed < n; seed++) {
    if (waiting[seed] === 0) continue;
    const start = peripheralVertex(graph, scratch, seed, waiting, 1);
    order[count] = start;
    waiting[start] = 0;
    for (let head = count++; head < count; head++) {
      const from = count;
      const v = order[head];
      for (let k = graph.rowPtr[v]; k < graph.rowPtr[v + 1]; k++) {
        const w = graph.cols[k];
        if (waiting[w] === 0) continue;
        waiting[w] = 0;
        order[count++] = w;
      }
      // Ties by index, so that the order is the same on every machine.
      order.subarray(from, count).sort((a, b) => degree(graph, a) - degree(graph, b) || a - b);
    }
  }
  return order.reverse();
}
