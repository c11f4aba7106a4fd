import { PLANE, SPHERE } from '../../../geometry/primitive.ts';
import type { TouchBody } from '../../memory.ts';
import type { PointSet } from '../../solve/metric.ts';
import { expectedVelocity } from '../broad-phase.ts';
import { TOUCHED } from '../numbers.ts';
import type { ContactRows } from '../rows.ts';
import type { DetectedBody, Obstacle, Sleep } from '../things.ts';
import { createFieldScratch, meetField } from './field.ts';
import {
  createLivePrimitive,
  createMeetScratch,
  type LivePrimitive,
  meetPrimitives,
  motionBetween,
  reachOf,
  readPrimitive,
  touchPlace,
} from './meet.ts';
import { framePoints, placeByPose } from './placed.ts';

/**
 * Contacts of rigid bodies that are primitives with each other and with obstacles that are; of spheres with any
 * obstacle.
 */
export interface PrimitivePairs {
  /** Whether body a touches an obstacle, or another body, by its primitive. */
  ofObstacle(a: number, obstacle: Obstacle): boolean;
  ofBodies(a: number, b: number): boolean;
  /** Begins a step: points held by rows of bodies that sleep stay theirs. */
  begin(before: ContactRows, sleep: Sleep): void;
  /** Takes over where body b is. */
  read(b: number): void;
  /** Append the rows of a pair; false if rows or points ran out, null if contact points must tell what is touched. */
  meetObstacle(
    rows: ContactRows,
    a: number,
    o: number,
    obstacle: Obstacle,
    slack: number,
    h: number,
  ): boolean | null;
  meetBody(rows: ContactRows, a: number, b: number, slack: number, h: number): boolean;
}

export function createPrimitivePairs(
  touch: readonly TouchBody[],
  bodies: readonly DetectedBody[],
): PrimitivePairs {
  const frames: (PointSet | null)[] = [];
  const lives = touch.map(({ live: { cage }, count, points }, b): LivePrimitive | null => {
    const { primitive } = cage;
    frames.push(null);
    if (primitive == null) return null;
    frames[b] = bodies[b].body.points.embed(framePoints(primitive));
    return createLivePrimitive(primitive, cage, count, points - count);
  });
  const scratch = createMeetScratch();
  const { displacement, other } = scratch;
  const field = createFieldScratch();

  /** Puts the contact points of the rows from `from` on to where x says. */
  const putPlaces = (rows: ContactRows, from: number, a: number): void => {
    const { body } = bodies[a];
    for (let r = from; r < rows.count[0]; r++) {
      const point = rows.ends[2 * r];
      body.points.putContact!(point, touch[a].x, 3 * point);
    }
  };

  return {
    ofObstacle: (a, { primitive }) =>
      a < lives.length &&
      lives[a] !== null &&
      (primitive !== null || lives[a].primitive.kind === SPHERE),
    ofBodies: (a, b) =>
      a !== b && a < lives.length && b < lives.length && lives[a] !== null && lives[b] !== null,

    begin({ count, key, ends }, { group, known }) {
      for (let b = 0; b < lives.length; b++) lives[b]?.used.fill(0);
      for (let r = 0; r < count[0]; r++) {
        const a = key[3 * r];
        const live = a < lives.length ? lives[a] : null;
        if (live === null || group[a] < 0 || known[a] === 0 || ends[2 * r] < live.first) continue;
        live.used[ends[2 * r] - live.first] = 1;
      }
    },

    read(b) {
      const live = b < lives.length ? lives[b] : null;
      if (live === null) return;
      const { body } = bodies[b];
      body.points.positions(frames[b]!, live.x);
      body.points.velocities(frames[b]!, expectedVelocity(bodies[b]), live.v);
      readPrimitive(live);
    },

    meetObstacle(rows, a, o, obstacle, slack, h) {
      const { primitive, pose, nextPose } = obstacle;
      const from = rows.count[0];
      const mine = lives[a]!;
      const { x } = touch[a];
      // The displacement of the centre as the obstacle sees it, in the world's axes of now.
      const spin = motionPast(displacement, mine, pose, nextPose, h);
      const within = reachOf(slack, displacement, mine, spin, h);
      const id = -1 - o;
      let room: boolean | null;
      if (primitive === null || (mine.primitive.kind === SPHERE && primitive.kind !== PLANE)) {
        const near = TOUCHED * slack;
        room = meetField(rows, field, mine, obstacle, displacement, a, id, x, near, within);
      } else {
        placeByPose(other, primitive, pose);
        room = meetPrimitives(rows, scratch, mine, other, a, id, x, slack, within);
      }
      for (let r = from; r < rows.count[0]; r++) {
        moveAlong(rows.surface, 3 * r, x, 3 * rows.ends[2 * r], pose, nextPose);
        for (let c = 3 * r; c < 3 * r + 3; c++) rows.surface[c] /= h;
      }
      putPlaces(rows, from, a);
      return room;
    },

    meetBody(rows, a, b, slack, h) {
      const from = rows.count[0];
      const mine = lives[a]!;
      const theirs = lives[b]!;
      const { x } = touch[a];
      motionBetween(displacement, mine, theirs, h);
      const within = reachOf(slack, displacement, mine, theirs.spin[0], h);
      const room = meetPrimitives(rows, scratch, mine, theirs.placed, a, b, x, slack, within);
      for (let r = from; r < rows.count[0]; r++) touchPlace(rows, r, x, theirs);
      putPlaces(rows, from, a);
      return room;
    },
  };
}

const moved = new Float64Array(3);

/** out[o..] += how a place y[p..] of an obstacle moves from one pose to the next [m]. */
function moveAlong(
  out: Float64Array,
  o: number,
  y: Float64Array,
  p: number,
  pose: Float64Array,
  nextPose: Float64Array,
): void {
  const dx = y[p] - pose[3];
  const dy = y[p + 1] - pose[7];
  const dz = y[p + 2] - pose[11];
  const x = pose[0] * dx + pose[4] * dy + pose[8] * dz;
  const z = pose[2] * dx + pose[6] * dy + pose[10] * dz;
  const w = pose[1] * dx + pose[5] * dy + pose[9] * dz;
  for (let c = 0; c < 3; c++) {
    const k = 4 * c;
    moved[c] = nextPose[k] * x + nextPose[k + 1] * w + nextPose[k + 2] * z + nextPose[k + 3];
    out[o + c] += moved[c] - y[p + c];
  }
}

/**
 * displacement = how the centre of a moves in the step less what the obstacle does there; returns how fast that turns
 * at most
 * [rad/s].
 */
function motionPast(
  displacement: Float64Array,
  a: LivePrimitive,
  pose: Float64Array,
  nextPose: Float64Array,
  h: number,
): number {
  displacement.fill(0);
  moveAlong(displacement, 0, a.x, 0, pose, nextPose);
  for (let c = 0; c < 3; c++) displacement[c] = h * a.v[c] - displacement[c];
  let turned = 0;
  for (let c = 0; c < 12; c++) if (c % 4 !== 3) turned += (nextPose[c] - pose[c]) ** 2;
  return Math.sqrt(turned) / h;
}
