/**
 * Orders are kept as `order[place] = original index`: what comes first is order[0]. The inverse, `places[original] =
 * place`, says where a thing went.
 */

/** places[order[i]] = i. */
export function invertOrder(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) places[order[i]] = i;
  return places;
}

/** Each of 0 … n−1 exactly once. */
export function isOrder(order: Int32Array): boolean {
  const seen = new Uint8Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const at = order[i];
    if (at < 0 || at >= order.length || seen[at] === 1) return false;
    seen[at] = 1;
  }
  return true;
}

/** 0, 1, … n−1. */
export function naturalOrder(n: number): Int32Array {
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  return order;
}

/** First `inner`, then `outer` on its result: out[i] = inner[outer[i]]. */
export function composeOrders(inner: Int32Array, outer: Int32Array): Int32Array {
  const out = new Int32Array(outer.length);
  for (let i = 0; i < outer.length; i++) out[i] = inner[outer[i]];
  return out;
}

/** out = x in the new order, blocks of b: out_i = x_order[i]. */
export function gatherBlocks(
  out: Float64Array,
  x: Float64Array,
  order: Int32Array,
  b: number,
): void {
  for (let i = 0; i < order.length; i++) {
    for (let c = 0; c < b; c++) out[i * b + c] = x[order[i] * b + c];
  }
}

/** The inverse: out_order[i] = x_i. */
export function scatterBlocks(
  out: Float64Array,
  x: Float64Array,
  order: Int32Array,
  b: number,
): void {
  for (let i = 0; i < order.length; i++) {
    for (let c = 0; c < b; c++) out[order[i] * b + c] = x[i * b + c];
  }
}
