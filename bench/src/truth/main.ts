import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { FAMILIES, GROUPS } from './families.ts';
import { keepRows } from './kept.ts';
import { familyTable } from './page.ts';
import { idOf, runEntry } from './run.ts';
import type { Entry, Family } from './types.ts';

const USAGE = `npm run bench -- truth [options]
  --only NAMES    families or groups, with commas: ${Object.keys(GROUPS).join(', ')}; ${FAMILIES.map((f) => f.name).join(', ')}
  --model NAMES   models, with commas, as the tables call them
  --case TEXT     cases whose name contains this
  --dt NUMBERS    step lengths, with commas, as 60 for 1/60 s
  --list          says what would run
  --save          keeps each result in bench/results/truth.jsonl and writes docs/accuracy.md from all that are kept`;

/** Runs what the options ask for, prints a table a family, and keeps the results with --save. */
export function compareTruth(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      model: { type: 'string' },
      case: { type: 'string' },
      dt: { type: 'string' },
      list: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const list = (text?: string): string[] | null => text?.split(',').map((t) => t.trim()) ?? null;
  const names = list(values.only)?.flatMap((name) => GROUPS[name] ?? [name]) ?? null;
  const unknown = names?.filter((name) => !FAMILIES.some((family) => family.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`no family "${unknown[0]}"\n${USAGE}`);
  const models = list(values.model);
  const steps = list(values.dt)?.map(Number) ?? null;
  const wanted = (entry: Entry): boolean =>
    (models === null || models.includes(entry.model)) &&
    (values.case === undefined || entry.case.includes(values.case)) &&
    (steps === null || steps.includes(Math.round(1 / entry.dt)));
  for (const family of FAMILIES) {
    if (names !== null && !names.includes(family.name)) continue;
    const entries = family.entries().filter(wanted);
    if (values.list) for (const entry of entries) console.log(idOf(entry));
    else if (entries.length > 0) runFamily(family, entries, values.save);
  }
}

function runFamily(family: Family, entries: readonly Entry[], save: boolean): void {
  console.log(`### ${family.title}\n`);
  const revision = revisionNow();
  const rows = entries.map((entry) => {
    const row = { ...runEntry(entry), revision };
    const verdict = row.ok === null ? '' : row.ok ? 'ok' : 'MISS';
    const error = `${(100 * row.error).toFixed(1)} %`;
    process.stderr.write(`${idOf(entry)}  ${error}  ${verdict}  (${row.cpu.toFixed(1)} s)\n`);
    if (save) keepRows([row]);
    return row;
  });
  const all = [...rows, ...(family.derive?.(rows) ?? [])];
  console.log(`${familyTable(family, all)}\n`);
  if (save) keepRows(all);
}

/** The commit that is measured, if this is a checkout. */
function revisionNow(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
