import { createDetectScratch, createSeen, detect, type Seen } from '../contact/detect/detect.ts';
import { detectEdges } from '../contact/detect/edges.ts';
import { fitBoxes } from '../contact/detect/fit.ts';
import type { Few } from '../contact/detect/live.ts';
import { listNeighbours } from '../contact/detect/neighbours.ts';
import { detectObstacleEdges } from '../contact/detect/obstacle-edges.ts';
import type { PairLook } from '../contact/detect/pair-scratch.ts';
import { detectPair, LEAST_APART } from '../contact/detect/pairs.ts';
import {
  type ContactRows,
  carryImpulses,
  copyRow,
  copyRows,
  findRows,
  repeatRows,
  sameThings,
} from '../contact/detect/rows.ts';
import { markCubes, type Slits } from '../contact/detect/slits.ts';
import type { ContactMemory, TouchBody } from '../contact/memory.ts';
import type { Sdf } from '../geometry/types.ts';
import type { CagePoints, PointSet } from '../models/body.ts';
import { createArrivals } from './arrivals.ts';
import { groupsMeet } from './build/groups.ts';
import { createPrimitivePairs } from './collide-primitives.ts';
import { pairKey } from './drive/joints/make.ts';
import { noteIssue } from './issues.ts';
import { takeSensors } from './query/sensors.ts';
import { isMoving, wakeGroup } from './sleep.ts';
import type { LiveBody, LiveObstacle, WorldCore } from './types.ts';

/** Distance at which rows are made even for a still body, in body sizes; at least what gravity adds in one step. */
const SLACK = 0.02;
/** A row is spared where the other side has one that is as deep, up to this part of a body size. */
const SAME_DEPTH = 2e-5;

/** Edges of two bodies that cross are told once: within this part of the distance between contact points. */
const SAME_PLACE = 0.1;
/** ... unless the other side sees it deeper by this part: bent edges are not where both say. */
const SAME_CROSSING = 0.005;

/** Bounds beyond this [m] are those of things without end. */
const FAR = 1e6;

/** Finds the contact rows of the coming step, all bodies against obstacles, each other and themselves. */
export type Collide = (core: WorldCore, h: number) => void;

/**
 * The order of rows is fixed: first every body's points against obstacles, bodies with coarser points, and itself; then
 * against bodies with finer points. The second kind is spared where the first has seen the same place.
 */
