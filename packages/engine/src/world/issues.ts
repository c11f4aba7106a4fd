import type { WorldCore } from './types.ts';

/** Counts an issue of a step. */
export function noteIssue({ issues }: Pick<WorldCore, 'issues'>, issue: string): void {
  issues.set(issue, (issues.get(issue) ?? 0) + 1);
}
