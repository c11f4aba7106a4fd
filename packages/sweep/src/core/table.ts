import type { RunRecord } from './execute.ts';
import { isTiming } from './measures.ts';
import type { SweepPlan } from './plan.ts';

/** A column of a table, all of one kind; null is nothing. */
export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'count' | 'flag';
  readonly data: readonly (string | number | boolean | null)[];
}

/** Equal tables are equal byte for byte: rows in the order of their ids. */
export const byId = (a: { id: string }, b: { id: string }): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/** What runs came to: parameters, measures, whether checks hold, the hash of the last state. The same on every machine. */
export function runTable(plan: SweepPlan, records: readonly RunRecord[]): Column[] {
  const column = (
    name: string,
    kind: Column['kind'],
    of: (record: RunRecord) => string | number | boolean | null,
  ): Column => ({ name, kind, data: records.map(of) });
  return [
    column('id', 'text', ({ id }) => id),
    ...plan.design.columns.map((path, c) =>
      valueColumn(
        path,
        records.map((r) => r.values[c]),
      ),
    ),
    ...(plan.sweep.repeat ? [column('seed', 'count', ({ seed }) => seed)] : []),
    ...plan.job.measures.flatMap((measure, i) =>
      isTiming(measure) ? [] : [column(measure.name, 'number', (r) => r.measured[i] ?? null)],
    ),
    column('pass', 'flag', ({ pass }) => pass),
    column('hash', 'text', ({ hash }) => hash),
    column('steps', 'count', ({ steps }) => steps),
    column('version', 'text', ({ version }) => version),
  ];
}

/** What runs took, and where: differs from machine to machine, so it is a table of its own. */
export function costTable(plan: SweepPlan, records: readonly RunRecord[]): Column[] {
  const numbers = ['build', 'step', 'total'] as const;
  const timings = plan.job.measures.flatMap((measure, i) =>
    isTiming(measure)
      ? [
          {
            name: measure.name,
            kind: 'number' as const,
            data: records.map((r) => r.measured[i] ?? null),
          },
        ]
      : [],
  );
  return [
    { name: 'id', kind: 'text', data: records.map(({ id }) => id) },
    ...numbers.map(
      (name): Column => ({
        name: `${name} [ms]`,
        kind: 'number',
        data: records.map(({ cost }) => cost[name]),
      }),
    ),
    ...timings,
    { name: 'kernels', kind: 'text', data: records.map(({ cost }) => cost.kernels) },
    { name: 'host', kind: 'text', data: records.map(({ cost }) => cost.host) },
  ];
}

/** Values over time, one a row. */
export function seriesTable(plan: SweepPlan, records: readonly RunRecord[]): Column[] {
  const names = plan.job.series?.of ?? [];
  const rows = records.flatMap(({ id, series = [] }) =>
    series.flatMap(({ time, values }) =>
      names.map((name, k) => ({ id, time, name, value: values[k] ?? null })),
    ),
  );
  return [
    { name: 'id', kind: 'text', data: rows.map(({ id }) => id) },
    { name: 'time', kind: 'number', data: rows.map(({ time }) => time) },
    { name: 'name', kind: 'text', data: rows.map(({ name }) => name) },
    { name: 'value', kind: 'number', data: rows.map(({ value }) => value) },
  ];
}

/** A column of what was varied: numbers, texts, flags; all else, and mixtures, as JSON. */
function valueColumn(name: string, values: readonly unknown[]): Column {
  const are = (type: string): boolean => values.every((value) => typeof value === type);
  if (are('number')) return { name, kind: 'number', data: values as number[] };
  if (are('boolean')) return { name, kind: 'flag', data: values as boolean[] };
  if (are('string')) return { name, kind: 'text', data: values as string[] };
  return { name, kind: 'text', data: values.map((value) => JSON.stringify(value)) };
}

/** A table as CSV (RFC 4180), numbers with all their digits. */
export function csvOf(columns: readonly Column[]): string {
  const cell = (value: string | number | boolean | null): string => {
    const text = value === null ? '' : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = columns[0]?.data.length ?? 0;
  const lines = [columns.map(({ name }) => cell(name)).join(',')];
  for (let r = 0; r < rows; r++) lines.push(columns.map(({ data }) => cell(data[r])).join(','));
  return `${lines.join('\n')}\n`;
}
