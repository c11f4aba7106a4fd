import type { Arrays } from '../../body.ts';
import { levelCounts } from '../../shared/levels.ts';
import type { Tuning } from '../../tuning.ts';
import type { LevelCounts } from '../../views.ts';
import { DWELL } from '../numbers.ts';
import type { OctreePoints } from '../point-sets.ts';
import { createPoints, POINT_USE } from '../point-sets.ts';
import { afterSampling, chooseContacts, differ, findCuts, type OctreeRun } from '../runtime.ts';
import { buildSkin } from '../surface/skin.ts';
import { findMoves } from '../topology/links.ts';
import { resample } from '../topology/sample.ts';
import { cutBody } from './cut.ts';
import { kineticEnergy } from './cut-energy.ts';
import { createDemand, type Demand } from './demand.ts';
import { beginSwitch, createSwitchScratch, endSwitch, type SwitchScratch } from './switch.ts';

/** Adaptation of a live body's cells. */
export interface Adaptation {
  readonly switches: SwitchScratch;
  readonly levels: LevelCounts;
  /** Seconds of the body's own time, and the time of the last sampling. */
  readonly clock: Float64Array;
  readonly state: Readonly<Record<string, Float64Array | Uint8Array>>;
  tune(tuning: Tuning): void;
  touchContacts(points: Int32Array, n: number): void;
  /** Points that impulses f act on, shape [points, 3]. */
  touchSet(set: OctreePoints, f: Float64Array): void;
  cut(blade: Float64Array, h: number): number;
  refine(where: Float64Array, radius: number, levels: number): boolean;
  adapt(h: number, u: Float64Array): void;
  /** Takes over wishes and time from the state of a body of which this is a piece, `voxels` being its voxels there. */
  adopt(from: Arrays, voxels: Int32Array): void;
  restored(): void;
}

export function createAdaptation(run: OctreeRun): Adaptation {
  const { data, memory, sampler } = run;
  const switches = createSwitchScratch(run);
  const demand: Demand = createDemand(run);
  const levels: LevelCounts = levelCounts(
    3 * data.voxels.count,
    data.voxels.count,
    3 * sampler.now.tree.leaves,
    sampler.now.tree.leaves,
  );
  const clock = new Float64Array(2);

  const report = (): void => {
    levels.activeDofs = 3 * sampler.now.tree.leaves;
    levels.activePoints = sampler.now.tree.leaves;
  };
  /** Adapts the levels to the demand. Returns the number of leaves that changed. */
  const follow = (): number => {
    beginSwitch(run, switches);
    const changed = demand.apply(clock[0]);
    if (changed === 0) return 0;
    const before = kineticEnergy(run);
    if (!endSwitch(run, switches, null)) return 0;
    levels.jump = Math.max(levels.jump, switches.jump);
    levels.kineticGain = Math.max(levels.kineticGain, kineticEnergy(run) - before);
    clock[1] = clock[0];
    report();
    return changed;
  };

  return {
    switches,
    levels,
    clock,
    state: { clock, ...demand.state },
    tune: (tuning) => demand.tune(tuning),
    touchContacts(points, n) {
      if (data.detail.touch === 0) return;
      for (let k = 0; k < n; k++) demand.heat(run.contacts.home[points[k]], clock[0]);
    },
    touchSet(set, f) {
      if (data.detail.touch === 0) return;
      for (let p = 0; p < set.count; p++) {
        const k = 3 * p;
        if (f[k] !== 0 || f[k + 1] !== 0 || f[k + 2] !== 0) demand.heat(set.home[p], clock[0]);
      }
    },
    cut(blade, h) {
      const severed = cutBody(run, switches, blade, h);
      report();
      return severed;
    },
    refine(where, radius, by) {
      demand.ask(where, radius, by);
      let changed = 0;
      // A level at a time, until nothing is left to do or there is no room.
      for (let k = 0; k <= data.coarsest; k++) {
        const now = follow();
        if (now === 0) break;
        changed += now;
      }
      return changed > 0;
    },
    adapt(_h, u) {
      levels.switches = 0;
      levels.jump = 0;
      levels.kineticGain = 0;
      if (!demand.active() || clock[0] - clock[1] < DWELL) return;
      // The switch transfers positions and velocities; the step's own are in u.
      const n = 3 * sampler.now.tree.leaves;
      for (let k = 0; k < n; k++) memory.v[k] = u[k];
      levels.switches = follow();
      const after = 3 * sampler.now.tree.leaves;
      for (let k = 0; k < after; k++) u[k] = memory.v[k];
    },
    adopt(from, voxels) {
      clock.set(from.clock);
      demand.adopt(from, voxels);
    },
    restored() {
      restoreSample(run);
      restoreSurface(run);
      run.contactsDrift = run.contactDrift.some((d) => d !== 0);
      demand.restored();
      run.topology++;
      report();
    },
  };
}

/** Resamples for links and levels of a restored state, if they differ. */
function restoreSample(run: OctreeRun): void {
  const { memory, sampled, sampler } = run;
  const same = !differ(sampled.links, memory.links) && !differ(sampled.levels, memory.levels);
  if (same && sampled.softened === memory.softened[0]) return;
  findMoves(run.moves, memory.links, run.data.voxels);
  resample(sampler, memory.links, run.moves, memory.levels, null);
  afterSampling(run);
  run.kept.fill(0);
}

/** Rebuilds surface and contact points for restored links and corners; an uncut body has those of its model. */
function restoreSurface(run: OctreeRun): void {
  const { data, memory } = run;
  const whole = !findCuts(run) && !differ(run.corners, data.corners.positions);
  run.skinDrifts = false;
  if (whole && run.skin === data.surface) return;
  run.skin = buildSkin(data.voxels, data.corners, run.corners, memory.links);
  run.skinPoints = createPoints(run.skin.positions, run.skin.home, POINT_USE.drawn);
  run.skinDrift = new Float64Array(run.skin.positions.length);
  chooseContacts(run);
}
