import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { FAMILIES, GROUPS } from './families.ts';
import { accuracyPage } from './page.ts';
import { errorPlot } from './plot.ts';
import { idOf, isWithin } from './run.ts';
import type { Row } from './types.ts';

const RESULTS = new URL('../../results/truth.jsonl', import.meta.url);
const PAGE = new URL('../../../docs/accuracy.md', import.meta.url);
const PLOT = new URL('../../../docs/images/accuracy-statics.svg', import.meta.url);

/** Lines that follow from several runs have a colon in their model's name. */
const isDerived = (row: Row): boolean => row.model.includes(':');

/** The kept rows by name, in the order of the suite; rows of cases that are no more are left out. */
function readKept(): Map<string, Row> {
  let rows: Row[] = [];
  try {
    const lines = readFileSync(RESULTS, 'utf8').trim().split('\n');
    rows = lines.map((line) => JSON.parse(line) as Row);
  } catch {
    return new Map();
  }
  // What is not a number is kept as null.
  const mended = rows.map((row) => ({
    ...row,
    value: row.value ?? Number.NaN,
    error: row.error ?? Number.NaN,
  }));
  return new Map(mended.map((row) => [idOf(row), row]));
}

/** Puts rows among the kept ones, finds what follows from them, and writes the page. */
export function keepRows(rows: readonly Row[]): void {
  const kept = readKept();
  for (const row of rows) kept.set(idOf(row), row);
  const all = FAMILIES.flatMap((family) => {
    const runs = family.entries().flatMap((entry) => {
      const row = kept.get(idOf(entry));
      // A limit may have been rewritten since.
      return row ? [{ ...row, limit: entry.limit, ok: isWithin(entry, row.error) }] : [];
    });
    const derived = new Map(
      [...kept.values()]
        .filter((row) => row.family === family.name && isDerived(row))
        .map((row) => [idOf(row), row]),
    );
    for (const row of family.derive?.(runs) ?? []) derived.set(idOf(row), row);
    return [...runs, ...derived.values()];
  });
  mkdirSync(new URL('.', RESULTS), { recursive: true });
  writeFileSync(RESULTS, all.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(PAGE, accuracyPage(all));
  const statics = all.filter((row) => GROUPS['statics'].includes(row.family) && !isDerived(row));
  writeFileSync(PLOT, errorPlot('Errors of the static cases (green band: 5 %)', statics));
}
