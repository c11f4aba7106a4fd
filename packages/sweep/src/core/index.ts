/** What sweeps have in common in Node and in a page: designs, ids, running, tables, plots. */
export { type Axis, axesOf } from './axes.ts';
export { createDesign, type Design, type Sweep } from './design.ts';
export { type DriveOptions, driveRuns } from './drive.ts';
export type { RunCost, RunRecord } from './execute.ts';
export type { KeptFile } from './keep.ts';
export {
  createLane,
  type Failure,
  type FailureKind,
  type FromWorker,
  type Lane,
  type Member,
  type MemberEvents,
  type ToWorker,
} from './lane.ts';
export { type Measure, measuresOf } from './measures.ts';
export { createPace, type Progress } from './pace.ts';
export { parquetOf } from './parquet.ts';
export { getAt, leafPaths, nearestPath, parsePath, setAt } from './paths.ts';
export {
  type PlannedRun,
  type PlanOptions,
  planSweep,
  type SweepJob,
  type SweepPlan,
  sceneOf,
} from './plan.ts';
export { parallelPlot, responsePlot } from './plots.ts';
export { type ReportInput, reportPage } from './report.ts';
export { byId, type Column, costTable, csvOf, runTable, seriesTable } from './table.ts';
export { createWork } from './work.ts';
