import { createDetectScratch, detect } from '../collision/detect.ts';
import { allocateRows, type ContactRows, carryImpulses, MOST_ROWS } from '../collision/rows.ts';
import type { Allocator } from '../kernels/arena.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Body } from '../models/contract.ts';
import type { Coupling, LiveBody, LiveObstacle } from './types.ts';

/**
 * Contacts of one body with the obstacles. Each row asks n·w ≥ bias (w the point's velocity relative to the obstacle) and its
 * impulse obeys Coulomb's law |p_t| ≤ μ p_n. The impulses stand on the right side of the step's equation. After each solve
 * the velocities are known, and the body says how they answer to impulses (`response`, an estimate of J A⁻¹ Jᵀ); the small
 * contact problem is solved with that and the equation again, until velocities and impulses agree. The estimate learns from
 * every round; it decides how many it takes, not the outcome. A body at rest starts from the right impulses and needs one round.
 */
export interface Contacts extends Coupling {
  /** Finds rows for the coming step. Gives false if there was no room for all. */
  collide(body: Body, obstacles: readonly LiveObstacle[], h: number): boolean;
  count(): number;
  /** Deepest penetration now [m], zero or positive. */
  penetration(): number;
  /** The rows of the last step; the next one starts from their impulses. */
  readonly rows: ContactRows;
  /** Contact point positions after `collide` [m], shape [points, 3]. */
  readonly positions: Float64Array;
}

/** Rows a contact point can have: floor, wall and one more. */
const ROWS_PER_POINT = 3;
/** Sweeps over the rows in one round: many rows get few, since more would only solve an estimate too well. */
const LEAST_SWEEPS = 15;
const MOST_SWEEPS = 200;
const SWEPT_ROWS = 3000;
/** Velocities are found to this part of "one body size a step" within a round: a tenth of what ends the rounds. */
const MET = 5e-7;
/** Response seen over response believed, below which an observation is taken for noise. */
const LEAST_SEEN = 1e-3;
/** Part of a penetration that is undone in one step; the rest waits, so that it does not become speed. */
const PUSH_OUT = 0.2;
/**
 * Distances below this part of the body's size count as touching. Points of a body at rest then all ask for the same, zero, and
 * a body with few unknowns can give it to all of them: the impulses stay as they were spread, to the bit.
 */
const SLOP = 2e-5;
/** Distance at which rows are made even for a still body, in body sizes: covers what gravity adds in one step. */
const SLACK = 0.02;

export function allocateContacts(a: Allocator, points: number) {
  const capacity = Math.min(MOST_ROWS, ROWS_PER_POINT * points);
  return {
    rows: allocateRows(a, capacity),
    before: allocateRows(a, capacity),
    x: a.f64(3 * points),
    v: a.f64(3 * points),
    f: a.f64(3 * points),
    /** Velocity asked for along the normal [m/s]. */
    bias: a.f64(capacity),
    friction: a.f64(capacity),
    /** Velocities relative to the obstacle [m/s], shape [rows, 3]. */
    relative: a.f64(3 * capacity),
    /** Impulses and velocities of the last round, and their changes since. */
    lastImpulse: a.f64(3 * capacity),
    lastVelocity: a.f64(3 * capacity),
    work: a.f64(3 * capacity),
    /** Response of the rows, shape [3 rows, 3 rows], as large as the rows of the step. */
    W: a.f64(9 * capacity * capacity),
  };
}

