import { SETTING } from '../memory.ts';
import { AHEAD, STEADY, UNFELT } from '../numbers.ts';
import type { TetsRuntime } from '../runtime.ts';
import type { Adaptation } from './adaptation.ts';

const now = new Float64Array(SETTING.length);

/** What acts now, into `out` at the places of `SETTING`. */
function sumLoads(run: TetsRuntime, { step, holds }: Adaptation, out: Float64Array): void {
  const { x, leafImpulse } = run.memory;
  out.fill(0, SETTING.forces, SETTING.length);
  for (let c = 0; c < 3; c++) out[SETTING.gravity + c] = step.gravity[c];
  out[SETTING.holds] = holds;
  const f = SETTING.forces;
  const m = SETTING.moments;
  for (let i = 0; i < leafImpulse.length; i += 3) {
    const px = leafImpulse[i] / step.h;
    const py = leafImpulse[i + 1] / step.h;
    const pz = leafImpulse[i + 2] / step.h;
    if (px === 0 && py === 0 && pz === 0) continue;
    out[f] += px;
    out[f + 1] += py;
    out[f + 2] += pz;
    out[m] += x[i + 1] * pz - x[i + 2] * py;
    out[m + 1] += x[i + 2] * px - x[i] * pz;
    out[m + 2] += x[i] * py - x[i + 1] * px;
    out[SETTING.sizes] += Math.sqrt(px * px + py * py + pz * pz);
  }
}

/** Remembers what acts now. */
export function noteLoads(run: TetsRuntime, ad: Adaptation): void {
  sumLoads(run, ad, run.memory.settings);
}

/** True if the loads have changed since the last estimate: the front may be too coarse at once. */
export function loadsChanged(run: TetsRuntime, ad: Adaptation, tolerance: number): boolean {
  const { data, memory } = run;
  const before = memory.settings;
  sumLoads(run, ad, now);
  if (now[SETTING.holds] !== before[SETTING.holds]) return true;
  const force = distance(before, SETTING.forces);
  const moment = distance(before, SETTING.moments) / data.size;
  const size = Math.abs(now[SETTING.sizes] - before[SETTING.sizes]);
  const change = Math.max(force, moment, size);
  const steady = STEADY * Math.max(now[SETTING.sizes], before[SETTING.sizes]);
  const least = (2 * UNFELT * tolerance) / (AHEAD * AHEAD);
  return distance(before, SETTING.gravity) > least || change > Math.max(steady, least * ad.mass);
}

function distance(before: Float64Array, o: number): number {
  const dx = now[o] - before[o];
  const dy = now[o + 1] - before[o + 1];
  const dz = now[o + 2] - before[o + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
