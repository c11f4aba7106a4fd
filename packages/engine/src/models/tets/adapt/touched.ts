import { gatherFollower, spreadFollower } from '../front/spread.ts';
import type { TetsRuntime } from '../runtime.ts';
import { type Finest, unpack } from './finest.ts';

/**
 * Vertices that contacts act on and that follow others in the front in use. Contacts push at single points; the finest
 * front, which has a vertex under each, would show a dent there, and everything touched would have to be split. But the
 * push depends on the front: on a finer one it would be spread over more points. So touched vertices follow in the
 * finest front as in the front in use, and the error counts all others.
 */
export interface Touched {
  readonly list: Int32Array;
  count: number;
  /** Numbers of all vertices. */
  readonly all: Float64Array;
}

export function createTouched({ data }: TetsRuntime): Touched {
  return {
    list: new Int32Array(data.vertices),
    count: 0,
    all: new Float64Array(3 * data.vertices),
  };
}

export function findTouched(run: TetsRuntime, touched: Touched): void {
  const { front, memory } = run;
  const { leafImpulse: p, place } = memory;
  touched.count = 0;
  for (let i = 0; i < front.followerCount; i++) {
    const v = front.followers[i];
    if (p[3 * v] === 0 && p[3 * v + 1] === 0 && p[3 * v + 2] === 0) continue;
    if (place[v] < 0 || place[v] >= front.free) touched.list[touched.count++] = v;
  }
}

/** Forces on the free vertices of the finest front: what acts on touched ones is handed to what they follow. */
export function handTouched(
  run: TetsRuntime,
  finest: Finest,
  touched: Touched,
  r: Float64Array,
): void {
  if (touched.count === 0) return;
  const { all, list } = touched;
  const { data, memory } = run;
  const { front, memory: own } = finest.run;
  all.fill(0);
  for (let i = 0; i < front.free; i++)
    for (let c = 0; c < 3; c++) all[3 * own.vertexOf[i] + c] = r[3 * i + c];
  for (let i = touched.count - 1; i >= 0; i--) {
    gatherFollower(all, data, memory, list[i]);
    all.fill(0, 3 * list[i], 3 * list[i] + 3);
  }
  for (let i = front.followerCount - 1; i >= 0; i--)
    gatherFollower(all, data, own, front.followers[i]);
  pack(finest, r, all);
}

/** Motion of the free vertices of the finest front: touched ones follow. */
export function followTouched(
  run: TetsRuntime,
  finest: Finest,
  touched: Touched,
  y: Float64Array,
): void {
  if (touched.count === 0) return;
  const { all, list } = touched;
  unpack(finest, all, y);
  for (let i = 0; i < touched.count; i++) spreadFollower(all, run.data, run.memory, list[i]);
  pack(finest, y, all);
}

function pack({ run }: Finest, out: Float64Array, all: Float64Array): void {
  const { vertexOf, held } = run.memory;
  for (let i = 0; i < run.front.free; i++) {
    const on = held[vertexOf[i]] === 1 ? 0 : 1;
    for (let c = 0; c < 3; c++) out[3 * i + c] = on * all[3 * vertexOf[i] + c];
  }
}