export function createCollide(memory: ContactMemory, live: readonly LiveBody[]): Collide {
  const { rows, before, scratch, edgeScratch, friction } = memory;
  const touch = memory.bodies;
  const n = touch.length;
  const primitives = createPrimitivePairs(touch, live);
  const obstacleScratch = createDetectScratch(scratch.near.length, scratch.ways);
  const look: PairLook = { a: 0, b: 0, h: 0, slack: 0, slits: null, among: null };
  const cageReady = new Uint8Array(n);
  /** Slits of the bodies that may have some; the topology that their marks are for. */
  const slits: (Slits | null)[] = touch.map(() => null);
  const marked = new Int32Array(n).fill(-1);
  /** Row of the pair in hand for each contact point, plus one. */
  const rowOf = new Int32Array(scratch.near.length);
  const tellArrivals = createArrivals(memory);
  let cursor = 0;
  /** What is known of the distances of bodies' points to obstacles: by obstacle, then by body. */
  const seen: Seen[][] = [];
  const seenOf = (a: number, o: number, sdf: Sdf): Seen => {
    seen[o] ??= touch.map(({ count }) => createSeen(sdf, count));
    const known = seen[o][a];
    // A seat may have been taken.
    if (known.distance.length !== touch[a].count) seen[o][a] = createSeen(sdf, touch[a].count);
    return seen[o][a];
  };

  const readyCage = (core: WorldCore, b: number): void => {
    if (cageReady[b] === 1) return;
    cageReady[b] = 1;
    const corners = core.contacts.corners[b];
    if (hasWalls(corners)) readySlits(core, b, corners);
    core.bodies[b].body.points.positions(corners, touch[b].live.x);
    fitBoxes(touch[b].live, core.kernels);
  };

  /** The points of a body that may meet another part of it; null for any. */
  const readyNeighbours = (core: WorldCore, b: number, h: number): Few | null => {
    const { neighbours, live } = touch[b];
    const slack = slackOf(core, core.bodies[b].body.model.size, h);
    // A cut moves contact points.
    if (neighbours === null || (core.bodies[b].body.cut?.topology ?? 0) > 0) return null;
    const listed = listNeighbours(neighbours, core.kernels, touch[b], live, h, slack, LEAST_APART);
    return listed ? neighbours : null;
  };

  /** Looks again for the cubes that reach into slits, if there was a cut. */
  const readySlits = (core: WorldCore, b: number, { walls }: CagePoints): void => {
    walls.begin();
    const topology = core.bodies[b].body.cut?.topology ?? 0;
    if (!walls.any || marked[b] === topology) return;
    marked[b] = topology;
    const { cage } = touch[b].live;
    const cubes = slits[b]?.cubes ?? new Uint8Array(cage.cubes.length / 8);
    markCubes(cubes, cage, walls.edges(), walls.near);
    slits[b] = { walls, cubes, points: touch[b] };
  };

  const againstObstacles = (core: WorldCore, a: number, h: number): boolean => {
    const { obstacles, sleep } = core;
    const { x, v, count } = touch[a];
    const slack = slackOf(core, core.bodies[a].body.model.size, h);
    let room = true;
    for (let o = 0; o < obstacles.length; o++) {
      if (!obstacles[o].present || strangers(core.bodies[a], obstacles[o])) continue;
      if (!groupsMeet(core.bodies[a], obstacles[o])) continue;
      if (core.joined.size > 0 && core.joined.has(pairKey(a, -1 - o))) continue;
      const from = rows.count[0];
      // What rests in a sensor is looked at again: rows of sensors are not kept.
      const settled = sleep.group[a] >= 0 && sleep.known[a] === 1 && !obstacles[o].sensor;
      if (settled && !isMoving(obstacles[o])) {
        room = repeatRows(rows, before, a, -1 - o, cursor) && room;
        continue;
      }
      if (primitives.ofObstacle(a, obstacles[o])) {
        room = primitives.meetObstacle(rows, a, o, obstacles[o], slack, h) && room;
      } else {
        const known = seenOf(a, o, obstacles[o].sdf);
        const all = detect(rows, obstacleScratch, obstacles[o], a, o, x, v, count, h, slack, known);
        room = all && room;
        room = edgesAgainst(core, a, o, h, slack) && room;
      }
      for (let r = from; r < rows.count[0]; r++) runBelt(rows, r, obstacles[o]);
      cursor = carryImpulses(rows, from, before, cursor);
      if (rows.count[0] > from && isMoving(obstacles[o]) && !obstacles[o].sensor)
        wakeGroup(core, a);
    }
    return room;
  };

  /** Edges of a against an obstacle; a plane is met by points alone. */
  const edgesAgainst = (
    core: WorldCore,
    a: number,
    o: number,
    h: number,
    slack: number,
  ): boolean => {
    const obstacle = core.obstacles[o];
    if (!hasEdges(core, a) || !isBounded(obstacle.sdf.bounds)) return true;
    const { edges, spacing } = touch[a].live.cage;
    const body = touch[a];
    return detectObstacleEdges(
      rows,
      edgeScratch,
      core.kernels,
      body,
      edges,
      spacing,
      obstacle,
      a,
      o,
      h,
      slack,
    );
  };

  /** Points of a against body b. */
  const againstBody = (core: WorldCore, a: number, b: number, h: number): boolean => {
    const { bodies, sleep } = core;
    const asleep = sleep.group[a] >= 0 && sleep.group[b] >= 0;
    // What holds on to the sides of slits is found anew in every step.
    if (asleep && sleep.known[a] === 1 && sleep.known[b] === 1 && slits[b] === null) {
      return repeatRows(rows, before, a, b, cursor);
    }
    const from = rows.count[0];
    if (primitives.ofBodies(a, b)) {
      const size = Math.min(bodies[a].body.model.size, bodies[b].body.model.size);
      const slack = slackOf(core, size, h);
      const room = primitives.meetBody(rows, a, b, slack, h);
      cursor = carryImpulses(rows, from, before, cursor);
      return room;
    }
    readyCage(core, b);
    look.among = a === b ? readyNeighbours(core, b, h) : null;
    look.a = a;
    look.b = b;
    look.h = h;
    look.slits = a === b ? null : slits[b];
    const smaller = Math.min(bodies[a].body.model.size, bodies[b].body.model.size);
    look.slack = slackOf(core, smaller, h);
    const { live, mean } = touch[b];
    markPushed(a, b, 1);
    let room = detectPair(rows, scratch, core.kernels, touch[a], live, mean, look);
    markPushed(a, b, 0);
    // A cage spans the slits of what was cut: only points know of these.
    const whole = a !== b && (bodies[b].body.cut?.topology ?? 0) === 0;
    if (whole && hasEdges(core, a) && (isPrimary(a, b) || isCrossed(core, a, b))) {
      const { edges } = touch[a].live.cage;
      room =
        detectEdges(rows, edgeScratch, core.kernels, touch[a], edges, live, mean, look) && room;
    }
    cursor = carryImpulses(rows, from, before, cursor);
    if (!isPrimary(a, b)) spare(from, a, b, SAME_DEPTH * bodies[b].body.model.size);
    return room;
  };

  /** scratch.pushed = `mark` for the points of a that b pushed in the last step, and `last` the normals they were pushed along. */
  const markPushed = (a: number, b: number, mark: number): void => {
    const { key, impulse, normal, count } = before;
    for (let r = findRows(before, a, b, cursor); r < count[0] && sameThings(before, r, a, b); r++) {
      const i = key[3 * r + 2];
      if (i >= touch[a].count || !loaded(impulse, 3 * r)) continue;
      scratch.pushed[i] = mark;
      for (let c = 0; c < 3; c++) scratch.last[3 * i + c] = normal[3 * r + c];
    }
  };

  /** Of guests with very many edges none are looked at, nor of what was cut: points have moved to the sides of the slit. */
  const hasEdges = ({ bodies }: WorldCore, b: number): boolean => {
    const edges = touch[b].live.cage.edges.arcs.length;
    return (
      edges > 0 && edges <= edgeScratch.near.length && (bodies[b].body.cut?.topology ?? 0) === 0
    );
  };

  /** True if edges of b, which were looked at first, cross a, or if it has none. */
  const isCrossed = (core: WorldCore, a: number, b: number): boolean => {
    if (!hasEdges(core, b)) return true;
    for (let r = findRows(rows, b, a, 0); r < rows.count[0] && sameThings(rows, r, b, a); r++) {
      if (rows.key[3 * r + 2] >= touch[b].count) return true;
    }
    return false;
  };

  const mayTouch = ({ bodies, joined }: WorldCore, a: number, b: number): boolean =>
    (joined.size === 0 || !joined.has(pairKey(a, b))) &&
    bodies[a].contact === 'all' &&
    bodies[b].contact === 'all' &&
    overlap(touch[a].box, touch[b].box) &&
    groupsMeet(bodies[a], bodies[b]) &&
    !strangers(bodies[a], bodies[b]);

  /** Finer points look first; equal ones in the order of the bodies. */
  const isPrimary = (a: number, b: number): boolean => {
    const fineA = touch[a].live.cage.spacing;
    const fineB = touch[b].live.cage.spacing;
    return fineA < fineB || (fineA === fineB && a <= b);
  };

  /** Drops rows (a, b) from `from` on whose place is already seen from the other side, by a row (b, a) as deep. */
  const spare = (from: number, a: number, b: number, depth: number): void => {
    const start = findRows(rows, b, a, 0);
    const end = rows.count[0];
    let stop = start;
    for (; stop < from && sameThings(rows, stop, b, a); stop++)
      rowOf[rows.ends[2 * stop]] = stop + 1;
    let kept = from;
    for (let r = from; r < end; r++) {
      if (rows.key[3 * r + 2] >= touch[a].count && isSeen(r, start, stop)) continue;
      const seen = rowOf[rows.touched[5 * r + 4]] - 1;
      const shallow = seen >= 0 && rows.gap[seen] <= rows.gap[r] + depth;
      // What carries a load stays: rows that come and go would never let a pile rest.
      if (shallow && !loaded(rows.impulse, 3 * r)) continue;
      if (kept !== r) {
        rows.key[3 * kept + 2] = rows.key[3 * r + 2];
        copyRow(rows, kept, rows, r);
      }
      kept++;
    }
    rows.count[0] = kept;
    for (let r = start; r < stop; r++) rowOf[rows.ends[2 * r]] = 0;
  };

  /** True if two edges that cross in row r are already there as row (b, a) of list[start..stop): that one takes over the load. */
  const isSeen = (r: number, start: number, stop: number): boolean => {
    const b = rows.key[3 * r + 1];
    const { spacing } = touch[b].live.cage;
    const near = SAME_PLACE * spacing + Math.abs(rows.gap[r]);
    for (let j = start; j < stop; j++) {
      if (rows.key[3 * j + 2] < touch[b].count) continue;
      let square = 0;
      for (let c = 0; c < 3; c++) square += (placeOf(r, c) - placeOf(j, c)) ** 2;
      if (square > near * near) continue;
      if (rows.gap[j] > rows.gap[r] + SAME_CROSSING * spacing) continue;
      if (!loaded(rows.impulse, 3 * j)) {
        for (let c = 0; c < 3; c++) rows.impulse[3 * j + c] = -rows.impulse[3 * r + c];
      }
      return true;
    }
    return false;
  };

  /** Coordinate c of where a row touches [m]. */
  const placeOf = (r: number, c: number): number => {
    const { x } = touch[rows.key[3 * r]];
    const from = x[3 * rows.ends[2 * r] + c];
    return from + rows.share[r] * (x[3 * rows.ends[2 * r + 1] + c] - from);
  };

  return (core, h) => {
    const { bodies, sleep } = core;
    copyRows(before, rows);
    rows.count[0] = 0;
    cursor = 0;
    cageReady.fill(0);
    primitives.begin(before, sleep);
    for (let b = 0; b < n; b++) {
      if (!canTouch(core, touch, b)) continue;
      readPoints(core, touch[b], b, h);
      primitives.read(b);
    }
    let room = true;
    for (let a = 0; a < n; a++) {
      if (bodies[a].contact === 'none') continue;
      room = againstObstacles(core, a, h) && room;
      for (let b = 0; b < n; b++) {
        if (a === b) {
          if (bodies[a].selfContact) room = againstBody(core, a, a, h) && room;
        } else if (isPrimary(a, b) && mayTouch(core, a, b)) {
          room = againstBody(core, a, b, h) && room;
        }
      }
    }
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < n; b++) {
        if (a !== b && !isPrimary(a, b) && !primitives.ofBodies(a, b) && mayTouch(core, a, b)) {
          room = againstBody(core, a, b, h) && room;
        }
      }
    }
    takeSensors(core, rows);
    for (let b = 0; b < n; b++) sleep.known[b] = sleep.group[b] >= 0 ? 1 : 0;
    wakeTouched(core, rows);
    leaveToTheirs(core, rows);
    for (let r = 0; r < rows.count[0]; r++) {
      const other = rows.key[3 * r + 1];
      const theirs = other < 0 ? core.obstacles[-1 - other].friction : bodies[other].friction;
      friction[r] = Math.sqrt(theirs * bodies[rows.key[3 * r]].friction);
    }
    for (let b = 0; b < n; b++) {
      touch[b].touching[0] = 0;
      touch[b].touched[0] = 0;
    }
    for (let r = 0; r < rows.count[0]; r++) {
      touch[rows.key[3 * r]].touching[0] = 1;
      const other = rows.key[3 * r + 1];
      if (other < 0) continue;
      touch[other].touching[0] = 1;
      touch[other].touched[0] = 1;
    }
    tellArrivals(core, h);
    if (!room) noteIssue(core, 'more contacts than there is room for; some were left out');
  };
}

