import type { BuiltBody } from './build.ts';

/** How building in the background is followed and stopped. */
export interface BackgroundOptions {
  /**
   * An `AbortSignal`: building stops before its next stage, the promise is rejected with the signal's reason, and
   * nothing has changed.
   */
  signal?: { throwIfAborted(): void };
}

/** Milliseconds of work between two turns of the page. */
const PATIENCE = 8;

const host = globalThis as unknown as {
  setTimeout(work: () => void, ms: number): unknown;
  performance: { now(): number };
};

/** Takes steps one by one, and lets others have their turn whenever one took long. */
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

/** Built bodies that a world keeps by default: those asked for last. */
const KEPT = 64;

/** What a world has built, so that equal bodies are built once; the one that was not asked for longest goes first. */
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
