import { apply3 } from '../../math/mat3.ts';
import type { BodyModel, PointSet } from '../body.ts';
import { createInertia, type Inertia, turnInertia } from '../shared/turning.ts';
import { createFirm, type Firm } from './firm.ts';
import type { RigidMemory } from './memory.ts';
import type { RigidData } from './model.ts';

/** Where things are in `state`. */
export const AT = { x: 0, q: 3, v: 7, L: 10 } as const;

/** Points by their offset from the centre of mass at rest [m], shape [count, 3]. */
export interface RigidPoints extends PointSet {
  readonly arm: Float64Array;
}

/** The runtime record that all facets of a live rigid body work on. */
export interface RigidLive {
  readonly data: RigidData;
  readonly model: BodyModel;
  readonly memory: RigidMemory;
  /** Inertia as the body is turned now, and half-way through the step. */
  readonly now: Inertia;
  readonly half: Inertia;
  /** What the step's equation has in place of the latter, if joints pull so hard that it takes more: see `firm.ts`. */
  readonly firm: Firm;
  /** 1 for held regions; the prescribed pose of the last of them, a 3×4 map. */
  readonly held: Uint8Array;
  readonly target: Float64Array;
  readonly contacts: RigidPoints;
  readonly skin: RigidPoints;
  /** Damping by mass [1/s], 1 + that times the step, and the step [s]. */
  damping: number;
  damped: number;
  stepLength: number;
  /** The step began with `predict`. */
  ahead: boolean;
  readonly scratch: Float64Array;
}

export function createLive(data: RigidData, model: BodyModel, memory: RigidMemory): RigidLive {
  const locked = data.locked ?? null;
  const run: RigidLive = {
    data,
    model,
    memory,
    now: createInertia(locked),
    half: createInertia(locked),
    firm: createFirm(),
    held: new Uint8Array(data.regions),
    target: new Float64Array(12),
    contacts: rigidPointSet(data, data.contactPoints),
    skin: rigidPointSet(data, data.surface.positions),
    damping: data.damping,
    damped: 1,
    stepLength: 1,
    ahead: false,
    scratch: new Float64Array(24),
  };
  memory.state[AT.q + 3] = 1;
  for (let c = 0; c < 3; c++) memory.state[AT.x + c] = data.centre[c];
  refresh(run);
  return run;
}

export function rigidPointSet({ centre }: RigidData, rest: Float64Array): RigidPoints {
  return { count: rest.length / 3, arm: rest.map((x, i) => x - centre[i % 3]) };
}

/** What follows from the state: orientation, inertia, angular velocity. */
export function refresh({ data, memory, now }: RigidLive): void {
  const { state, velocity } = memory;
  turnInertia(now, data.inertia, state, AT.q);
  for (let c = 0; c < 3; c++) velocity[c] = state[AT.v + c];
  apply3(velocity, 3, now.inverse, 0, state, AT.L);
}
