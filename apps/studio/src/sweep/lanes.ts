import { createLane, type FromWorker, type Lane, type SweepJob } from '@pliant/sweep/core';

/** A page that sweeps must still answer: one core is left to it, and more than eight workers do not fit into a phone. */
export const workerCount = (): number =>
  Math.min(8, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1));

/** Web workers that do the runs of a sweep. */
export function createLanes(job: SweepJob, limit: number | undefined): Lane[] {
  return Array.from({ length: workerCount() }, () =>
    createLane(
      job,
      {},
      ({ message, died }) => {
        const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => message(data);
        worker.onerror = (event) => {
          event.preventDefault();
          died(event.message || 'its worker could not be started', 'died');
        };
        return { post: (told) => worker.postMessage(told), kill: () => worker.terminate() };
      },
      limit,
    ),
  );
}
