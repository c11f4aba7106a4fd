import { cholesky, choleskySolve } from '../../math/dense.ts';
import { apply3 } from '../../math/mat3.ts';
import { mulQuat, normaliseQuat, quatFromMat3 } from '../../math/quat.ts';
import { findTurn, WHOLE } from '../shared/momentum.ts';
import { createInertia, halfwayInertia } from '../shared/turning.ts';
import { type Hierarchy, ROLE } from './model.ts';
import type { LayersRuntime } from './runtime.ts';
import type { LayerState } from './step/compose.ts';
import type { LayerSystem } from './step/system.ts';
import { pushVelocities } from './step/transfer.ts';

/** Sums over the mass points of a body: their centre, momenta about it, and the matrix from a rigid motion to those. */
function createSums(system: LayerSystem) {
  const { mass, weight } = system;
  const { x } = mass;
  const inertia = new Float64Array(36);
  const centre = new Float64Array(3);
  const findCentre = (): void => {
    let total = 0;
    centre.fill(0);
    for (let i = 0; i < mass.count; i++) {
      total += weight[i];
      for (let c = 0; c < 3; c++) centre[c] += weight[i] * x[3 * i + c];
    }
    for (let c = 0; c < 3; c++) centre[c] /= total;
  };
  /** Linear momentum, and angular momentum about the centre the body had. */
  const take = (out: Float64Array, v: Float64Array, damped: number): void => {
    out.fill(0, 0, 6);
    for (let i = 0; i < mass.count; i++) {
      const m = weight[i] * (1 + system.alpha[i] * damped);
      for (let c = 0; c < 3; c++) {
        const d = (c + 1) % 3;
        const e = (c + 2) % 3;
        out[c] += m * v[3 * i + c];
        const right = (x[3 * i + d] - centre[d]) * v[3 * i + e];
        out[3 + c] += m * (right - (x[3 * i + e] - centre[e]) * v[3 * i + d]);
      }
    }
  };
  /**
   * Lower half of the matrix from a rigid motion to its momentum; `damped` seconds of damping by mass weigh as much.
   */
  const findInertia = (damped: number): void => {
    inertia.fill(0);
    for (let i = 0; i < mass.count; i++) {
      const m = weight[i] * (1 + system.alpha[i] * damped);
      const a = x[3 * i] - centre[0];
      const b = x[3 * i + 1] - centre[1];
      const d = x[3 * i + 2] - centre[2];
      for (let c = 0; c < 3; c++) inertia[7 * c] += m;
      inertia[19] -= m * d;
      inertia[20] += m * b;
      inertia[24] += m * d;
      inertia[26] -= m * a;
      inertia[30] -= m * b;
      inertia[31] += m * a;
      inertia[21] += m * (b * b + d * d);
      inertia[28] += m * (a * a + d * d);
      inertia[35] += m * (a * a + b * b);
      inertia[27] -= m * a * b;
      inertia[33] -= m * a * d;
      inertia[34] -= m * b * d;
    }
  };
  return { inertia, centre, findCentre, take, findInertia };
}

/**
 * Keeps the momentum of a body when it turns. The velocities of mass points were found with arms that point one way;
 * when the body has turned the same velocities say less about angular momentum (by the cosine of the turn). So momentum
 * is taken before and given back afterwards, by a rigid motion added to all of them: every layer sees the same.
 *
 * A rigid root turns as a rigid body does (`models/shared/turning.ts`): angular momentum L is carried, and the equation
 * of a step is made where the body will be half-way through it, so that ω = I⁻¹ L with the inertia of there. With the
 * inertia of the start a body that turns about none of its principal axes gains energy in every step (× 4.9 in 4 s,
 * measured).
 */
