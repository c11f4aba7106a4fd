/** Milliseconds since some start, for timings only: nothing in the state depends on it. */
export const now: () => number = (() => {
  const host = globalThis as { performance?: { now(): number } };
  return host.performance ? () => host.performance!.now() : () => Date.now();
})();
