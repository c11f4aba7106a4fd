import { join } from 'node:path';
import type { RunRecord } from '../core/execute.ts';
import { parquetOf } from '../core/parquet.ts';
import type { SweepPlan } from '../core/plan.ts';
import { reportPage } from '../core/report.ts';
import { byId, type Column, costTable, csvOf, runTable, seriesTable } from '../core/table.ts';
import { quoted } from './command.ts';
import { writeWhole } from './files.ts';
import type { FailedRun, ResultFolder } from './folder.ts';
import { chosenRuns } from './run-sweep.ts';

/** What a folder holds of a sweep. */
export interface Swept {
  readonly plan: SweepPlan;
  readonly total: number;
  readonly records: readonly RunRecord[];
  readonly failures: readonly FailedRun[];
  readonly conflicts: readonly string[];
}

/** Reads the results of a sweep's runs from its folder, in the order of their ids. */
export function readResults(folder: ResultFolder, plan: SweepPlan): Swept {
  const ids = [...new Set(chosenRuns(plan).map(({ id }) => id))].sort();
  const [done, failed] = [folder.done(), folder.failed()];
  return {
    plan,
    total: ids.length,
    records: ids.filter((id) => done.has(id)).map((id) => folder.read(id)!),
    failures: ids
      .filter((id) => failed.has(id) && !done.has(id))
      .map((id) => folder.readFailure(id)!),
    conflicts: folder.conflicts().sort(),
  };
}

/** Writes `runs`, `costs` and `series` as Parquet, the first two as CSV as well, `failures.csv`, and `report.html`. Gives the names of the files. */
export async function writeTables(
  folder: ResultFolder,
  swept: Swept,
  scene: string,
): Promise<string[]> {
  const { plan, records } = swept;
  const written: string[] = [];
  const write = (name: string, data: string | Uint8Array): void => {
    writeWhole(join(folder.path, name), data);
    written.push(name);
  };
  const runs = runTable(plan, records);
  const costs = costTable(plan, records);
  write('runs.csv', csvOf(runs));
  write('runs.parquet', await parquetOf(runs));
  write('costs.csv', csvOf(costs));
  write('costs.parquet', await parquetOf(costs));
  if (plan.job.series) write('series.parquet', await parquetOf(seriesTable(plan, records)));
  if (swept.failures.length > 0) write('failures.csv', csvOf(failureTable(plan, swept.failures)));
  write('report.html', reportPage({ ...swept, scene: quoted(scene) }));
  return written;
}

function failureTable({ design }: SweepPlan, failures: readonly FailedRun[]): Column[] {
  const sorted = [...failures].sort(byId);
  const text = (name: string, of: (failure: FailedRun) => string): Column => ({
    name,
    kind: 'text',
    data: sorted.map(of),
  });
  return [
    text('id', ({ id }) => id),
    ...design.columns.map((path) =>
      text(path, ({ parameters }) => JSON.stringify(parameters[path])),
    ),
    text('kind', ({ kind }) => kind),
    text('message', ({ message }) => message),
    { name: 'step', kind: 'count', data: sorted.map(({ step }) => step) },
    text('command', ({ command }) => command),
  ];
}
