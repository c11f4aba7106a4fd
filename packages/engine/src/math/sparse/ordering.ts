import { nestedDissection } from './dissection.ts';
import { fillOf } from './elimination.ts';
import type { Graph } from './graph.ts';
import { minimumDegree } from './minimum-degree.ts';
import { naturalOrder } from './permutation.ts';
import { reverseCuthillMcKee } from './rcm.ts';

/** How the unknowns of a sparse factor are ordered. */
export type Ordering = 'least-fill' | 'dissection' | 'minimum-degree' | 'band' | 'natural';

/**
 * An elimination order of the block graph: order[place] = original row.
 *
 * 'dissection' leaves the least fill in bulky solids, most surely when `positions` [rows, 3] are given;
 * 'minimum-degree' in trees and shells; 'band' (reverse Cuthill–McKee) in slender bars. 'least-fill', the default,
 * tries these three.
 */
export function orderGraph(
  graph: Graph,
  ordering: Ordering = 'least-fill',
  positions?: Float64Array,
): Int32Array {
  if (ordering === 'dissection') return nestedDissection(graph, { positions });
  if (ordering === 'minimum-degree') return minimumDegree(graph);
  if (ordering === 'band') return reverseCuthillMcKee(graph);
  if (ordering === 'natural') return naturalOrder(graph.rows);
  let best = nestedDissection(graph, { positions });
  let least = fillOf(graph, best, Number.POSITIVE_INFINITY);
  for (const order of [minimumDegree(graph), reverseCuthillMcKee(graph)]) {
    const fill = fillOf(graph, order, least);
    if (fill >= least) continue;
    best = order;
    least = fill;
  }
  return best;
}
