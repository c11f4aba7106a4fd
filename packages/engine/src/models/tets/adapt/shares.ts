import { spreadFollowers } from '../front/spread.ts';
import type { TetsRuntime } from '../runtime.ts';
import { type Finest, unpack } from './finest.ts';

/** Halvings by which a limit between numbers is found: 2⁻⁴⁰ of the largest. */
const HALVINGS = 40;

/** Which elements of the front in use make the error. */
export interface Shares {
  /** The element of the front that each tet is in, or is; −1 for those that are split. Found for front number `stamp`. Shape [tets]. */
  readonly within: Int32Array;
  stamp: number;
  /** Share of each element of the front, shape [tets]; `list` has the `count` that could be split. */
  readonly share: Float64Array;
  readonly list: Int32Array;
  count: number;
  /** Of each vertex: leaves around it inside elements that could be split. */
  readonly around: Int32Array;
  /** δ, and what of it the front can follow, at all vertices. */
  readonly delta: Float64Array;
  readonly followed: Float64Array;
}

export function createShares({ data }: TetsRuntime): Shares {
  const tets = data.tree.tets.length / 4;
  return {
    within: new Int32Array(tets),
    stamp: -1,
    share: new Float64Array(tets),
    list: new Int32Array(data.parents),
    count: 0,
    around: new Int32Array(data.vertices),
    delta: new Float64Array(3 * data.vertices),
    followed: new Float64Array(3 * data.vertices),
  };
}

/** Can element t of the front be split? A linear one if it has children, a ten-node one if those have. */
function divisible({ data, memory }: TetsRuntime, t: number): boolean {
  if (t >= data.parents) return false;
  return memory.split[t] === 0 || 8 * t + data.tree.roots < data.parents;
}

/** Finds what is in the front now, and what of it could be split. */
export function refreshShares(run: TetsRuntime, shares: Shares): void {
  const { data, front } = run;
  const { tree } = data;
  const { within, list, around } = shares;
  if (shares.stamp === front.stamp) return;
  shares.stamp = front.stamp;
  shares.count = 0;
  around.fill(0);
  for (let t = 0; t < within.length; t++) {
    if (front.elementOf[t] >= 0) {
      within[t] = t;
      if (divisible(run, t)) list[shares.count++] = t;
    } else within[t] = t < tree.roots ? -1 : within[Math.floor((t - tree.roots) / 8)];
    if (t < data.parents || !divisible(run, within[t])) continue;
    for (let k = 0; k < 4; k++) around[tree.tets[4 * t + k]]++;
  }
}

/**
 * What each element leaves undone: w·r at the vertices inside, w the part of δ that the front cannot follow, divided among the leaves around a
 * vertex. In sum they are the energy of the error. Gives the sum of their sizes [J s].
 */
export function findShares(run: TetsRuntime, finest: Finest, shares: Shares): number {
  const { data, front, memory } = run;
  const { tree } = data;
  const { within, share, list, around, delta, followed } = shares;
  const { r, y } = memory.error;
  refreshShares(run, shares);
  unpack(finest, delta, y);
  followed.set(delta);
  spreadFollowers(followed, data, front, memory);
  for (let n = 0; n < shares.count; n++) share[list[n]] = 0;
  const { place } = finest.run.memory;
  for (let t = data.parents; t < within.length; t++) {
    if (!divisible(run, within[t])) continue;
    for (let k = 0; k < 4; k++) {
      const v = tree.tets[4 * t + k];
      const i = place[v];
      if (i >= finest.run.front.free) continue;
      let work = 0;
      for (let c = 0; c < 3; c++) work += (delta[3 * v + c] - followed[3 * v + c]) * r[3 * i + c];
      share[within[t]] += work / around[v];
    }
  }
  let sum = 0;
  for (let n = 0; n < shares.count; n++) {
    share[list[n]] = Math.abs(share[list[n]]);
    sum += share[list[n]];
  }
  return sum;
}

/** The largest limit for which values[list[0..count)] that are not above it add up to `most` at most. */
export function limitOf(
  values: Float64Array,
  list: Int32Array,
  count: number,
  most: number,
): number {
  let high = 0;
  for (let n = 0; n < count; n++) high = Math.max(high, values[list[n]]);
  let low = 0;
  let limit = high;
  for (let k = 0; k < HALVINGS; k++) {
    let sum = 0;
    for (let n = 0; n < count; n++) if (values[list[n]] <= limit) sum += values[list[n]];
    if (sum <= most) low = limit;
    else high = limit;
    if (low >= high) break;
    limit = 0.5 * (low + high);
  }
  return low;
}
