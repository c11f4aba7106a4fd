import type { RunRecord } from './execute.ts';
import { isTiming } from './measures.ts';
import type { SweepPlan } from './plan.ts';

/** A column as plots see it: numbers, or places in a list of labels. */
export interface Axis {
  readonly name: string;
  readonly kind: 'parameter' | 'measure';
  /** One a run; null is left out. */
  readonly values: readonly (number | null)[];
  /** What 0, 1, 2, … stand for, if values are no numbers. */
  readonly labels: readonly string[] | null;
  readonly low: number;
  readonly high: number;
  /** Spans decades, and is drawn by its logarithm. */
  readonly isLog: boolean;
}

/** From this ratio on positive values are drawn by their logarithms. */
const DECADES = 30;

/** The varied places and the measures of some runs. */
export function axesOf(
  plan: Pick<SweepPlan, 'design' | 'job'>,
  records: readonly Pick<RunRecord, 'values' | 'measured'>[],
): Axis[] {
  const parameters = plan.design.columns.map((name, c) =>
    parameterAxis(
      name,
      records.map(({ values }) => values[c]),
    ),
  );
  const measures = plan.job.measures.flatMap((measure, m) =>
    isTiming(measure)
      ? []
      : [
          axis(
            measure.name,
            'measure',
            records.map(({ measured }) => measured[m] ?? null),
            null,
          ),
        ],
  );
  return [...parameters, ...measures];
}

function parameterAxis(name: string, values: readonly unknown[]): Axis {
  if (values.every((value) => typeof value === 'number'))
    return axis(name, 'parameter', values as number[], null);
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const labels = [...new Set(texts)];
  return axis(
    name,
    'parameter',
    texts.map((text) => labels.indexOf(text)),
    labels,
  );
}

function axis(
  name: string,
  kind: Axis['kind'],
  values: readonly (number | null)[],
  labels: Axis['labels'],
): Axis {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 1];
  return {
    name,
    kind,
    values,
    labels,
    low,
    high,
    isLog: labels === null && low > 0 && high / low >= DECADES,
  };
}

/** Where a value lies on an axis, from 0 to 1. */
export function placeOn({ low, high, isLog }: Axis, value: number): number {
  if (high <= low) return 0.5;
  if (!isLog) return (value - low) / (high - low);
  return Math.log(value / low) / Math.log(high / low);
}

/** A number as it stands beside an axis. */
export function shortNumber(x: number): string {
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) return x.toExponential(1).replace('e+', 'e');
  return String(Number(x.toPrecision(3)));
}

/** Up to `most` values to write beside an axis. */
export function ticksOf(one: Axis, most = 5): { at: number; text: string }[] {
  if (one.labels !== null) {
    return one.labels
      .slice(0, 12)
      .map((text, i) => ({ at: placeOn(one, i), text: text.slice(0, 16) }));
  }
  return Array.from({ length: most }, (_, k) => {
    const u = k / (most - 1);
    const value = one.isLog
      ? one.low * (one.high / one.low) ** u
      : one.low + (one.high - one.low) * u;
    return { at: u, text: shortNumber(value) };
  });
}
