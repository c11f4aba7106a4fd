import type { FramesRuntime } from './runtime.ts';

/** V += linear + spin × (x − centre) for every node. */
export function addRigid(
  run: FramesRuntime,
  linear: readonly number[],
  spin: readonly number[],
): void {
  const { data, memory } = run;
  const centre = [0, 0, 0];
  for (let k = 0; k < data.nodes; k++) {
    for (let r = 0; r < 3; r++) {
      for (let p = 0; p < 4; p++) {
        centre[r] += (memory.D[12 * k + 4 * r + p] * data.massVector[4 * k + p]) / data.totalMass;
      }
    }
  }
  const [x, y, z] = spin;
  const B = [0, -z, y, z, 0, -x, -y, x, 0];
  for (let k = 0; k < data.nodes; k++) {
    for (let r = 0; r < 3; r++) {
      for (let p = 0; p < 4; p++) {
        let sum = p === 3 ? linear[r] : 0;
        for (let c = 0; c < 3; c++) {
          sum += B[3 * r + c] * (memory.D[12 * k + 4 * c + p] - (p === 3 ? centre[c] : 0));
        }
        memory.V[12 * k + 4 * r + p] += sum;
      }
    }
  }
}
