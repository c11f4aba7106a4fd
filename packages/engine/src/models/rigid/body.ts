import { vertexNormals } from '../../math/normals.kernel.ts';
import type { Body, BodyModel, Look } from '../body.ts';
import { levelCounts } from '../shared/levels.ts';
import { rigidEquation } from './equation.ts';
import { createLive, type RigidLive, refresh } from './live.ts';
import type { RigidMemory } from './memory.ts';
import type { RigidData } from './model.ts';
import { rigidMotion, setMotion } from './motion.ts';
import { placeArms, rigidPoints } from './points.ts';

/** A rigid body whose motion somebody else may set. */
export interface RigidBody extends Body {
  /** Its rotation now, row-major. */
  readonly rotation: Float64Array;
  /**
   * Puts its own origin at `position` [m], turned by the quaternion, with the velocity of its centre [m/s] and spin
   * [rad/s].
   */
  set(
    position: Float64Array,
    rotation: Float64Array,
    velocity: Float64Array,
    spin: Float64Array,
  ): void;
}

/** A live rigid body. */
export function createRigid(data: RigidData, model: BodyModel, memory: RigidMemory): RigidBody {
  const run = createLive(data, model, memory);
  const equation = rigidEquation(run);
  return {
    model,
    levels: levelCounts(6, 0),
    equation,
    points: rigidPoints(run, equation),
    motion: rigidMotion(run),
    adapt: undefined,
    look: rigidLook(run),
    cut: undefined,
    state: {
      arrays: { state: memory.state, past: memory.past },
      restored: () => refresh(run),
    },
    rotation: run.now.R,
    set: (position, rotation, velocity, spin) => setMotion(run, position, rotation, velocity, spin),
  };
}

function rigidLook(run: RigidLive): Look {
  const { skin } = run;
  const { triangles } = run.data.surface;
  const drawn = new Float64Array(skin.arm.length);
  return {
    drawSurface(positions, normals) {
      placeArms(run, skin, drawn);
      positions.set(drawn);
      vertexNormals(normals, positions, triangles, skin.count, triangles.length / 3);
    },
  };
}
