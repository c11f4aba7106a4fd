import type { Adapt } from '../body.ts';
import { wake } from './adapt/activate.ts';
import { adaptFrames, refineFrames } from './adapt/adapt.ts';
import { setCamera } from './adapt/attention.ts';
import { sleepFrames } from './adapt/sleep.ts';
import { type FramesLive, setChanged, takeVelocities } from './live.ts';
import type { FramesData } from './model.ts';

/** Frames wake and sleep at the end of the step, by the velocities before and after it. */
export function framesAdapt(run: FramesLive): Adapt {
  const { data, memory, levels, set } = run;
  const { settings } = memory;
  return {
    touch: (h, points, count, speeds) => touch(run, h, points, count, speeds),
    refineStep(h, u) {
      const refined = refineFrames(run, h, u) > 0;
      if (refined) setChanged(run);
      return refined;
    },
    after(h) {
      adaptFrames(run, h, levels);
      takeVelocities(run);
    },
    sleep() {
      run.startV.set(memory.V);
      run.fresh.set(memory.V);
      sleepFrames(run, levels);
      takeVelocities(run);
    },
    get isOn() {
      return settings[0] === 1;
    },
    tune(tuning) {
      if (tuning.adaptive !== undefined) settings[0] = tuning.adaptive ? 1 : 0;
      if (tuning.tolerance !== undefined) settings[1] = tuning.tolerance;
      if (tuning.camera !== undefined) setCamera(settings, tuning.camera);
      if (settings[0] === 1 || set.count === data.nodes) return;
      memory.active.fill(1);
      setChanged(run);
    },
  };
}

/** Wakes the frames near contact points that are about to be hit, so that a landing acts in the same step. */
function touch(
  run: FramesLive,
  h: number,
  points: Int32Array,
  count: number,
  speeds: Float64Array,
): void {
  const { data, memory, contacts, near, touching: now, touched } = run;
  const { settings } = memory;
  run.interval = h;
  let nodes = 0;
  let begins = false;
  now.fill(0);
  const slow = settings[1] * run.model.size;
  for (let i = 0; i < count; i++) {
    const p = points[i];
    now[p] = 1;
    if (touched[p] === 1 || speeds[p] < slow) continue;
    begins = true;
    for (let e = contacts.ptr[p]; e < contacts.ptr[p + 1]; e++) {
      if (nodes < near.length) near[nodes++] = contacts.cols[e];
    }
    nodes = addSolid(near, nodes, data, contacts.cols[contacts.ptr[p + 1] - 1]);
  }
  touched.set(now);
  if (begins && settings[0] === 1 && wake(run, near, nodes) > 0) setChanged(run);
}

/**
 * Adds the first nodes of the solid that node k belongs to, if the body has several: the others wake only under them.
 */
function addSolid(near: Int32Array, count: number, data: FramesData, k: number): number {
  if (data.root < 0 || data.solid[k] < 0) return count;
  let n = count;
  for (let j = 0; j < data.nodes && n < near.length; j++) {
    if (data.level[j] === 1 && data.solid[j] === data.solid[k]) near[n++] = j;
  }
  return n;
}
