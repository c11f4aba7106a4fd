/**
 * W, shape [3n, 3n], of the compliance that records of n sites are (`contacts.kernel.ts` says what a record is). For
 * tests: nothing asks for it in a step.
 */
export function denseOfSparse(
  W: Float64Array,
  records: Float64Array,
  stride: number,
  n: number,
): void {
  const length = stateLength(records, stride, n);
  const state = new Float64Array(3 * length);
  for (let b = 0; b < n; b++) {
    for (let c = 0; c < 3; c++) {
      state.fill(0);
      push(state, records, b * stride, c);
      for (let a = 0; a < n; a++) {
        const v = velocity(state, records, a * stride);
        for (let r = 0; r < 3; r++) W[(3 * a + r) * 3 * n + 3 * b + c] = v[r];
      }
    }
  }
}

function stateLength(records: Float64Array, stride: number, n: number): number {
  let most = 0;
  for (let a = 0; a < n * stride; a += stride) {
    most = Math.max(most, records[a + 1] + 2);
    for (let k = 0; k < records[a]; k++) most = Math.max(most, records[a + 23 + 2 * k] + 1);
  }
  return most;
}

/** What a unit impulse along axis c moves. */
function push(state: Float64Array, records: Float64Array, o: number, c: number): void {
  for (let k = 0; k < records[o]; k++)
    state[3 * records[o + 23 + 2 * k] + c] += records[o + 24 + 2 * k];
  if (records[o + 1] < 0) return;
  for (let r = 0; r < 6; r++) state[3 * records[o + 1] + r] += records[o + 5 + 3 * r + c];
}

function velocity(state: Float64Array, records: Float64Array, o: number): number[] {
  const v = [0, 0, 0];
  for (let k = 0; k < records[o]; k++) {
    for (let r = 0; r < 3; r++)
      v[r] += records[o + 24 + 2 * k] * state[3 * records[o + 23 + 2 * k] + r];
  }
  if (records[o + 1] < 0) return v;
  const t = state.subarray(3 * records[o + 1], 3 * records[o + 1] + 6);
  const rho = records.subarray(o + 2, o + 5);
  for (let r = 0; r < 3; r++) {
    const i = (r + 1) % 3;
    const j = (r + 2) % 3;
    v[r] += t[i] * rho[j] - t[j] * rho[i];
    for (let k = 0; k < 3; k++) v[r] += records[o + 5 + 3 * k + r] * t[3 + k];
  }
  return v;
}
