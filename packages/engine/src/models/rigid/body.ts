import { vertexNormals } from '../../kernels/reference/normals.kernel.ts';
import { apply3, applyTransposed3 } from '../../math/mat3.ts';
import { logQuat, mulQuat, normaliseQuat, quatFromMat3 } from '../../math/quat.ts';
import { type Body, type BodyModel, MEASURE, type PointSet } from '../contract.ts';
import { movePlaces, turnOf, turnVectors } from '../move.ts';
import type { RigidData, RigidMemory } from './index.ts';
import { type RigidPoints, rigidMetric } from './metric.ts';
import { createInertia, halfwayInertia, turnBy, turnInertia } from './turning.ts';

/** Where things are in `state`. */
const AT = { x: 0, q: 3, v: 7, L: 10 } as const;

/** Where things are in `past`: all angular ones as angular momentum, of which a body left alone keeps every digit. */
const PAST = { mean: 0, lag: 3, change: 6, spin: 9, known: 12 } as const;

/** A rigid body whose motion somebody else may set. */
export interface RigidBody extends Body {
  /** Its rotation now, row-major. */
  readonly rotation: Float64Array;
  /** Puts its own origin at `position` [m], turned by the quaternion, with the velocity of its centre [m/s] and spin [rad/s]. */
  set(
    position: Float64Array,
    rotation: Float64Array,
    velocity: Float64Array,
    spin: Float64Array,
  ): void;
}

/**
 * A live rigid body. u = [v, ω], A = diag(m, I), b = [m v + h m g, L]. The angular momentum L is carried, not ω: with I taken
 * half-way through the step, spin is kept exactly and the gyroscopic term needs no formula of its own.
 */
