import { createDetectScratch, detect } from '../collision/detect.ts';
import { allocateRows, type ContactRows, carryImpulses } from '../collision/rows.ts';
import type { Allocator } from '../kernels/arena.ts';
import type { Body } from '../models/contract.ts';
import type { Coupling, LiveBody, LiveObstacle } from './types.ts';

/**
 * Contacts of one body with the obstacles. Each row asks n·w ≥ bias (w the point's velocity relative to the obstacle) and its
 * impulse obeys Coulomb's law |p_t| ≤ μ p_n. The method is the augmented Lagrangian: a penalty ρ inside the matrix for
 * rows that push or stick, and impulses that are updated from what the velocities still miss, until they miss nothing.
 * So a body at rest has exact contact forces, does not creep on a slope, and needs one round a step.
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
/** Penalty over the estimated effective mass of a point: larger means fewer rounds and more iterations in each. */
const PENALTY = 3;
/** Part of a penetration that is undone in one step; the rest waits, so that it does not become speed. */
const PUSH_OUT = 0.2;
/** Distance at which rows are made even for a still body, in body sizes: covers what gravity adds in one step. */
const SLACK = 0.02;

export function allocateContacts(a: Allocator, points: number) {
  const capacity = ROWS_PER_POINT * points;
  return {
    rows: allocateRows(a, capacity),
    before: allocateRows(a, capacity),
    x: a.f64(3 * points),
    v: a.f64(3 * points),
    f: a.f64(3 * points),
    mobility: a.f64(points),
    rho: a.f64(capacity),
    /** Velocity asked for along the normal [m/s]. */
    bias: a.f64(capacity),
    friction: a.f64(capacity),
    /** Per row: 0 open, 1 sliding, 2 sticking. */
    status: a.i32(capacity),
  };
}

export function createContacts(
  memory: ReturnType<typeof allocateContacts>,
  bodies: readonly LiveBody[],
  index: number,
  points: number,
): Contacts {
  const { rows, before, x, v, f, mobility, rho, bias, friction, status } = memory;
  const { count, point, obstacle, gap, normal, surface, impulse } = rows;
  const scratch = createDetectScratch(points);
  let live = false;

  /** f = Σ over rows of the row's matrix times v at its point (v pushed from `which`). */
  const product = (): void => {
    f.fill(0);
    for (let r = 0; r < count[0]; r++) {
      if (status[r] === 0) continue;
      const i = 3 * point[r];
      const nx = normal[3 * r];
      const ny = normal[3 * r + 1];
      const nz = normal[3 * r + 2];
      if (status[r] === 2) {
        f[i] += rho[r] * v[i];
        f[i + 1] += rho[r] * v[i + 1];
        f[i + 2] += rho[r] * v[i + 2];
      } else {
        const along = rho[r] * (nx * v[i] + ny * v[i + 1] + nz * v[i + 2]);
        f[i] += along * nx;
        f[i + 1] += along * ny;
        f[i + 2] += along * nz;
      }
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
        room = detect(rows, scratch, obstacles[o], o, x, v, points, h, slack) && room;
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
      body.mobility(body.contacts, mobility);
      const fastest = body.model.size / (10 * h);
      for (let r = 0; r < count[0]; r++) {
        rho[r] = PENALTY / mobility[point[r]];
        bias[r] = gap[r] > 0 ? -gap[r] / h : Math.min(fastest, (-PUSH_OUT * gap[r]) / h);
        const i = 3 * point[r];
        const w =
          normal[3 * r] * (v[i] - surface[3 * r]) +
          normal[3 * r + 1] * (v[i + 1] - surface[3 * r + 1]) +
          normal[3 * r + 2] * (v[i + 2] - surface[3 * r + 2]);
        const p =
          normal[3 * r] * impulse[3 * r] +
          normal[3 * r + 1] * impulse[3 * r + 1] +
          normal[3 * r + 2] * impulse[3 * r + 2];
        status[r] = p + rho[r] * (bias[r] - w) > 0 ? 2 : 0;
      }
    },

    addImpulses() {
      f.fill(0);
      for (let r = 0; r < count[0]; r++) {
        if (status[r] === 0) continue;
        const i = 3 * point[r];
        const nx = normal[3 * r];
        const ny = normal[3 * r + 1];
        const nz = normal[3 * r + 2];
        const wn = nx * surface[3 * r] + ny * surface[3 * r + 1] + nz * surface[3 * r + 2];
        const along = rho[r] * (status[r] === 2 ? bias[r] : bias[r] + wn);
        const stick = status[r] === 2 ? rho[r] : 0;
        f[i] += impulse[3 * r] + along * nx + stick * surface[3 * r];
        f[i + 1] += impulse[3 * r + 1] + along * ny + stick * surface[3 * r + 1];
        f[i + 2] += impulse[3 * r + 2] + along * nz + stick * surface[3 * r + 2];
      }
      const own = bodies[index];
      own.body.pullForces(own.body.contacts, f, own.b);
    },

    addProduct(which) {
      const own = bodies[index];
      own.body.pushVelocities(own.body.contacts, own[which], v);
      product();
      own.body.pullForces(own.body.contacts, f, own.q);
    },

    update() {
      const own = bodies[index];
      own.body.pushVelocities(own.body.contacts, own.u, v);
      let worst = 0;
      for (let r = 0; r < count[0]; r++) worst = Math.max(worst, updateRow(memory, r));
      return worst;
    },

    settle() {
      f.fill(0);
      for (let r = 0; r < count[0]; r++) {
        const i = 3 * point[r];
        for (let c = 0; c < 3; c++) f[i + c] += impulse[3 * r + c];
      }
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

/** p ← projection onto Coulomb's cone of p + ρ(asked − w). Gives the change over ρ: a velocity. */
function updateRow(memory: ReturnType<typeof allocateContacts>, r: number): number {
  const { rows, v, rho, bias, friction, status } = memory;
  const { normal, surface, impulse } = rows;
  const i = 3 * rows.point[r];
  const k = 3 * r;
  const nx = normal[k];
  const ny = normal[k + 1];
  const nz = normal[k + 2];
  const wx = v[i] - surface[k];
  const wy = v[i + 1] - surface[k + 1];
  const wz = v[i + 2] - surface[k + 2];
  const wn = nx * wx + ny * wy + nz * wz;
  const pn = nx * impulse[k] + ny * impulse[k + 1] + nz * impulse[k + 2];
  const push = Math.max(0, pn + rho[r] * (bias[r] - wn));
  let tx = impulse[k] - pn * nx - rho[r] * (wx - wn * nx);
  let ty = impulse[k + 1] - pn * ny - rho[r] * (wy - wn * ny);
  let tz = impulse[k + 2] - pn * nz - rho[r] * (wz - wn * nz);
  const most = friction[r] * push;
  const t = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (t > most) {
    const s = most / t;
    tx *= s;
    ty *= s;
    tz *= s;
  }
  status[r] = push <= 0 ? 0 : t > most ? 1 : 2;
  const px = push * nx + tx;
  const py = push * ny + ty;
  const pz = push * nz + tz;
  const dx = px - impulse[k];
  const dy = py - impulse[k + 1];
  const dz = pz - impulse[k + 2];
  impulse[k] = px;
  impulse[k + 1] = py;
  impulse[k + 2] = pz;
  return Math.sqrt(dx * dx + dy * dy + dz * dz) / rho[r];
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
