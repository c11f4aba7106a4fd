/** Returns milliseconds since an arbitrary start, for timings only: the state never depends on it. */
export const now: () => number = (() => {
  const host = globalThis as { performance?: { now(): number } };
  return host.performance ? () => host.performance!.now() : () => Date.now();
})();