export function createContacts(
  memory: ReturnType<typeof allocateContacts>,
  bodies: readonly LiveBody[],
  index: number,
  points: number,
  kernels: Kernels,
): Contacts {
  const { rows, before, x, v, f, bias, friction, relative, lastImpulse, lastVelocity, work, W } =
    memory;
  const { count, point, obstacle, gap, normal, surface, impulse } = rows;
  const scratch = createDetectScratch(points);
  let live = false;
  let ready = false;
  let tolerance = 0;

  /** Impulses of the rows, summed at their points. */
  const gather = (): void => {
    f.fill(0);
    for (let r = 0; r < count[0]; r++) {
      const i = 3 * point[r];
      for (let c = 0; c < 3; c++) f[i + c] += impulse[3 * r + c];
    }
  };

  return {
    a: index,
    b: -1,
    rows,
    positions: x,
    active: () => live,
    count: () => count[0],

    collide(body, obstacles, h) {
      copyRows(before, rows);
      count[0] = 0;
      body.pushPositions(body.contacts, x);
      body.pushVelocities(body.contacts, body.velocity, v);
      let room = true;
      for (let o = 0; o < obstacles.length; o++) {
        if (!obstacles[o].present) continue;
        const slack = SLACK * body.model.size;
        room = detect(rows, scratch, obstacles[o], o, x, v, body.contacts.count, h, slack) && room;
      }
      carryImpulses(rows, before);
      for (let r = 0; r < count[0]; r++) {
        friction[r] = Math.sqrt(obstacles[obstacle[r]].friction * bodies[index].friction);
      }
      live = count[0] > 0;
      if (live) body.touch(point, count[0]);
      return room;
    },

    prepare(h) {
      const body = bodies[index].body;
      const fastest = body.model.size / (10 * h);
      for (let r = 0; r < count[0]; r++) {
        bias[r] = wantedVelocity(gap[r], SLOP * body.model.size, h, fastest);
      }
      ready = false;
      tolerance = (MET * body.model.size) / h;
    },

    addImpulses() {
      gather();
      const own = bodies[index];
      own.body.pullForces(own.body.contacts, f, own.b);
    },

    addProduct() {},

    update() {
      const own = bodies[index];
      own.body.pushVelocities(own.body.contacts, own.u, v);
      const n = count[0];
      for (let r = 0; r < n; r++) {
        const i = 3 * point[r];
        for (let c = 0; c < 3; c++) relative[3 * r + c] = v[i + c] - surface[3 * r + c];
      }
      // Met well already: the impulses stay as they are, to the bit, and a body at rest stays at rest.
      if (!ready && violation(memory) <= tolerance) return 0;
      if (ready) {
        // What the last change of impulses really did: the estimate learns it.
        for (let k = 0; k < 3 * n; k++) {
          lastImpulse[k] = impulse[k] - lastImpulse[k];
          lastVelocity[k] = relative[k] - lastVelocity[k];
        }
        kernels.learnSecant(W, lastImpulse, lastVelocity, work, 3 * n, LEAST_SEEN);
      } else {
        // Only now: a body that stays in the air never asks for it.
        own.body.response(point, n, W);
        ready = true;
      }
      for (let k = 0; k < 3 * n; k++) {
        lastImpulse[k] = impulse[k];
        lastVelocity[k] = relative[k];
      }
      const sweeps = Math.max(LEAST_SWEEPS, Math.min(MOST_SWEEPS, Math.ceil(SWEPT_ROWS / n)));
      kernels.relaxContacts(impulse, relative, W, normal, bias, friction, n, tolerance, sweeps);
      // How far the velocities will move from where the equation has them.
      let worst = 0;
      for (let r = 0; r < n; r++) {
        const i = 3 * point[r];
        for (let c = 0; c < 3; c++) {
          const change = Math.abs(relative[3 * r + c] - (v[i + c] - surface[3 * r + c]));
          if (change > worst) worst = change;
        }
      }
      return worst;
    },

    settle() {
      gather();
      const own = bodies[index];
      own.body.pullForces(own.body.contacts, f, own.body.impulse);
    },

    penetration() {
      let deepest = 0;
      for (let r = 0; r < count[0]; r++) if (-gap[r] > deepest) deepest = -gap[r];
      return deepest;
    },
  };
}

/** Velocity along the normal [m/s] that a row asks for at least: not farther than touching, and out of what went in. */
function wantedVelocity(gap: number, slop: number, h: number, fastest: number): number {
  if (gap > slop) return (slop - gap) / h;
  return gap < -slop ? Math.min(fastest, (PUSH_OUT * (-slop - gap)) / h) : 0;
}

/** Largest velocity [m/s] by which a row misses Signorini's or Coulomb's condition, for the impulses it has. */
function violation({
  rows,
  bias,
  friction,
  relative,
}: ReturnType<typeof allocateContacts>): number {
  const { normal, impulse } = rows;
  let worst = 0;
  for (let r = 0; r < rows.count[0]; r++) {
    const k = 3 * r;
    const nx = normal[k];
    const ny = normal[k + 1];
    const nz = normal[k + 2];
    const wn = nx * relative[k] + ny * relative[k + 1] + nz * relative[k + 2];
    const pn = nx * impulse[k] + ny * impulse[k + 1] + nz * impulse[k + 2];
    const missing = bias[r] - wn;
    worst = Math.max(worst, pn > 0 ? Math.abs(missing) : missing);
    if (!(pn > 0)) continue;
    const wx = relative[k] - wn * nx;
    const wy = relative[k + 1] - wn * ny;
    const wz = relative[k + 2] - wn * nz;
    const px = impulse[k] - pn * nx;
    const py = impulse[k + 1] - pn * ny;
    const pz = impulse[k + 2] - pn * nz;
    const slip = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const drag = Math.sqrt(px * px + py * py + pz * pz);
    // It may slide only at the limit of friction and against it.
    const against = wx * px + wy * py + wz * pz <= -0.999 * slip * drag;
    if (!(against && drag >= 0.999 * friction[r] * pn)) worst = Math.max(worst, slip);
  }
  return worst;
}

function copyRows(to: ContactRows, from: ContactRows): void {
  const n = from.count[0];
  to.count[0] = n;
  for (let r = 0; r < n; r++) {
    to.point[r] = from.point[r];
    to.obstacle[r] = from.obstacle[r];
  }
  for (let r = 0; r < 3 * n; r++) to.impulse[r] = from.impulse[r];
}
