/** What `exercise` takes on the processor that the models' costs were measured on [ms]. */
const REFERENCE = 0.5;

const ROUNDS = 5;
const LENGTH = 200_000;

let factor = 0;

/** How many times longer this machine takes than the one that costs were measured on. Measured once, in a few milliseconds. */
export function slowness(): number {
  if (factor > 0) return factor;
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    exercise();
    least = Math.min(least, performance.now() - start);
  }
  factor = Math.max(0.05, least / REFERENCE);
  return factor;
}

/** Sums and products in a row, as a solver does. */
function exercise(): number {
  const values = new Float64Array(256).fill(0.5);
  for (let i = 0; i < LENGTH; i++) {
    const at = i & 255;
    values[at] = 0.999 * values[at] + 0.001 * Math.sqrt(values[(at + 7) & 255] + 1);
  }
  return values[0];
}
