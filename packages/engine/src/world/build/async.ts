import { KEPT, PATIENCE } from '../numbers.ts';
import type { BuiltBody } from './build.ts';

/** Progress and abort of a build in the background. */
export interface BackgroundOptions {
  /**
   * An `AbortSignal`: the build stops before its next stage, the promise is rejected with the signal's reason, and
   * nothing changes.
   */
  signal?: { throwIfAborted(): void };
}

const host = globalThis as unknown as {
  setTimeout(work: () => void, ms: number): unknown;
  performance: { now(): number };
};

/** Runs steps one by one, and yields to the page whenever one took long. */
export async function inTurns<T>(
  steps: Generator<unknown, T>,
  { signal }: BackgroundOptions,
): Promise<T> {
  let turn = host.performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const next = steps.next();
    if (next.done) return next.value;
    if (host.performance.now() - turn < PATIENCE) continue;
    await new Promise<void>((done) => void host.setTimeout(done, 0));
    turn = host.performance.now();
  }
}

/** The models a world has built, so that equal bodies are built once; the least recently used is dropped first. */
export class BodyCache extends Map<string, BuiltBody> {
  override get(key: string): BuiltBody | undefined {
    const found = super.get(key);
    if (found !== undefined) this.set(key, found);
    return found;
  }

  override set(key: string, built: BuiltBody): this {
    this.delete(key);
    super.set(key, built);
    if (this.size > KEPT) this.delete(this.keys().next().value!);
    return this;
  }
}