export function createMomentum(system: LayerSystem) {
  const { mass } = system;
  const { x } = mass;
  const { inertia, centre, findCentre, take, findInertia } = createSums(system);
  const carried = new Float64Array(6);
  const now = new Float64Array(6);
  const own = new Float64Array(9);
  const half = createInertia();
  const turn = new Float64Array(4);
  const upright = Float64Array.of(0, 0, 0, 1);

  const keep = (out: Float64Array, v: Float64Array): void => {
    take(now, v, 0);
    findInertia(0);
    const possible = cholesky(inertia, 6);
    for (let c = 0; c < 6; c++) now[c] = possible ? carried[c] - now[c] : 0;
    if (possible) choleskySolve(now, inertia, 6);
    for (let i = 0; i < mass.count; i++) {
      for (let c = 0; c < 3; c++) {
        const d = (c + 1) % 3;
        const e = (c + 2) % 3;
        const turned = now[3 + d] * (x[3 * i + e] - centre[e]);
        out[3 * i + c] = v[3 * i + c] + now[c] + turned - now[3 + e] * (x[3 * i + d] - centre[d]);
      }
    }
  };

  return {
    /** With the mass points where velocities v were found. */
    remember(v: Float64Array): void {
      findCentre();
      take(carried, v, 0);
    },
    /** out = v plus the rigid motion that gives it the remembered momentum at the current positions. */
    keep,
    /** out = momentum of v, and its angular momentum about the centre of mass where the mass points are. */
    find(out: Float64Array, v: Float64Array): void {
      findCentre();
      take(out, v, 0);
    },
    /** out = the centre of mass where the mass points are; where it was last found. */
    centreNow(out: Float64Array): void {
      findCentre();
      for (let c = 0; c < 3; c++) out[c] = centre[c];
    },
    centreOf(out: Float64Array): void {
      for (let c = 0; c < 3; c++) out[c] = centre[c];
    },
    /** out = the momenta that `keep` restores. */
    remembered(out: Float64Array): void {
      for (let c = 0; c < 6; c++) out[c] = carried[c];
    },
    /** Sets the momenta that `keep`, `keepHere` and `halfway` restore. */
    carry(momenta: Float64Array): void {
      for (let c = 0; c < 6; c++) carried[c] = momenta[c];
    },
    /** `keep`, with angular momentum about where the centre of mass is now. */
    keepHere(out: Float64Array, v: Float64Array): void {
      findCentre();
      keep(out, v);
    },
    /** The same about `begun` and `h` seconds of the momentum from there. */
    keepAhead(v: Float64Array, begun: Float64Array, h: number, total: number): void {
      for (let c = 0; c < 3; c++) centre[c] = begun[c] + (h / total) * carried[c];
      keep(v, v);
    },
    /** Spin with angular momentum L by the inertia of half-way, and the other way round. */
    spinOf(out: Float64Array, o: number, L: Float64Array): void {
      apply3(out, o, half.inverse, 0, L, 0);
    },
    momentumOf(out: Float64Array, o: number, spin: Float64Array, s: number): void {
      apply3(out, o, half.I, 0, spin, s);
    },
    /** After `remember`: the pose of a rigid root, place and quaternion, half-way through a step of h seconds. */
    halfway(pose: Float64Array, h: number): void {
      findInertia(0);
      for (let r = 0; r < 3; r++)
        for (let c = 0; c <= r; c++) {
          own[3 * r + c] = inertia[6 * (3 + r) + 3 + c];
          own[3 * c + r] = own[3 * r + c];
        }
      if (!cholesky(inertia, 6)) return;
      halfwayInertia(half, own, upright, 0, carried, 3, h);
      quatFromMat3(turn, 0, half.R, 0);
      mulQuat(pose, 3, turn, 0, pose, 3);
      normaliseQuat(pose, 3);
      for (let c = 0; c < 3; c++) own[c] = pose[c] - centre[c];
      apply3(pose, 0, half.R, 0, own, 0);
      for (let c = 0; c < 3; c++) pose[c] += centre[c];
    },
    /**
     * Velocities u of a rigid root for which all mass points, moving at v, have the momentum b that its own rows say,
     * to rounding. Nothing but forces from outside is in those rows, for a rigid root strains nothing.
     */
    correctRoot(
      u: Float64Array,
      b: Float64Array,
      v: Float64Array,
      root: Float64Array,
      h: number,
    ): void {
      for (let c = 0; c < 3; c++) centre[c] = root[c];
      take(now, v, h);
      findInertia(h);
      if (!cholesky(inertia, 6)) return;
      for (let c = 0; c < 6; c++) now[c] = b[c] - now[c];
      choleskySolve(now, inertia, 6);
      for (let c = 0; c < 6; c++) u[c] += now[c];
    },
  };
}

