import { InputError, type SweepInput, VERSION } from 'pliant';
import { canonicalJson } from '../core/canonical.ts';
import type { RunRecord } from '../core/execute.ts';
import type { Failure } from '../core/lane.ts';
import { planSweep, type SweepPlan } from '../core/plan.ts';
import { sha256 } from '../core/sha256.ts';

/** One queue serves all sweeps. */
export const QUEUE = 'pliant';

/** What stands in a job: which run of which sweep. The sweep itself is stored once. */
export interface QueuedRun {
  readonly sweep: string;
  readonly index: number;
  readonly id: string;
}

/** What a job comes to. A run that fails is an outcome like any other; the queue's own failures are of machines. */
export type QueuedOutcome = { readonly record: RunRecord } | { readonly failure: Failure };

/** A sweep as it is stored for the workers: words, scene and meshes. */
interface StoredSweep {
  readonly input: SweepInput;
  readonly scene: unknown;
  /** Base64. */
  readonly files: Readonly<Record<string, string>>;
  readonly version: string;
}

/** BullMQ and the Redis client, loaded by those who ask for a queue. */
export async function loadQueue(): Promise<{
  bullmq: Pick<typeof import('bullmq'), 'Queue' | 'Worker'>;
  Redis: typeof import('ioredis').Redis;
}> {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis };
  } catch {
    throw new InputError('--queue needs two more packages. Run npm install bullmq ioredis.');
  }
}

/** A connection that waits while the server is away; what it says about that goes to `say`, once an outage. */
export async function connect(url: string, say: (text: string) => void) {
  const { Redis } = await loadQueue();
  if (!/^rediss?:\/\//.test(url)) {
    throw new InputError(`--queue must be an address, got "${url}". Write redis://localhost:6379.`);
  }
  const client = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(2000, 100 * times),
  });
  let isAway = false;
  client.on('error', (error) => {
    if (!isAway) say(`the queue is away (${error.message || 'no answer'}); waiting for it.`);
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) say('the queue is back.');
    isAway = false;
  });
  return client;
}

type Client = Awaited<ReturnType<typeof connect>>;

const keyOf = (sweep: string): string => `${QUEUE}:sweep:${sweep}`;

/** Stores a sweep for the workers; gives the key that jobs name it by. */
export async function storeSweep(
  client: Client,
  plan: SweepPlan,
  input: SweepInput,
  scene: unknown,
): Promise<string> {
  const files = Object.fromEntries(
    Object.entries(plan.job.files).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString('base64'),
    ]),
  );
  const stored: StoredSweep = { input, scene, files, version: VERSION };
  const text = canonicalJson(stored);
  const sweep = sha256(text).slice(0, 24);
  await client.set(keyOf(sweep), text);
  return sweep;
}

/** The plan of a stored sweep; null if it is not there any more. */
export async function loadSweep(client: Client, sweep: string): Promise<SweepPlan | null> {
  const text = await client.get(keyOf(sweep));
  if (text === null) return null;
  const { input, scene, files, version } = JSON.parse(text) as StoredSweep;
  if (version !== VERSION) {
    throw new InputError(
      `the queue has a sweep of pliant ${version}, and this is ${VERSION}. Install the same version everywhere.`,
    );
  }
  return planSweep(input, { scene, files: (name) => Buffer.from(files[name], 'base64') });
}
