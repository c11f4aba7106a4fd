import { type BuildOptions, InputError, VERSION } from 'pliant';
import { BrokenRun, executeRun, type RunTools } from './execute.ts';
import type { FailureKind, FromWorker, ToWorker } from './lane.ts';
import type { SweepJob } from './plan.ts';

/** Bodies kept by a worker; runs come sorted by their bodies, so old ones are not asked for again. */
const MOST_BODIES = 64;
/** Milliseconds between two words on the steps of a run. */
const TELL_EVERY = 50;

/** What a worker has at hand, wherever it runs. */
export interface WorkTools extends Pick<RunTools, 'kernels' | 'store' | 'host'> {
  /** Says so if this worker holds more memory than it may. */
  tooMuch?(): string | null;
}

/** A run that needs more memory than it may have. */
class TooMuchMemory extends Error {}

/** The inside of a worker, wherever it runs: takes messages, does runs, tells what they came to. */
export function createWork(
  send: (message: FromWorker, transfer: ArrayBuffer[]) => void,
  toolsOf: (settings: unknown) => WorkTools,
): (message: ToWorker) => Promise<void> {
  const cache: NonNullable<BuildOptions['cache']> = new Map();
  let job: SweepJob | null = null;
  let tools: WorkTools = { host: '' };
  return async (message) => {
    if (message.type === 'open') {
      job = message.job;
      tools = toolsOf(message.settings);
      return;
    }
    let told = Number.NEGATIVE_INFINITY;
    send({ type: 'begun' }, []);
    try {
      const { record, files } = await executeRun(job!, message.run, {
        ...tools,
        cache,
        version: VERSION,
        step(done) {
          const now = performance.now();
          if (now - told < TELL_EVERY) return;
          told = now;
          if (tools.tooMuch?.()) cache.clear();
          const fault = tools.tooMuch?.();
          if (fault) throw new TooMuchMemory(fault);
          send({ type: 'step', step: done }, []);
        },
      });
      send(
        { type: 'done', record, files },
        files.map(({ bytes }) => bytes.buffer as ArrayBuffer),
      );
    } catch (error) {
      send({ type: 'failed', ...failureOf(error) }, []);
    }
    if (cache.size > MOST_BODIES) cache.clear();
  };
}

function failureOf(error: unknown): { kind: FailureKind; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof BrokenRun) return { kind: 'broken', message };
  // Large arrays lie outside the heap that is limited: the machine itself says no.
  if (error instanceof TooMuchMemory) return { kind: 'memory', message };
  if (error instanceof RangeError && /allocation|array length/i.test(message))
    return { kind: 'memory', message };
  return { kind: 'refused', message: error instanceof InputError ? message : `fault: ${message}` };
}
