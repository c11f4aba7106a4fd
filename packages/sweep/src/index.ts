/**
 * Sweeps: many runs of one scene, on one machine or on many.
 *
 *     import { runSweep } from '@pliant/sweep';
 *     const { results } = await runSweep({ format: 'pliant-sweep/1', scene, vary: { 'bodies[0].material.young': [1e4, 1e5] } });
 */
export * from './core/index.ts';
export { type CollectOptions, collectSweep } from './node/collect.ts';
export { commandOf, quoted } from './node/command.ts';
export { folderStore, makeFolder, readJson, writeWhole } from './node/files.ts';
export { type FailedRun, openFolder, type ResultFolder } from './node/folder.ts';
export {
  chosenRuns,
  runSweep,
  type SweepOptions,
  type SweepResult,
  type SweepSummary,
  unknownRuns,
} from './node/run-sweep.ts';
export { type ServeOptions, serveQueue } from './node/serve.ts';
export { parseShard, shardOf } from './node/shard.ts';
export { readResults, type Swept, writeTables } from './node/tables.ts';
export { createThreads, defaultWorkers, type ThreadOptions } from './node/threads.ts';
