import type { ContactMemory } from '../memory.ts';
import { PATIENCE } from '../numbers.ts';
import { againstBody } from './against-body.ts';
import { againstObstacles } from './against-obstacles.ts';
import { createArrivals } from './arrivals.ts';
import { canTouch, isPrimary, mayTouch, readPoints } from './broad-phase.ts';
import { createDetection, type Detection } from './detection.ts';
import { copyRows } from './rows.ts';
import { arePieces, type DetectedBody, isKept, type Surroundings } from './things.ts';

/** Finds the contact rows of the coming step of h seconds. */
export interface Collide {
  /** All bodies against obstacles, each other and themselves. Returns false if rows ran out. */
  find(world: Surroundings, h: number): boolean;
  /** Called when loaded rows and awake bodies are known: passes the results to the bodies. */
  finish(world: Surroundings, h: number): void;
}

/**
 * The order of rows is fixed: first every body's points against obstacles, bodies with coarser points, and itself; then
 * against bodies with finer points. A row of the second kind is dropped if the first found the same position.
 */
export function createCollide(memory: ContactMemory, bodies: readonly DetectedBody[]): Collide {
  const d = createDetection(memory, bodies);
  const tellArrivals = createArrivals(memory);
  return {
    find(world, h) {
      begin(d, world, h);
      const room = findPrimary(d, world);
      return findSecondary(d, world) && room;
    },
    finish(world, h) {
      finishRows(memory, world);
      tellArrivals(world, h);
    },
  };
}

function findPrimary(d: Detection, world: Surroundings): boolean {
  const { touch } = d;
  let room = true;
  for (let a = 0; a < touch.length; a++) {
    if (world.bodies[a].contact === 'none') continue;
    room = againstObstacles(d, world, a) && room;
    for (let b = 0; b < touch.length; b++) {
      if (a === b) {
        if (world.bodies[a].selfContact) room = againstBody(d, world, a, a) && room;
      } else if (isPrimary(touch, a, b) && mayTouch(world, touch, a, b)) {
        room = againstBody(d, world, a, b) && room;
      }
    }
  }
  return room;
}

function findSecondary(d: Detection, world: Surroundings): boolean {
  const { touch } = d;
  let room = true;
  for (let a = 0; a < touch.length; a++) {
    for (let b = 0; b < touch.length; b++) {
      if (a === b || isPrimary(touch, a, b) || d.primitives.ofBodies(a, b)) continue;
      if (mayTouch(world, touch, a, b)) room = againstBody(d, world, a, b) && room;
    }
  }
  return room;
}

/** Makes the current rows those of the last step, and reads the positions of all bodies. */
function begin(d: Detection, world: Surroundings, h: number): void {
  copyRows(d.before, d.rows);
  d.rows.count[0] = 0;
  d.cursor = 0;
  d.h = h;
  d.cageReady.fill(0);
  d.primitives.begin(d.before, world.sleep);
  for (let b = 0; b < d.touch.length; b++) {
    // Points of a sleeping body are where they were.
    if (isKept(world.sleep, b) || !canTouch(world, d.touch, b)) continue;
    readPoints(world, d.touch[b], b, h);
    d.primitives.read(b);
  }
}

/** Friction of each row, how it pushes out, and which bodies have rows or are touched. */
function finishRows(
  { rows, friction, rolling, pace, bodies: touch }: ContactMemory,
  { bodies, obstacles }: Surroundings,
): void {
  const { key, count, gap, spared } = rows;
  for (let b = 0; b < touch.length; b++) {
    touch[b].touching[0] = 0;
    touch[b].touched[0] = 0;
  }
  for (let r = 0; r < count[0]; r++) {
    const a = key[3 * r];
    const other = key[3 * r + 1];
    const theirs = other < 0 ? obstacles[-1 - other] : bodies[other];
    friction[r] = Math.sqrt(theirs.friction * bodies[a].friction);
    rolling[r] = Math.max(theirs.rolling, bodies[a].rolling);
    // Contact between guests is only a prediction: their own engine resolves penetration.
    if (theirs.guest !== null && bodies[a].guest !== null && gap[r] < 0) gap[r] = 0;
    // Pieces of one body overlap from the cut. They are kept from going deeper, but pushing them apart at once would
    // add energy.
    const pieces = other >= 0 && arePieces(bodies[a], bodies[other]);
    spared[r] = pieces ? Math.min(spared[r], Math.max(0, -gap[r])) : 0;
    pace[r] = pieces ? 1 / PATIENCE : Number.POSITIVE_INFINITY;
    touch[a].touching[0] = 1;
    if (other < 0) continue;
    touch[other].touching[0] = 1;
    touch[other].touched[0] = 1;
  }
}