export function createRigid(data: RigidData, model: BodyModel, memory: RigidMemory): RigidBody {
  const { state, velocity, rhs, impulse, past, mean, before } = memory;
  const { mass, inertia: own, centre } = data;
  const locked = data.locked ?? null;
  const now = createInertia(locked);
  const half = createInertia(locked);
  const held = new Uint8Array(data.regions);
  const target = new Float64Array(12);
  const scratch = new Float64Array(24);
  let { damping } = data;
  let damped = 1;
  let stepLength = 1;
  /** The step began with `predict`. */
  let ahead = false;

  const anyHeld = (): boolean => held.includes(1);
  /** Locked axes keep the velocity they have. */
  const keepLocked = (u: Float64Array): void => {
    if (locked === null) return;
    for (let c = 0; c < 6; c++) if (locked[c] === 1) u[c] = velocity[c];
  };
  /** What follows from the state: orientation, inertia, angular velocity. */
  const refresh = (): void => {
    turnInertia(now, own, state, AT.q);
    for (let c = 0; c < 3; c++) velocity[c] = state[AT.v + c];
    apply3(velocity, 3, now.inverse, 0, state, AT.L);
  };
  const points = (rest: Float64Array): RigidPoints => ({
    count: rest.length / 3,
    arm: rest.map((x, i) => x - centre[i % 3]),
  });
  const contacts = points(data.contactPoints);
  const skin = points(data.surface.positions);
  const drawn = new Float64Array(skin.arm.length);
  state[AT.q + 3] = 1;
  for (let c = 0; c < 3; c++) state[AT.x + c] = centre[c];
  refresh();

  const pushPositions = (set: PointSet, out: Float64Array): void => {
    const { arm } = set as RigidPoints;
    for (let i = 0; i < arm.length; i += 3) {
      apply3(out, i, now.R, 0, arm, i);
      for (let c = 0; c < 3; c++) out[i + c] += state[AT.x + c];
    }
  };

  const metric = rigidMetric((z, r) => {
    for (let c = 0; c < 3; c++) z[c] = r[c] / (damped * mass);
    apply3(z, 3, half.inverse, 0, r, 3);
    for (let c = 3; c < 6; c++) z[c] /= damped;
    body.constrain(z);
  }, now.R);

  const body: RigidBody = {
    model,
    rotation: now.R,
    velocity,
    rhs,
    impulse,
    contacts,
    topology: 0,
    parts: null,
    drawParts() {},
    cells: null,
    drawCells() {},
    tune() {},
    history: {
      mean,
      get predicted() {
        return ahead;
      },
      predict(h, gravity) {
        ahead = true;
        if (past[PAST.known] === 0) {
          past.fill(0);
          past[PAST.known] = 1;
          for (let c = 0; c < 3; c++) {
            past[PAST.change + c] = h * gravity[c];
            past[PAST.mean + c] = state[AT.v + c] - 0.5 * h * gravity[c];
          }
        }
        for (let c = 0; c < 3; c++) {
          before[c] = state[AT.v + c];
          before[3 + c] = state[AT.L + c];
          mean[c] = past[PAST.mean + c];
          state[AT.x + c] += (h / 3) * mean[c];
          state[AT.v + c] += past[PAST.change + c] / 3;
          state[AT.L + c] += past[PAST.spin + c] / 3;
          scratch[c] = state[AT.L + c] + past[PAST.lag + c];
        }
        // Half-way through the whole step: left alone it turns by the midpoint rule, which keeps the energy of its spin.
        halfwayInertia(half, own, state, AT.q, state, AT.L, h);
        apply3(mean, 3, half.inverse, 0, scratch, 0);
        turnBy(state, AT.q, state, AT.q, mean, 3, h / 3);
        refresh();
      },
      learn(_h, u, jump, way) {
        apply3(scratch, 0, half.I, 0, u, 3);
        for (let c = 0; c < 3; c++) {
          past[PAST.mean + c] = (past[PAST.mean + c] + 2 * u[c]) / 3;
          past[PAST.change + c] = u[c] - before[c];
          past[PAST.spin + c] = scratch[c] - before[3 + c];
          past[PAST.lag + c] = (past[PAST.lag + c] - past[PAST.spin + c]) / 3;
        }
        if (jump === null) return;
        const over = ahead ? 1 / 3 : 0;
        apply3(scratch, 3, half.I, 0, jump, 3);
        for (let c = 0; c < 3; c++) {
          scratch[c] -= over * scratch[3 + c];
          past[PAST.change + c] -= jump[c];
          past[PAST.spin + c] -= scratch[3 + c];
          past[PAST.lag + c] += over * scratch[3 + c];
        }
        for (let c = 0; c < 3; c++) {
          state[AT.x + c] += way * jump[c];
          u[c] -= over * jump[c];
        }
        turnBy(state, AT.q, state, AT.q, jump, 3, way);
        apply3(u, 3, half.inverse, 0, scratch, 0);
      },
      forget() {
        past[PAST.known] = 0;
      },
    },
    levels: {
      totalDofs: 6,
      activeDofs: 6,
      totalPoints: 0,
      activePoints: 0,
      switches: 0,
      jump: 0,
      kineticGain: 0,
    },
    state: { state, past },
    unknowns: () => 6,

    hold(index, pose) {
      held[index] = 1;
      target.set(pose);
    },
    release(index) {
      held[index] = 0;
    },
    touch() {},

    assemble(h, gravity) {
      stepLength = h;
      damped = 1 + damping * h;
      if (!ahead) halfwayInertia(half, own, state, AT.q, state, AT.L, h);
      for (let c = 0; c < 3; c++) {
        rhs[c] = mass * (state[AT.v + c] + h * gravity[c]);
        rhs[3 + c] = state[AT.L + c];
      }
    },
    multiply(y, x) {
      for (let c = 0; c < 3; c++) y[c] = damped * mass * x[c];
      apply3(y, 3, half.I, 0, x, 3);
      for (let c = 3; c < 6; c++) y[c] *= damped;
    },
    metric,
    prescribe(u) {
      if (!anyHeld()) {
        keepLocked(u);
        return;
      }
      for (let c = 0; c < 3; c++) {
        const p = 4 * c;
        const at =
          target[p] * centre[0] +
          target[p + 1] * centre[1] +
          target[p + 2] * centre[2] +
          target[p + 3];
        u[c] = (at - state[AT.x + c]) / stepLength;
        for (let d = 0; d < 3; d++) scratch[3 * c + d] = target[p + d];
      }
      // The turn from here to there: target ⊗ q⁻¹.
      quatFromMat3(scratch, 9, scratch, 0);
      for (let c = 0; c < 3; c++) scratch[13 + c] = -state[AT.q + c];
      scratch[16] = state[AT.q + 3];
      mulQuat(scratch, 17, scratch, 9, scratch, 13);
      logQuat(scratch, 21, scratch, 17);
      for (let c = 0; c < 3; c++) u[3 + c] = scratch[21 + c] / stepLength;
    },
    constrain(r) {
      if (anyHeld()) r.fill(0, 0, 6);
      else if (locked !== null) for (let c = 0; c < 6; c++) if (locked[c] === 1) r[c] = 0;
    },
    polish(u, b) {
      // Six equations: what is left of the solver's error is nothing.
      if (anyHeld()) return;
      metric.apply(u, b);
      keepLocked(u);
    },
    merit(_h, _gravity, u) {
      let value = 0;
      body.multiply(scratch, u);
      for (let c = 0; c < 6; c++) value += u[c] * (0.5 * scratch[c] - rhs[c]);
      return value;
    },

    embed: points,
    pushPositions,
    pushVelocities(set, u, out) {
      const { arm } = set as RigidPoints;
      for (let i = 0; i < arm.length; i += 3) {
        apply3(scratch, 0, now.R, 0, arm, i);
        out[i] = u[0] + u[4] * scratch[2] - u[5] * scratch[1];
        out[i + 1] = u[1] + u[5] * scratch[0] - u[3] * scratch[2];
        out[i + 2] = u[2] + u[3] * scratch[1] - u[4] * scratch[0];
      }
    },
    pullForces(set, f, out) {
      const { arm } = set as RigidPoints;
      for (let i = 0; i < arm.length; i += 3) {
        if (f[i] === 0 && f[i + 1] === 0 && f[i + 2] === 0) continue;
        apply3(scratch, 0, now.R, 0, arm, i);
        for (let c = 0; c < 3; c++) out[c] += f[i + c];
        out[3] += scratch[1] * f[i + 2] - scratch[2] * f[i + 1];
        out[4] += scratch[2] * f[i] - scratch[0] * f[i + 2];
        out[5] += scratch[0] * f[i + 1] - scratch[1] * f[i];
      }
    },
    putContact(i, y, o) {
      for (let c = 0; c < 3; c++) scratch[c] = y[o + c] - state[AT.x + c];
      applyTransposed3(contacts.arm, 3 * i, now.R, 0, scratch, 0);
    },
    drawSurface(positions, normals) {
      pushPositions(skin, drawn);
      positions.set(drawn);
      const { triangles } = data.surface;
      vertexNormals(normals, positions, triangles, skin.count, triangles.length / 3);
    },

    adapt() {},
    finish(h, u) {
      ahead = false;
      for (let c = 0; c < 3; c++) {
        state[AT.v + c] = u[c];
        state[AT.x + c] += h * u[c];
      }
      apply3(state, AT.L, half.I, 0, u, 3);
      turnBy(state, AT.q, state, AT.q, u, 3, h);
      refresh();
    },
    measure(gravity, out) {
      out.fill(0);
      out[MEASURE.mass] = mass;
      out[MEASURE.volume] = 1;
      for (let c = 0; c < 3; c++) {
        out[MEASURE.kinetic] += 0.5 * mass * velocity[c] * velocity[c];
        out[MEASURE.kinetic] += 0.5 * velocity[3 + c] * state[AT.L + c];
        out[MEASURE.potential] -= mass * gravity[c] * state[AT.x + c];
        out[MEASURE.linear + c] = mass * velocity[c];
        out[MEASURE.centre + c] = state[AT.x + c];
        const d = (c + 1) % 3;
        const e = (c + 2) % 3;
        out[MEASURE.angular + c] =
          state[AT.L + c] + mass * (state[AT.x + d] * velocity[e] - state[AT.x + e] * velocity[d]);
      }
      for (let r = 0, k = 0; r < 3; r++)
        for (let c = r; c < 3; c++) out[MEASURE.inertia + k++] = now.I[3 * r + c];
      body.pushVelocities(skin, velocity, drawn);
      let most = 0;
      for (let i = 0; i < drawn.length; i += 3) {
        const [x, y, z] = [drawn[i], drawn[i + 1], drawn[i + 2]];
        most = Math.max(most, x * x + y * y + z * z);
      }
      out[MEASURE.speed] = Math.sqrt(most);
    },
    place(pose) {
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) scratch[3 * r + c] = pose[4 * r + c];
        state[AT.x + r] =
          pose[4 * r] * centre[0] +
          pose[4 * r + 1] * centre[1] +
          pose[4 * r + 2] * centre[2] +
          pose[4 * r + 3];
      }
      quatFromMat3(state, AT.q, scratch, 0);
      past[PAST.known] = 0;
      refresh();
    },
    addVelocity(linear, spin) {
      past[PAST.known] = 0;
      scratch.set(spin);
      apply3(scratch, 3, now.I, 0, scratch, 0);
      for (let c = 0; c < 3; c++) {
        state[AT.v + c] += linear[c];
        state[AT.L + c] += scratch[3 + c];
      }
      refresh();
    },
    move(pose, keep) {
      past[PAST.known] = 0;
      movePlaces(state.subarray(AT.x, AT.x + 3), 1, pose);
      mulQuat(state, AT.q, turnOf(pose), 0, state, AT.q);
      normaliseQuat(state, AT.q);
      for (const at of [AT.v, AT.L]) turnVectors(state.subarray(at, at + 3), 1, pose, keep);
      refresh();
    },
    set(position, rotation, linear, spin) {
      past[PAST.known] = 0;
      for (let c = 0; c < 4; c++) state[AT.q + c] = rotation[c];
      normaliseQuat(state, AT.q);
      turnInertia(now, own, state, AT.q);
      scratch.set(centre);
      apply3(state, AT.x, now.R, 0, scratch, 0);
      apply3(state, AT.L, now.I, 0, spin, 0);
      for (let c = 0; c < 3; c++) {
        state[AT.x + c] += position[c];
        state[AT.v + c] = linear[c];
        velocity[c] = linear[c];
        velocity[3 + c] = spin[c];
      }
    },
    adjust(matter) {
      damping = matter.damping.mass;
    },
    restored: refresh,
  };
  return body;
}
