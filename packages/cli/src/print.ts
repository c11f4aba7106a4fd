import type { CheckResult, RunResult } from 'pliant';

/** Where a text goes. */
export type Sink = (text: string) => void;

const short = (n: number): string => (Number.isInteger(n) ? String(n) : n.toPrecision(4));
const triple = (v: readonly number[]): string => `(${v.map(short).join(', ')})`;

/** Colours only where a person looks and has not said no (https://no-color.org). */
const isColoured = (): boolean =>
  process.stdout.isTTY === true && (process.env.NO_COLOR ?? '') === '';
const painted = (code: number, text: string): string =>
  isColoured() ? `\x1b[${code}m${text}\x1b[0m` : text;

/** How many times fewer unknowns were solved for than there are, over the whole run: what the studio calls its verdict. */
export function fewerUnknowns({ unknowns: { solved, full } }: RunResult): number {
  return full / Math.max(1, solved);
}

/** A run in words and numbers for a person. */
export function printRun(result: RunResult, write: Sink): void {
  const { energy, timings } = result;
  const lines = [
    `${result.scene}: ${result.steps} steps of ${short(result.dt)} s, ${short(result.time)} s in all, state ${result.hash}`,
    '',
    `  a step     ${short(timings.step.median)} ms (median), ${short(timings.step.p95)} ms (95 %), after ${short(timings.build)} ms of building`,
    `  phases     ${Object.entries(timings.phases)
      .map(([name, ms]) => `${name} ${short(ms)}`)
      .join(', ')} ms`,
    `  energy     kinetic ${short(energy.kinetic)}, elastic ${short(energy.elastic)}, potential ${short(energy.potential)} J`,
  ];
  for (const body of result.bodies) {
    lines.push(
      `  ${body.name.padEnd(10)} ${body.model}, unknowns ${body.dofs.last} of ${body.dofs.total} (mean ${short(body.dofs.mean)})`,
    );
    for (const [name, place] of Object.entries(body.probes))
      lines.push(`    ${name.padEnd(8)} ${triple(place)} m`);
  }
  const fewer = fewerUnknowns(result);
  if (fewer > 1.05)
    lines.push(`  in all     ${fewer.toPrecision(3)}× fewer unknowns than at full resolution`);
  for (const note of [...result.notes, ...result.issues]) lines.push(`  note       ${note}`);
  write(`${lines.join('\n')}\n`);
  printChecks(result, write);
}

/** What the scene asks for and does not get, and, if a body broke down, what went wrong in the steps. */
export function printNotes({ notes, issues, broken }: RunResult, write: Sink): void {
  for (const note of notes) write(`  note: ${note}\n`);
  if (broken.length > 0) for (const issue of issues) write(`  issue: ${issue}\n`);
}

/** One line a self-check. */
export function printChecks(result: RunResult, write: Sink): void {
  for (const check of result.checks) write(`  ${checkLine(check)}\n`);
}

function checkLine({ name, value, limit: [low, high], judged, pass }: CheckResult): string {
  if (!judged) return `– ${name}: not judged, the run did not cover its time`;
  const limit = [low === null ? '' : `≥ ${short(low)}`, high === null ? '' : `≤ ${short(high)}`]
    .filter((t) => t !== '')
    .join(' and ');
  const mark = pass ? painted(32, '✓') : painted(31, '✗');
  return `${mark} ${name}: ${short(value)} (${limit})`;
}
