/** What a line of a plot goes through: values over times that do not fall. */
export interface Line {
  readonly times: readonly number[];
  readonly values: readonly number[];
  /** What the legend says at a time, where that is not what is drawn (areas on top of each other). */
  readonly own?: readonly number[];
}

/** Numbers along an axis, and where they are in the picture [px]. */
export interface Axis {
  readonly low: number;
  readonly high: number;
  /** Where `low` and `high` are. */
  readonly from: number;
  readonly to: number;
}

export const place = ({ low, high, from, to }: Axis, value: number): number =>
  from + ((value - low) / (high - low)) * (to - from);

/** Round numbers from `low` to `high`, at most `most` and one: multiples of 1, 2 or 5 times a power of ten. */
export function ticksOf(low: number, high: number, most: number): number[] {
  const least = (high - low) / Math.max(1, most);
  if (!(least > 0) || !Number.isFinite(least)) return [];
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((k) => k * power >= 0.999999 * least) ?? 10);
  const out: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++)
    out.push(Number((k * step).toPrecision(12)));
  return out;
}

/** A little air above and below; never flat. */
export function paddedRange(low: number, high: number, isZeroBased: boolean): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const bottom = isZeroBased ? 0 : low;
  const span = Math.max(high - bottom, 1e-6, 1e-9 * Math.abs(high));
  return [isZeroBased ? 0 : low - 0.06 * span, high + 0.1 * span];
}

/** The value that two in a hundred exceed. */
export function peak(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(0.98 * (sorted.length - 1))] ?? 1;
}

/**
 * The line as a path, in tenths of pixels. Where several points share a pixel of the axis it goes through the lowest and the highest of them, so
 * that its length depends on the picture and no peak is lost.
 */
export function pathOf({ times, values }: Line, x: Axis, y: Axis): string {
  let path = '';
  const add = (i: number): void => {
    const point = `${tenth(place(x, times[i]))} ${tenth(place(y, values[i]))}`;
    path += path === '' ? `M${point}` : `L${point}`;
  };
  for (let i = 0; i < times.length; ) {
    const pixel = Math.floor(place(x, times[i]));
    let [low, high] = [i, i];
    let end = i;
    for (; end < times.length && Math.floor(place(x, times[end])) === pixel; end++) {
      if (values[end] < values[low]) low = end;
      if (values[end] > values[high]) high = end;
    }
    add(Math.min(low, high));
    if (high !== low) add(Math.max(low, high));
    i = end;
  }
  return path;
}

/** The path with what is between it and zero. */
export function areaOf(line: Line, x: Axis, y: Axis): string {
  const path = pathOf(line, x, y);
  if (path === '') return '';
  const ground = tenth(place(y, 0));
  return `${path}V${ground}H${tenth(place(x, line.times[0]))}Z`;
}

/** The last index whose time is not after `time`; 0 before all. */
export function indexAt(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

const tenth = (value: number): number => Math.round(10 * value) / 10;
