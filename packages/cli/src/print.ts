import type { RunResult } from 'pliant';

const short = (n: number): string => (Number.isInteger(n) ? String(n) : n.toPrecision(4));
const triple = (v: readonly number[]): string => `(${v.map(short).join(', ')})`;

/** A run in words and numbers for a person. */
export function printRun(result: RunResult): void {
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
  for (const note of [...result.notes, ...result.issues]) lines.push(`  note       ${note}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  printChecks(result);
}

/** What the scene asks for and does not get. */
export function printNotes({ notes }: RunResult): void {
  for (const note of notes) process.stdout.write(`  note: ${note}\n`);
}

/** One line a self-check. */
export function printChecks(result: RunResult): void {
  for (const check of result.checks) {
    const [low, high] = check.limit;
    const limit = [low === null ? '' : `≥ ${short(low)}`, high === null ? '' : `≤ ${short(high)}`]
      .filter((t) => t !== '')
      .join(' and ');
    process.stdout.write(
      `  ${check.pass ? '✓' : '✗'} ${check.name}: ${short(check.value)} (${limit})\n`,
    );
  }
}
