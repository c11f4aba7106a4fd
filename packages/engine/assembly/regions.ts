const LARGEST: i32 = 2147483647;

// @ts-ignore: decorator
@inline
function get(array: usize, i: i32): i32 {
  return load<i32>(array + (<usize>i << 2));
}

// @ts-ignore: decorator
@inline
function set(array: usize, i: i32, value: i32): void {
  store<i32>(array + (<usize>i << 2), value);
}

export function graphWays(
  found: usize, distance: usize, best: usize, head: usize, next: usize, entry: usize, base: i32, ring: i32,
  graphPtr: usize, graph: usize, level: usize, sources: usize, count: i32, end: i32,
): i32 {
  let used: i32 = 0;
  let settled: i32 = 0;
  for (let b: i32 = 0; b < ring; b++) set(head, b, -1);
  for (let s: i32 = 0; s < count; s++) {
    const i = get(sources, s);
    if (get(best, i) == base) continue;
    set(best, i, base);
    set(entry, used, i);
    set(next, used, get(head, 0));
    set(head, 0, used++);
  }
  let waiting = used;
  let slot: i32 = 0;
  for (let d: i32 = 0; waiting > 0; d++) {
    const list = head + (<usize>slot << 2);
    while (load<i32>(list) >= 0) {
      const e = load<i32>(list);
      store<i32>(list, get(next, e));
      waiting--;
      const i = get(entry, e);
      if (get(best, i) != base + d) continue;
      set(found, settled, i);
      set(distance, settled++, d);
      const own: i32 = 1 << <i32>load<u8>(level + <usize>i);
      const to = graph + (<usize>get(graphPtr, i + 1) << 2);
      for (let k = graph + (<usize>get(graphPtr, i) << 2); k < to; k += 4) {
        const j = load<i32>(k);
        const step: i32 = own + (1 << <i32>load<u8>(level + <usize>j));
        const way = d + step;
        if (way >= end || get(best, j) <= base + way) continue;
        set(best, j, base + way);
        set(entry, used, j);
        const bucket = slot + step < ring ? slot + step : slot + step - ring;
        set(next, used, get(head, bucket));
        set(head, bucket, used++);
        waiting++;
      }
    }
    slot = slot + 1 < ring ? slot + 1 : 0;
  }
  return settled;
}

export function findRegions(
  counts: usize, nodes: usize, room: i32, list: usize, n: i32, widths: usize, graphPtr: usize, graph: usize, level: usize,
  leaves: i32, parent: usize, under: usize, childPtr: usize, child: usize, work: usize, capacity: i32, edges: i32, ring: i32,
): i32 {
  const c = <usize>capacity << 2;
  const found = work;
  const distance = work + c;
  const best = work + 2 * c;
  const low = work + 3 * c;
  const seen = work + 5 * c;
  const mark = work + 7 * c;
  const stack = work + 9 * c;
  const tops = work + 11 * c;
  const head = work + 13 * c;
  const next = head + (<usize>ring << 2);
  const entry = next + (<usize>edges << 2);
  const source = entry + (<usize>edges << 2);
  memory.fill(mark, 0xff, 2 * c);
  let base: i32 = 0;
  let total: i32 = 0;
  for (let m: i32 = 0; m < n; m++) {
    const width = get(widths, get(list, m));
    const end = <i32>Math.ceil(1.5 * <f64>width);
    if (base < 2 * end + 2) {
      base = LARGEST;
      for (let i: i32 = 0; i < leaves; i++) set(best, i, LARGEST);
    }
    base -= end + 1;
    set(source, 0, get(list, m));
    const reached = graphWays(
      found, distance, best, head, next, entry, base, ring, graphPtr, graph, level, source, 1, end,
    );
    let waiting: i32 = 0;
    let roots: i32 = 0;
    for (let k: i32 = 0; k < reached; k++) {
      const d = get(distance, k);
      for (let i = get(found, k); i >= 0; i = get(parent, i)) {
        if (get(mark, i) != m) {
          set(mark, i, m);
          set(low, i, d);
          set(seen, i, 0);
          if (get(parent, i) < 0) set(tops, roots++, i);
        }
        set(seen, i, get(seen, i) + 1);
      }
    }
    for (let r: i32 = 0; r < roots; r++) set(stack, waiting++, get(tops, r));
    const first = total;
    while (waiting > 0) {
      const i = get(stack, --waiting);
      if (get(mark, i) != m || get(low, i) > width) continue;
      if (i < leaves || get(seen, i) == get(under, i)) {
        if (total == room) return -1;
        let at = total++;
        for (; at > first && get(nodes, at - 1) > i; at--) set(nodes, at, get(nodes, at - 1));
        set(nodes, at, i);
        continue;
      }
      const to = get(childPtr, i - leaves + 1);
      for (let k = get(childPtr, i - leaves); k < to; k++) set(stack, waiting++, get(child, k));
    }
    set(counts, m, total - first);
  }
  return total;
}
