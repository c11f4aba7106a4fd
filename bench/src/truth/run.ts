import { cpuNow } from '../lib/timing.ts';
import type { Entry, Row } from './types.ts';

/** The name by which options and tests call an entry. */
export function idOf(entry: Pick<Entry, 'family' | 'case' | 'model' | 'dt'>): string {
  return `${entry.family}/${entry.case}/${entry.model} @1/${Math.round(1 / entry.dt)}`;
}

/** Runs an entry and judges it. A run that throws is a miss and says why. */
export function runEntry(entry: Entry): Row {
  const { family, case: name, model, dt, limit, unit } = entry;
  const before = cpuNow();
  const outcome = attempt(entry);
  const cpu = (cpuNow() - before) / 1000;
  const ok = isWithin(entry, outcome.error);
  return { ...outcome, family, case: name, model, dt, limit, unit, ok, cpu };
}

/** Whether an error is within the entry's limit; null if nothing is promised. What is not a number is a miss. */
export function isWithin({ limit, oneSided }: Entry, error: number): boolean | null {
  if (limit === null) return null;
  return (oneSided ? error : Math.abs(error)) <= limit;
}

function attempt(entry: Entry) {
  try {
    return entry.run();
  } catch (error) {
    const note = error instanceof Error ? error.message.slice(0, 120) : String(error);
    return { value: Number.NaN, truth: null, error: Number.NaN, note };
  }
}
