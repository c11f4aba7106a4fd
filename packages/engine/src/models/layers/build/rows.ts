import { append } from '../../../core/append.ts';
import { tickEvery } from '../../../core/watch.ts';
import { type LayerForm, type Rows, widths } from '../model.ts';
import type { Groups } from './groups.ts';

/** Rows of groups of points: weighted means over each group list[ptr[g] .. ptr[g+1]) of points. */
export function meanRows(rows: Rows, form: LayerForm, { ptr, list, weight }: Groups): Rows {
  const width = widths(form);
  const out = { ptr: [0], fn: [] as number[], value: [] as number[], slope: [] as number[] };
  const sums = new Map<number, Float64Array>();
  for (let g = 0; g < ptr.length - 1; g++) {
    sums.clear();
    for (let i = ptr[g]; i < ptr[g + 1]; i++) {
      const share = weight[i];
      for (let e = rows.ptr[list[i]]; e < rows.ptr[list[i] + 1]; e++) {
        let sum = sums.get(rows.fn[e]);
        if (sum === undefined) {
          sum = new Float64Array(width.value + width.slope);
          sums.set(rows.fn[e], sum);
        }
        for (let c = 0; c < width.value; c++) sum[c] += share * rows.value[width.value * e + c];
        for (let c = 0; c < width.slope; c++)
          sum[width.value + c] += share * rows.slope[width.slope * e + c];
      }
    }
    for (const f of [...sums.keys()].sort((a, b) => a - b)) {
      const sum = sums.get(f)!;
      out.fn.push(f);
      append(out.value, sum.subarray(0, width.value));
      append(out.slope, sum.subarray(width.value));
    }
    out.ptr.push(out.fn.length);
  }
  return {
    ptr: Int32Array.from(out.ptr),
    fn: Int32Array.from(out.fn),
    value: Float64Array.from(out.value),
    slope: Float64Array.from(out.slope),
  };
}

/** Rows of two sets of points, one after the other. */
export function joinRows(a: Rows, b: Rows): Rows {
  const ptr = new Int32Array(a.ptr.length + b.ptr.length - 1);
  ptr.set(a.ptr);
  for (let i = 1; i < b.ptr.length; i++) ptr[a.ptr.length - 1 + i] = a.fn.length + b.ptr[i];
  return {
    ptr,
    fn: Int32Array.from([...a.fn, ...b.fn]),
    value: joined(a.value, b.value),
    slope: joined(a.slope, b.slope),
  };
}

export function joined(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** The same rows with points in another order: point i is what order[i] was. */
export function reorderRows(rows: Rows, form: LayerForm, order: Int32Array): Rows {
  const width = widths(form);
  const ptr = new Int32Array(order.length + 1);
  for (let i = 0; i < order.length; i++)
    ptr[i + 1] = ptr[i] + rows.ptr[order[i] + 1] - rows.ptr[order[i]];
  const n = ptr[order.length];
  const out = {
    ptr,
    fn: new Int32Array(n),
    value: new Float64Array(n * width.value),
    slope: new Float64Array(n * width.slope),
  };
  for (let i = 0; i < order.length; i++) {
    tickEvery(i, 'points of layers');
    const from = rows.ptr[order[i]];
    const to = rows.ptr[order[i] + 1];
    out.fn.set(rows.fn.subarray(from, to), ptr[i]);
    out.value.set(rows.value.subarray(width.value * from, width.value * to), width.value * ptr[i]);
    out.slope.set(rows.slope.subarray(width.slope * from, width.slope * to), width.slope * ptr[i]);
  }
  return out;
}
