import { availableParallelism, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { KernelChoice } from 'pliant';
import { createLane, type FromWorker, type Lane } from '../core/lane.ts';
import type { SweepJob } from '../core/plan.ts';

/** What a thread is told beside its work. */
export interface ThreadSettings {
  readonly kernels?: KernelChoice;
  /** A folder that keeps prepared bodies. */
  readonly cache?: string;
  /** Megabytes that a thread may hold. */
  readonly memory: number;
}

export interface ThreadOptions extends Partial<ThreadSettings> {
  readonly workers?: number;
  /** Seconds that a run may take. */
  readonly limit?: number;
}

/** One core is left to whoever looks on. */
export const defaultWorkers = (): number => Math.max(1, availableParallelism() - 1);

/** Part of the machine's memory that all threads together may have, if nobody says. */
const SHARE = 0.6;
/** Megabytes that a thread has for itself, code and garbage included. */
const OWN = 150;
/** Milliseconds between two looks at the memory of the process. */
const LOOK_EVERY = 500;

/** Threads that do runs. A thread that dies is replaced. */
export function createThreads(job: SweepJob, options: ThreadOptions = {}): Lane[] {
  const { workers = defaultWorkers(), limit, kernels, cache } = options;
  const memory = options.memory ?? Math.floor((SHARE * totalmem()) / workers / 2 ** 20);
  const settings: ThreadSettings = { kernels, cache, memory };
  const spawn: Parameters<typeof createLane>[2] = (events) => {
    const thread = new Worker(new URL('./thread.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memory },
      // What a scene prints would spoil the output.
      stdout: true,
      stderr: true,
    });
    let isOver = false;
    const died = (reason: string, kind: 'memory' | 'died'): void => {
      if (isOver) return;
      isOver = true;
      events.died(reason, kind);
    };
    thread.on('message', (message: FromWorker) => events.message(message));
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        died(`it needs more than ${memory} MB of memory`, 'memory');
      else died(`its thread ended: ${error.message}`, 'died');
    });
    thread.on('exit', (code) => died(`its thread ended with status ${code}`, 'died'));
    return {
      post: (message) => thread.postMessage(message),
      kill: () => void thread.terminate(),
    };
  };
  const lanes = Array.from({ length: workers }, () => createLane(job, settings, spawn, limit));
  guardMemory(lanes, memory);
  return lanes;
}

/**
 * A thread that builds something huge has no time to count. So the process is watched, and if it holds more than all threads may, the run that
 * takes longest is ended; it is tried again, since another may have been the one.
 */
export function guardMemory(
  lanes: readonly Lane[],
  memory: number,
  rss = (): number => process.memoryUsage.rss() / 2 ** 20,
): void {
  const most = rss() + OWN * lanes.length + memory * lanes.length;
  const timer = setInterval(() => {
    if (lanes.every(({ isClosed }) => isClosed)) clearInterval(timer);
    if (rss() <= most) return;
    const busy = lanes.filter(({ since }) => since !== null);
    busy.sort((a, b) => a.since! - b.since!);
    busy[0]?.crash(`it took more memory than the ${memory} MB that a thread may have`);
  }, LOOK_EVERY);
  timer.unref();
}