/** Adds how an obstacle's surface runs along itself to the velocity that a row has it move with. */
function runBelt({ surface, normal }: ContactRows, r: number, { belt, pose }: LiveObstacle): void {
  if (belt[0] === 0 && belt[1] === 0 && belt[2] === 0) return;
  const k = 3 * r;
  let along = 0;
  for (let c = 0; c < 3; c++) {
    const v = pose[4 * c] * belt[0] + pose[4 * c + 1] * belt[1] + pose[4 * c + 2] * belt[2];
    surface[k + c] += v;
    along += v * normal[k + c];
  }
  for (let c = 0; c < 3; c++) surface[k + c] -= along * normal[k + c];
}

/** False for a plane, which has no edges and none that cross it. */
function isBounded(bounds: ArrayLike<number>): boolean {
  for (let c = 0; c < 6; c++) if (!(Math.abs(bounds[c]) < FAR)) return false;
  return true;
}

function hasWalls(corners: PointSet): corners is CagePoints {
  return (corners as Partial<CagePoints>).walls != null;
}

function loaded(impulse: Float64Array, k: number): boolean {
  return impulse[k] !== 0 || impulse[k + 1] !== 0 || impulse[k + 2] !== 0;
}

/** A body that moves and may touch one at rest wakes it, and all that rest with it. */
function wakeTouched(core: WorldCore, { key, count }: ContactRows): void {
  const { group } = core.sleep;
  for (let r = 0; r < count[0]; r++) {
    const a = key[3 * r];
    const b = key[3 * r + 1];
    if (b < 0 || group[a] < 0 === group[b] < 0) continue;
    wakeGroup(core, group[a] < 0 ? b : a);
  }
}

