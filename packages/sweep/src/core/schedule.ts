import type { PlannedRun } from './plan.ts';

/** Gives out runs so that a worker gets those whose bodies it has built already. */
export interface Schedule {
  /** The next run for a worker that last did one of `group`; undefined when all are given out. */
  next(group: string | undefined): PlannedRun | undefined;
  readonly left: number;
}

/**
 * Groups of runs with equal bodies, each in the sweep's order. A worker stays in its group; then it opens a new one, and when all are open it helps
 * with the largest. `start` says which group comes first: several processes on one folder begin at different ones.
 */
export function createSchedule(runs: readonly PlannedRun[], start = 0): Schedule {
  const groups = new Map<string, PlannedRun[]>();
  for (const run of runs) {
    const group = groups.get(run.group);
    if (group === undefined) groups.set(run.group, [run]);
    else group.push(run);
  }
  // Taken from the end, which costs nothing.
  for (const group of groups.values()) group.reverse();
  const names = [...groups.keys()];
  const first = names.length === 0 ? 0 : start % names.length;
  const closed = [...names.slice(first), ...names.slice(0, first)].reverse();
  const open = new Set<string>();
  let left = runs.length;
  const take = (name: string): PlannedRun | undefined => {
    const group = groups.get(name)!;
    const run = group.pop();
    if (group.length === 0) open.delete(name);
    if (run !== undefined) left--;
    return run;
  };
  const largest = (): string | undefined => {
    let best: string | undefined;
    for (const name of open) {
      if (best === undefined || groups.get(name)!.length > groups.get(best)!.length) best = name;
    }
    return best;
  };
  return {
    get left() {
      return left;
    },
    next(group) {
      if (group !== undefined && open.has(group)) return take(group);
      const fresh = closed.pop();
      if (fresh !== undefined) {
        open.add(fresh);
        return take(fresh);
      }
      const busiest = largest();
      return busiest === undefined ? undefined : take(busiest);
    },
  };
}