export type Momentum = ReturnType<typeof createMomentum>;

const arm = new Float64Array(3);

/**
 * The arm about the centre along which a turn moves coefficient f of the coarsest layer: of a column of its map, or of
 * a place.
 */
function armOf({ layers }: Hierarchy, { q }: LayerState, f: number, whole: Float64Array): void {
  const { role, places } = layers[0];
  for (let c = 0; c < 3; c++) {
    if (role[f] < ROLE.translation) arm[c] = q[3 * f + c] + (role[f] === c ? 1 : 0);
    else arm[c] = q[3 * f + c] + places[3 * f + c] - whole[c];
  }
}

/**
 * A turn of the coarsest layer, which is not rigid, turns everything above it. Gives the layer the one after which a
 * free body has the angular momentum that its own (v, at the mass points) and the impulses of contacts in b make:
 * elastic forces have no torque, but their stiffness feels a turn of what is strained. What is fixed takes no part.
 */
export function correctTurn(
  u: Float64Array,
  b: Float64Array,
  { system, state, start, startV: v, begun, ahead, solver, memory: { rhs } }: LayersRuntime,
  h: number,
  whole: Float64Array,
): void {
  const { fixed } = solver;
  const { mass, weight, alpha, hierarchy, v: next } = system;
  const { x } = mass;
  const { functions } = hierarchy.layers[0];
  pushVelocities(next, mass, hierarchy, u, system.all);
  whole.fill(0);
  let total = 0;
  for (let i = 0; i < mass.count; i++) {
    total += weight[i];
    for (let c = 0; c < 3; c++) whole[c] += weight[i] * x[3 * i + c];
  }
  for (let c = 0; c < 3; c++) whole[c] /= total;
  for (let i = 0; i < mass.count; i++) {
    const k = 3 * i;
    const rx = x[k] - whole[0];
    const ry = x[k + 1] - whole[1];
    const rz = x[k + 2] - whole[2];
    const heavy = 1 + alpha[i] * h;
    const px = weight[i] * (v[k] - heavy * next[k]);
    const py = weight[i] * (v[k + 1] - heavy * next[k + 1]);
    const pz = weight[i] * (v[k + 2] - heavy * next[k + 2]);
    const m = weight[i] * heavy;
    whole[3] += ry * pz - rz * py;
    whole[4] += rz * px - rx * pz;
    whole[5] += rx * py - ry * px;
    whole[6] += m * (ry * ry + rz * rz);
    whole[7] -= m * rx * ry;
    whole[8] -= m * rx * rz;
    whole[9] += m * (rx * rx + rz * rz);
    whole[10] -= m * ry * rz;
    whole[11] += m * (rx * rx + ry * ry);
  }
  for (let f = 0; f < functions; f++) {
    if (fixed[3 * f] === 1) continue;
    // Impulses act where the body is; the equation is made where a second-order step will end.
    armOf(hierarchy, state, f, ahead ? begun : whole);
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      const k = 3 * f;
      whole[WHOLE.torque + c] +=
        arm[d] * (b[k + e] - rhs[k + e]) - arm[e] * (b[k + d] - rhs[k + d]);
    }
  }
  if (!findTurn(whole)) return;
  for (let f = 0; f < functions; f++) {
    if (fixed[3 * f] === 1) continue;
    armOf(hierarchy, start, f, whole);
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      u[3 * f + c] += whole[3 + d] * arm[e] - whole[3 + e] * arm[d];
    }
  }
}