/** Two guests that do not touch where they come from do not touch here. */
function strangers(a: LiveBody, b: LiveBody | LiveObstacle): boolean {
  return a.guest !== null && b.guest !== null && !a.guest.meets.has(b.guest);
}

/** What guests do to each other is a forecast: pushing them out of each other is left to those who move them. */
function leaveToTheirs({ bodies, obstacles }: WorldCore, { key, count, gap }: ContactRows): void {
  for (let r = 0; r < count[0]; r++) {
    const other = key[3 * r + 1];
    const theirs = other < 0 ? obstacles[-1 - other].guest : bodies[other].guest;
    if (theirs !== null && bodies[key[3 * r]].guest !== null && gap[r] < 0) gap[r] = 0;
  }
}

/** False for a body that has nothing to touch: then nobody asks where its points are. */
function canTouch(
  { bodies, obstacles }: WorldCore,
  touch: readonly TouchBody[],
  a: number,
): boolean {
  const { contact, selfContact } = bodies[a];
  if (contact === 'none') return false;
  if (selfContact) return true;
  for (let o = 0; o < obstacles.length; o++) if (obstacles[o].present) return true;
  if (contact !== 'all') return false;
  for (let b = 0; b < touch.length; b++) {
    if (b !== a && touch[b].count > 0 && bodies[b].contact === 'all') return true;
  }
  return false;
}

