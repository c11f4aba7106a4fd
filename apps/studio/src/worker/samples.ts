import type { World } from 'pliant';
import { PHASE_COUNT, SAMPLE, SAMPLE_SIZE } from '../protocol.ts';

/** Writes one row of numbers about the world as it is now: see `SAMPLE`. */
export function sampleWorld(out: number[], world: World): void {
  const { energy } = world.totals();
  const row = new Array<number>(SAMPLE_SIZE).fill(0);
  row[SAMPLE.time] = world.time;
  row[SAMPLE.kinetic] = energy.kinetic;
  row[SAMPLE.elastic] = energy.elastic;
  row[SAMPLE.potential] = energy.potential;
  for (const { levels } of world.bodies) {
    row[SAMPLE.active] += levels.activeDofs;
    row[SAMPLE.total] += levels.totalDofs;
  }
  for (let p = 0; p < PHASE_COUNT; p++) row[SAMPLE.phases + p] = world.report.phases[p];
  for (const number of row) out.push(number);
}
