import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FAMILIES, GROUPS } from './families.ts';
import { accuracyPage, familyTable } from './page.ts';
import { errorPlot } from './plot.ts';
import { idOf, runEntry } from './run.ts';
import type { Entry, Family, Row } from './types.ts';

const RESULTS = new URL('../../results/truth.json', import.meta.url);
const PAGE = new URL('../../../docs/accuracy.md', import.meta.url);
const PLOT = new URL('../../../docs/images/accuracy-statics.svg', import.meta.url);

const USAGE = `npm run bench -- truth [options]
  --only NAMES    families or groups, with commas: ${Object.keys(GROUPS).join(', ')}; ${FAMILIES.map((f) => f.name).join(', ')}
  --model NAMES   models, with commas, as the tables call them
  --case TEXT     cases whose name contains this
  --dt NUMBERS    step lengths, with commas, as 60 for 1/60 s
  --list          says what would run
  --save          keeps the results in bench/results/truth.json and writes docs/accuracy.md from all that are kept`;

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
  const rows: Row[] = [];
  for (const family of FAMILIES) {
    if (names !== null && !names.includes(family.name)) continue;
    const entries = family.entries().filter(wanted);
    if (values.list) for (const entry of entries) console.log(idOf(entry));
    else if (entries.length > 0) rows.push(...runFamily(family, entries));
  }
  if (values.save) save(rows);
}

function runFamily(family: Family, entries: readonly Entry[]): Row[] {
  console.log(`### ${family.title}\n`);
  const rows = entries.map((entry) => {
    const row = runEntry(entry);
    const verdict = row.ok === null ? '' : row.ok ? 'ok' : 'MISS';
    const error = `${(100 * row.error).toFixed(1)} %`;
    process.stderr.write(`${idOf(entry)}  ${error}  ${verdict}  (${row.cpu.toFixed(1)} s)\n`);
    return row;
  });
  const all = [...rows, ...(family.derive?.(rows) ?? [])];
  console.log(`${familyTable(family, all)}\n`);
  return all;
}

/** New rows replace kept ones of the same name. */
function save(rows: readonly Row[]): void {
  const kept = readKept();
  for (const row of rows) kept.set(idOf(row), row);
  mkdirSync(new URL('.', RESULTS), { recursive: true });
  const text = [...kept.values()].map((row) => JSON.stringify(row)).join(',\n');
  writeFileSync(RESULTS, `[\n${text}\n]\n`);
  const all = [...kept.values()];
  writeFileSync(PAGE, accuracyPage(all));
  const statics = all.filter((row) => GROUPS['statics'].includes(row.family));
  writeFileSync(PLOT, errorPlot('Errors of the static cases (green band: 5 %)', statics));
}

function readKept(): Map<string, Row> {
  try {
    const rows = JSON.parse(readFileSync(RESULTS, 'utf8')) as Row[];
    // What is not a number is kept as null.
    const mended = rows.map((row) => ({
      ...row,
      value: row.value ?? Number.NaN,
      error: row.error ?? Number.NaN,
    }));
    return new Map(mended.map((row) => [idOf(row), row]));
  } catch {
    return new Map();
  }
}
