import { gatherFollower, spreadFollowers } from '../front/spread.ts';
import type { TetsRuntime } from '../runtime.ts';
import { type Finest, unpack } from './finest.ts';

/** Halvings by which a limit between numbers is found: 2⁻⁴⁰ of the largest. */
const HALVINGS = 40;

/** Shares of the elements of the front in use in the error. */
export interface Shares {
  /**
   * The element of the front that each tet is in, or is; −1 for those that are split. Found for front number `stamp`.
   * Shape [tets].
   */
  readonly within: Int32Array;
  stamp: number;
  /** Share of each element of the front, shape [tets]; `list` has the `count` that could be split. */
  readonly share: Float64Array;
  readonly list: Int32Array;
  count: number;
  /** Leaves around each vertex, and those of them inside elements that could be split; shape [vertices]. */
  readonly leaves: Int32Array;
  readonly around: Int32Array;
  /** What is undone at each vertex, shape [vertices]. */
  readonly undone: Float64Array;
  /** δ, and what of it the front can follow, at all vertices. */
  readonly delta: Float64Array;
  readonly followed: Float64Array;
  /** r where the front gathers it, at all vertices. */
  readonly gathered: Float64Array;
}

export function createShares({ data }: TetsRuntime): Shares {
  const tets = data.tree.tets.length / 4;
  const leaves = new Int32Array(data.vertices);
  for (let i = 4 * data.parents; i < data.tree.tets.length; i++) leaves[data.tree.tets[i]]++;
  return {
    within: new Int32Array(tets),
    stamp: -1,
    share: new Float64Array(tets),
    list: new Int32Array(data.parents),
    count: 0,
    leaves,
    around: new Int32Array(data.vertices),
    undone: new Float64Array(data.vertices),
    delta: new Float64Array(3 * data.vertices),
    followed: new Float64Array(3 * data.vertices),
    gathered: new Float64Array(3 * data.vertices),
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
 * What each element leaves undone: what its vertices do, divided among the leaves around each. In sum they are the
 * energy of the error. Returns the sum of their sizes [J s].
 */
export function findShares(run: TetsRuntime, finest: Finest, shares: Shares): number {
  const { data } = run;
  const { tree } = data;
  const { within, share, list, around, undone } = shares;
  refreshShares(run, shares);
  findUndone(run, finest, shares);
  handToCorners(run, shares);
  for (let n = 0; n < shares.count; n++) share[list[n]] = 0;
  for (let t = data.parents; t < within.length; t++) {
    if (!divisible(run, within[t])) continue;
    for (let k = 0; k < 4; k++) {
      const v = tree.tets[4 * t + k];
      share[within[t]] += undone[v] / around[v];
    }
  }
  let sum = 0;
  for (let n = 0; n < shares.count; n++) {
    share[list[n]] = Math.abs(share[list[n]]);
    sum += share[list[n]];
  }
  return sum;
}

/**
 * δ·r divided among the vertices: w·r at those that follow, w the part of δ that they cannot; δ·Wᵀr at those that are
 * free, where Wᵀr is what the front's own equation has wrong: elements that keep a stress, or have an elasticity that
 * stands for others'.
 */
function findUndone(run: TetsRuntime, finest: Finest, shares: Shares): void {
  const { data, front, memory } = run;
  const { delta, followed, gathered, undone } = shares;
  const { r, y } = memory.error;
  const { place, vertexOf } = finest.run.memory;
  unpack(finest, delta, y);
  followed.set(delta);
  spreadFollowers(followed, data, front, memory);
  gathered.fill(0);
  for (let i = 0; i < finest.run.front.free; i++)
    for (let c = 0; c < 3; c++) gathered[3 * vertexOf[i] + c] = r[3 * i + c];
  for (let i = front.followerCount - 1; i >= 0; i--)
    gatherFollower(gathered, data, memory, front.followers[i]);
  for (let v = 0; v < data.vertices; v++) {
    const i = place[v];
    const follows = memory.place[v] < 0 || memory.place[v] >= front.free;
    undone[v] = 0;
    for (let c = 0; c < 3; c++) {
      if (!follows) undone[v] += delta[3 * v + c] * gathered[3 * v + c];
      else if (i < finest.run.front.free)
        undone[v] += (delta[3 * v + c] - followed[3 * v + c]) * r[3 * i + c];
    }
  }
}

/**
 * Where a linear element keeps a face of a ten-node one flat, vertices inside the latter cannot move, and only
 * splitting the former helps: what they leave undone goes to the ten-node element's corners, of which the two have some
 * in common.
 */
function handToCorners(run: TetsRuntime, { within, around, undone, leaves }: Shares): void {
  const { data } = run;
  const { tree } = data;
  for (let t = data.parents; t < within.length; t++) {
    if (divisible(run, within[t])) continue;
    for (let k = 0; k < 4; k++) {
      const v = tree.tets[4 * t + k];
      if (around[v] > 0 || undone[v] === 0) continue;
      for (let a = 0; a < 4; a++)
        undone[tree.tets[4 * within[t] + a]] += undone[v] / (4 * leaves[v]);
    }
  }
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
