import { SAMPLE, SAMPLE_SIZE } from './protocol.ts';

/** How much of a scene was awake at each step: unknowns that were solved for, of all there are. */
export interface AwakeLog {
  /** Takes rows of samples; those of a step that is known are rewritten, and what came after is another future. */
  add(rows: Float64Array, dt: number): void;
  clear(): void;
  /** Steps that are known, from 0 on. */
  readonly length: number;
  /** Mean share over steps from (included) to (excluded), 0 to 1; 0 where nothing is known. */
  share(from: number, to: number): number;
  /** Unknowns solved for, and those of all steps at full resolution, summed over the steps up to one. */
  sums(step: number): { active: number; total: number };
}

export function createAwakeLog(): AwakeLog {
  /** Sums from the start to each step. */
  let active: number[] = [0];
  let total: number[] = [0];
  /** The first step that is known: a run may go on from the middle. */
  let first = 0;
  const restart = (from: number): void => {
    active = [0];
    total = [0];
    first = from;
  };
  const at = (list: readonly number[], step: number): number =>
    list[Math.max(0, Math.min(list.length - 1, step - first))];
  return {
    add(rows, dt) {
      for (let o = 0; o < rows.length; o += SAMPLE_SIZE) {
        const step = Math.round(rows[o + SAMPLE.time] / dt);
        // The state at the start has had no step: the run starts again.
        if (step <= first) restart(Math.max(0, step - 1));
        if (step === 0) continue;
        if (active.length === 1) first = step - 1;
        const before = Math.min(step - first, active.length) - 1;
        active = active.length > before + 1 ? active.slice(0, before + 1) : active;
        total = total.length > before + 1 ? total.slice(0, before + 1) : total;
        active.push(active[before] + rows[o + SAMPLE.active]);
        total.push(total[before] + rows[o + SAMPLE.total]);
      }
    },
    clear: () => restart(0),
    get length() {
      return first + active.length - 1;
    },
    share(from, to) {
      const all = at(total, to) - at(total, from);
      return all > 0 ? (at(active, to) - at(active, from)) / all : 0;
    },
    sums: (step) => ({ active: at(active, step), total: at(total, step) }),
  };
}
