import type { PlannedRun, SweepPlan } from '../core/plan.ts';

/** A word of a command line that a shell takes as it is. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command that does one run again by itself. */
export function commandOf(scene: string, run: PlannedRun, { job }: SweepPlan): string {
  const assignments = [
    ...job.columns.map((path, c) => [path, run.values[c]] as const),
    ...job.into.map((path) => [path, run.seed] as const),
  ];
  const set = assignments.map(
    ([path, value]) => `--set ${quoted(`${path}=${JSON.stringify(value)}`)}`,
  );
  const steps = job.steps === undefined ? [] : [`--steps ${job.steps}`];
  return ['pliant run', quoted(scene), ...set, ...steps].join(' ');
}
