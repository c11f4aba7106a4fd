import { MEASURE } from '../../models/views.ts';
import type { SceneCheck } from '../../scene/schema.ts';
import { gravityOf } from '../drive/gravity.ts';
import type { WorldCore } from '../types.ts';

/** Energies, momenta and the like of all bodies, computed on demand, not in every step. */
export function takeMeasures(core: WorldCore): void {
  if (core.measured === core.steps) return;
  core.measured = core.steps;
  for (let b = 0; b < core.bodies.length; b++)
    core.bodies[b].body.motion.measure(gravityOf(core, b), core.bodies[b].measures);
}

/** Value of a self-check's measure now. Sums over bodies, or takes the largest, unless a body is named. */
export function readMeasure(
  core: WorldCore,
  check: SceneCheck,
  probe: (body: string, name: string) => Float64Array,
): number {
  takeMeasures(core);
  const chosen = core.bodies.filter(
    (b) => check.body === undefined || core.scene.bodies[b.origin]?.name === check.body,
  );
  const sum = (of: (live: (typeof chosen)[number]) => number): number =>
    chosen.reduce((total, b) => total + of(b), 0);
  const most = (of: (live: (typeof chosen)[number]) => number): number =>
    chosen.reduce((top, b) => Math.max(top, of(b)), 0);
  const vector = (at: number): number => {
    const total = [0, 1, 2].map((c) => sum((b) => b.measures[at + c]));
    return along(total, check.axis);
  };
  switch (check.measure) {
    case 'probe':
      return along(probe(check.body!, check.probe!), check.axis);
    case 'centre': {
      const mass = sum((b) => b.measures[MEASURE.mass]);
      const centre = [0, 1, 2].map(
        (c) => sum((b) => b.measures[MEASURE.mass] * b.measures[MEASURE.centre + c]) / mass,
      );
      return along(centre, check.axis);
    }
    case 'speed':
      return most((b) => b.measures[MEASURE.speed]);
    case 'kinetic':
      return sum((b) => b.measures[MEASURE.kinetic]);
    case 'elastic':
      return sum((b) => b.measures[MEASURE.elastic]);
    case 'potential':
      return sum((b) => b.measures[MEASURE.potential]);
    case 'energy':
      return sum(
        (b) =>
          b.measures[MEASURE.kinetic] + b.measures[MEASURE.elastic] + b.measures[MEASURE.potential],
      );
    case 'penetration':
      return most((b) => deepest(core, core.bodies.indexOf(b)) / b.body.model.size);
    case 'volume':
      return most((b) => b.measures[MEASURE.volume]);
    case 'dofs':
      return sum((b) => b.body.levels.activeDofs);
    case 'points':
      return sum((b) => b.body.levels.activePoints);
    case 'switches':
      return sum((b) => b.body.levels.switches);
    case 'jump':
      return most((b) => b.body.levels.jump / b.body.model.size);
    case 'kineticGain':
      return most((b) => b.body.levels.kineticGain);
    case 'linear':
      return vector(MEASURE.linear);
    case 'angular':
      return vector(MEASURE.angular);
    case 'contacts':
      return sum((b) => rowsOf(core, core.bodies.indexOf(b)));
  }
}

function along(v: ArrayLike<number>, axis: SceneCheck['axis']): number {
  if (axis === 'x') return v[0];
  if (axis === 'y') return v[1];
  if (axis === 'z') return v[2];
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/** Deepest penetration of a body's points into anything [m], zero or positive. */
function deepest({ contacts }: WorldCore, body: number): number {
  const { key, gap, count } = contacts.rows;
  let depth = 0;
  for (let r = 0; r < count[0]; r++) if (key[3 * r] === body) depth = Math.max(depth, -gap[r]);
  return depth;
}

function rowsOf({ contacts }: WorldCore, body: number): number {
  const { key, count } = contacts.rows;
  let rows = 0;
  for (let r = 0; r < count[0]; r++) if (key[3 * r] === body) rows++;
  return rows;
}