/** Distance from a body of some size at which rows are made [m]. */
function slackOf({ gravity }: WorldCore, size: number, h: number): number {
  const fall = h * h * (Math.abs(gravity[0]) + Math.abs(gravity[1]) + Math.abs(gravity[2]));
  return Math.max(SLACK * size, fall);
}

/** Where a body's contact points are and how they move. */
export function readPoints(core: WorldCore, touch: TouchBody, b: number, h: number): void {
  const { body } = core.bodies[b];
  const { x, v, inner, mean, box, count } = touch;
  body.points.positions(body.points.contacts, x);
  body.points.velocities(body.points.contacts, body.equation.velocity, v);
  body.points.positions(core.bodies[b].inner, inner);
  const slack = slackOf(core, body.model.size, h);
  mean.fill(0);
  for (let c = 0; c < 3; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = c; i < 3 * count; i += 3) {
      const to = x[i] + h * v[i];
      low = Math.min(low, x[i], to);
      high = Math.max(high, x[i], to);
      mean[c] += v[i] / count;
    }
    box[c] = low - slack;
    box[3 + c] = high + slack;
  }
  let most = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const dx = v[i] - mean[0];
    const dy = v[i + 1] - mean[1];
    const dz = v[i + 2] - mean[2];
    most = Math.max(most, dx * dx + dy * dy + dz * dz);
  }
  mean[3] = Math.sqrt(most);
}

export function overlap(a: Float64Array, b: Float64Array): boolean {
  for (let c = 0; c < 3; c++) if (a[c] > b[3 + c] || b[c] > a[3 + c]) return false;
  return true;
}
