import { digits, markdownTable, percent } from '../lib/table.ts';
import { FAMILIES } from './families.ts';
import { idOf } from './run.ts';
import type { Family, Row } from './types.ts';

const verdict = ({ ok }: Row): string => (ok === null ? '' : ok ? 'ok' : '**miss**');

function errorText(family: Family, value: number): string {
  if (!Number.isFinite(value)) return 'broken';
  return family.shows === 'percent' ? percent(value) : digits(value);
}

/** One row a run: what was measured, what is right, how far off, what is allowed. */
export function familyTable(family: Family, rows: readonly Row[]): string {
  const steps = new Set(rows.map((row) => row.dt));
  const withStep = steps.size > 1;
  const head = [
    'case',
    ...(withStep ? ['dt'] : []),
    'model',
    'value',
    'truth',
    'error',
    'limit',
    '',
  ];
  const lines = rows.map((row) => [
    row.case,
    ...(withStep ? [`1/${Math.round(1 / row.dt)}`] : []),
    row.model,
    row.model.includes(':') ? '' : `${digits(row.value)} ${row.unit}`.trim(),
    row.truth === null ? '' : `${digits(row.truth)} ${row.unit}`.trim(),
    errorText(family, row.error),
    row.limit === null ? '' : limitText(family, row.limit),
    [verdict(row), row.note].filter(Boolean).join(' ') || ' ',
  ]);
  return markdownTable(head, lines);
}

function limitText(family: Family, limit: number): string {
  return family.shows === 'percent' ? `${Number((100 * limit).toPrecision(3))} %` : digits(limit);
}

/** One line a case, one column a model, errors in the cells: the view for a busy reader. */
function overview(family: Family, rows: readonly Row[]): string {
  const models = [...new Set(rows.map((row) => row.model))];
  const lines = [...new Set(rows.map((row) => lineOf(rows, row)))];
  const body = lines.map((line) => [
    line,
    ...models.map((model) => {
      const row = rows.find((r) => r.model === model && lineOf(rows, r) === line);
      if (row === undefined) return '';
      const text = errorText(family, row.error);
      return row.ok === false ? `**${text}**` : text;
    }),
    ' ',
  ]);
  return markdownTable(['case', ...models, ''], body);
}

function lineOf(rows: readonly Row[], row: Row): string {
  const several = new Set(rows.map((r) => r.dt)).size > 1;
  return several ? `${row.case}, dt 1/${Math.round(1 / row.dt)}` : row.case;
}

function summary(rows: readonly Row[]): string {
  const lines = FAMILIES.map((family) => {
    const own = rows.filter((row) => row.family === family.name && row.ok !== null);
    const held = own.filter((row) => row.ok).length;
    const known = new Set(rows.map(idOf));
    const left = family
      .entries()
      .filter((entry) => entry.limit !== null && !known.has(idOf(entry)));
    const title = `[${family.title}](#${anchor(family.title)})`;
    return [
      own.length === 0 ? family.title : title,
      ...[own.length, held, own.length - held, left.length].map(String),
      ' ',
    ];
  });
  return markdownTable(
    ['family', 'promised and measured', 'hold', 'miss', 'not measured', ''],
    lines,
  );
}

/** Which commits the rows were measured at. */
function revisions(rows: readonly Row[]): string {
  const counts = new Map<string, number>();
  for (const { revision } of rows) {
    if (revision) counts.set(revision, (counts.get(revision) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} (${count})`).join(', ');
}

const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

/** docs/accuracy.md, from the results of the last runs. */
export function accuracyPage(rows: readonly Row[]): string {
  const sections = FAMILIES.flatMap((family) => {
    const own = rows.filter((row) => row.family === family.name);
    if (own.length === 0) return [];
    const misses = own.filter((row) => row.ok === false);
    return [
      `## ${family.title}\n\n${family.text}\n\n${overview(family, own)}`,
      misses.length === 0 ? '' : `Misses (known, to be mended):\n\n${familyTable(family, misses)}`,
    ].filter(Boolean);
  });
  return `# Accuracy

<!-- Made by \`npm run bench -- truth --save\` from bench/results/truth.jsonl; do not edit. -->

How far each model is from what is right, on cases with an independent answer. An entry in **bold** misses its limit; entries without a limit are
shown for orientation. Each family is one command to repeat, \`npm run bench -- truth --only beams\`; \`--help\` lists the options.

${summary(rows)}

Rows by the commit they were measured at: ${revisions(rows)}.

## How it is measured

Errors are value / truth − 1 unless the family says otherwise. dt is 1/60 s and settings are the models' own defaults unless a row says otherwise. Bars at rest are
stepped in time, with mass damping near critical, until they stand still. Held regions lie outside the free length.

References come from programs that share no code with the engine (\`bench/src/truth/reference\`): 27-node hexahedra with the same elastic law at finite turns, on two
meshes that agree within 0.3 %, beams of Hermite elements, the elastica by shooting, Euler's equations by Runge–Kutta, closed forms. Their numbers are kept in
\`reference/numbers.ts\`, made by \`npm run bench -- truth-reference\`.

Models that must be told a cell size get a quarter of the bar's side. "frames 15 … 120" keep all frames awake, "frames adaptive" is the default. "rigid + hex" and the like are
\`layers\`. "octree 4" and "octree 8" have four and eight cells through the thickness.

![Errors of the static cases, one dot a case](images/accuracy-statics.svg)

${sections.join('\n\n')}
`;
}
