import type { SceneCheck } from '../../scene/schema.ts';

/** The outcome of a scene's self-check. */
export interface CheckResult {
  name: string;
  value: number;
  /** Smallest and largest value allowed; null is no limit on that side. */
  limit: [number | null, number | null];
  /** False if the run did not cover the check's whole time: then it neither passes nor fails. */
  judged: boolean;
  pass: boolean;
}

/** Follows one measure over a run and decides whether it stayed within its limits. */
export interface CheckWatch {
  sample(time: number, value: number): void;
  /** `until`: time that a run must reach for a check without an end time [s]. */
  result(until: number): CheckResult;
}

/** Starts a watch at time `since` [s], with initial measure `start`. */
export function watchCheck(check: SceneCheck, start: number, since: number): CheckWatch {
  let last = Number.NaN;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  let seen = since;
  return {
    sample(time, raw) {
      seen = time;
      if (time < check.after || (check.before !== undefined && time > check.before)) return;
      const value = check.relative ? raw - start : raw;
      last = value;
      low = Math.min(low, value);
      high = Math.max(high, value);
      sum += value;
      count++;
    },
    result(until) {
      const isWhole = check.when === 'end' || since <= check.after;
      const judged = isWhole && seen >= (check.before ?? until) * (1 - 1e-9);
      const values = { end: last, max: high, min: low, mean: sum / count, range: high - low };
      const value = count === 0 ? Number.NaN : values[check.when];
      const pass =
        (check.min === undefined || value >= check.min) &&
        (check.max === undefined || value <= check.max) &&
        Number.isFinite(value);
      const limit: CheckResult['limit'] = [check.min ?? null, check.max ?? null];
      return { name: check.name, value, limit, judged, pass: judged && pass };
    },
  };
}
