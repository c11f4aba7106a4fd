import type { Sdf } from '../../geometry/types.ts';
import type { FieldFill } from '../../materials/fields.ts';
import { ALONG, JUMP, LINES, MOST_JUMPS, SLIVER } from './numbers.ts';

/** A box by its corners, low and high along each axis [m]. */
export interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Searched planes that are this close are one, in parts of the side. */
const SAME = 1e-6;

/** The box around a shape. */
export const boxAround = ({ bounds: b }: Sdf): Box => ({
  low: [b[0], b[1], b[2]],
  high: [b[3], b[4], b[5]],
});

/**
 * Positions where flat faces of regions cross the box, by axis. Without mesh planes there, a hold would end up to half
 * an element too early or late, which changes the free length.
 */
export function regionPlanes(box: Box, regions: readonly Sdf[]): number[][] {
  const planes: number[][] = [[], [], []];
  const size = Math.max(...box.high.map((h, d) => h - box.low[d]));
  const places = new Float64Array(3 * LINES * LINES);
  const distance = new Float64Array(LINES * LINES);
  for (const region of regions) {
    for (let side = 0; side < 6; side++) {
      const axis = side % 3;
      const at = region.bounds[side];
      if (!(at > box.low[axis] && at < box.high[axis])) continue;
      across(places, box, axis, at);
      region.evaluate(places, LINES * LINES, distance);
      const on = distance.filter((d) => Math.abs(d) < 1e-6 * size).length;
      // A corner or a round side touches its bounds in a point or a line.
      if (on > LINES) planes[axis].push(at);
    }
  }
  return planes;
}

/**
 * Where the stiffness jumps from one flat layer to the next, by axis; nothing along an axis with more than `most`
 * jumps.
 */
export function fieldPlanes(box: Box, stiffness: FieldFill, most = MOST_JUMPS): number[][] {
  return [0, 1, 2].map((axis) => {
    const found = jumpsAlong(box, stiffness, axis);
    return found.length > most ? [] : found;
  });
}

function jumpsAlong(box: Box, stiffness: FieldFill, axis: number): number[] {
  const side = box.high[axis] - box.low[axis];
  const starts = new Float64Array(3 * LINES * LINES);
  across(starts, box, axis, 0);
  const places = new Float64Array(3 * ALONG);
  const values = new Float64Array(ALONG);
  /** Each jump, and on how many lines it was seen. */
  const jumps: { at: number; lines: number }[] = [];
  for (let line = 0; line < LINES * LINES; line++) {
    const at = (i: number): number => box.low[axis] + (side * (i + 0.5)) / ALONG;
    for (let i = 0; i < ALONG; i++) {
      for (let c = 0; c < 3; c++) places[3 * i + c] = c === axis ? at(i) : starts[3 * line + c];
    }
    stiffness(places, ALONG, values);
    for (let i = 0; i + 1 < ALONG; i++) {
      if (!jumped(values[i], values[i + 1])) continue;
      const where = bisect(places, 3 * i, axis, at(i), at(i + 1), stiffness);
      if (where === null) continue;
      const known = jumps.find((j) => Math.abs(j.at - where) < SAME * side);
      if (known) known.lines++;
      else jumps.push({ at: where, lines: 1 });
    }
  }
  // A slanted or curved boundary is somewhere else on every line.
  return jumps.filter((j) => j.lines > LINES).map((j) => j.at);
}

const jumped = (a: number, b: number): boolean => Math.max(a, b) > JUMP * Math.min(a, b);

/** Where between two places the value jumps; null if it merely changes. */
function bisect(
  places: Float64Array,
  p: number,
  axis: number,
  from: number,
  to: number,
  stiffness: FieldFill,
): number | null {
  const place = places.slice(p, p + 3);
  const value = new Float64Array(1);
  const at = (x: number): number => {
    place[axis] = x;
    stiffness(place, 1, value);
    return value[0];
  };
  let [low, high] = [from, to];
  const [first, last] = [at(low), at(high)];
  for (let i = 0; i < 30; i++) {
    const middle = 0.5 * (low + high);
    const v = at(middle);
    if (Math.abs(v - first) < Math.abs(v - last)) low = middle;
    else high = middle;
  }
  return jumped(at(low), at(high)) ? 0.5 * (low + high) : null;
}

/** Places spread over the plane across `axis` at `at`. */
function across(out: Float64Array, box: Box, axis: number, at: number): void {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const part = (d: number, i: number): number =>
    // Off the middle, where layers like to meet.
    box.low[d] + ((box.high[d] - box.low[d]) * (i + 0.47)) / LINES;
  for (let i = 0; i < LINES; i++) {
    for (let j = 0; j < LINES; j++) {
      const o = 3 * (LINES * i + j);
      out[o + axis] = at;
      out[o + u] = part(u, i);
      out[o + v] = part(v, j);
    }
  }
}

/**
 * The planes of a grid along one axis: at both ends, at the given points, and between them so that cells are about
 * `cell` wide. Given positions within a hundredth of a cell of another plane are left out, to avoid slivers.
 */
export function spacedPlanes(
  low: number,
  high: number,
  given: readonly number[],
  cell: number,
): Float64Array {
  const marks = [low];
  for (const at of [...given].sort((a, b) => a - b)) {
    if (at - marks[marks.length - 1] > SLIVER * cell && high - at > SLIVER * cell) marks.push(at);
  }
  marks.push(high);
  const planes = [low];
  for (let m = 0; m + 1 < marks.length; m++) {
    const length = marks[m + 1] - marks[m];
    const count = Math.max(1, Math.round(length / cell));
    for (let i = 1; i <= count; i++)
      planes.push(i === count ? marks[m + 1] : marks[m] + (length * i) / count);
  }
  return Float64Array.from(planes);
}
