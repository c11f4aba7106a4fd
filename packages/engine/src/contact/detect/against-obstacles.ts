import { slackOf } from './broad-phase.ts';
import { type Detection, hasEdges, seenOf } from './detection.ts';
import { UNBOUNDED } from './numbers.ts';
import { detectObstacleEdges } from './obstacle-edges.ts';
import { detectPoints } from './obstacle-points.ts';
import type { ContactRows } from './rows.ts';
import { isKept, isMoving, mayMeet, type Obstacle, type Surroundings, wasCut } from './things.ts';
import { carryImpulses, repeatRows } from './warm-start.ts';

/** Narrow phase of a body and all obstacles. Returns false if rows ran out. */
export function againstObstacles(d: Detection, world: Surroundings, a: number): boolean {
  const { rows, before } = d;
  const { obstacles, sleep } = world;
  let room = true;
  for (let o = 0; o < obstacles.length; o++) {
    const obstacle = obstacles[o];
    if (!obstacle.present || !mayMeet(world, a, -1 - o, obstacle)) continue;
    // Bodies that sleep in a sensor are tested again: rows of sensors are not kept.
    const asleep = isKept(sleep, a) && !obstacle.sensor;
    if (asleep && !isMoving(obstacle)) {
      room = repeatRows(rows, before, a, -1 - o, d.cursor) && room;
      continue;
    }
    const from = rows.count[0];
    room = detectObstacle(d, world, a, o) && room;
    for (let r = from; r < rows.count[0]; r++) runBelt(rows, r, obstacle);
    d.cursor = carryImpulses(rows, from, before, d.cursor);
  }
  return room;
}

function detectObstacle(d: Detection, world: Surroundings, a: number, o: number): boolean {
  const { rows, touch, h, primitives } = d;
  const obstacle = world.obstacles[o];
  const slack = slackOf(world.gravity, world.bodies[a].body.model.size, h);
  if (primitives.ofObstacle(a, obstacle)) {
    const room = primitives.meetObstacle(rows, a, o, obstacle, slack, h);
    if (room !== null) return room;
  }
  const { x, v, count } = touch[a];
  const known = seenOf(d, a, o, obstacle.sdf);
  const all = detectPoints(rows, d.obstacleScratch, obstacle, a, o, x, v, count, h, slack, known);
  // Only points touch a plane.
  if (!hasEdges(d, a, wasCut(world.bodies[a])) || !isBounded(obstacle.sdf.bounds)) return all;
  const { edges, spacing } = touch[a].live.cage;
  const edged = detectObstacleEdges(
    rows,
    d.edgeScratch,
    world.kernels,
    touch[a],
    edges,
    spacing,
    obstacle,
    a,
    o,
    h,
    slack,
  );
  return all && edged;
}

/** Adds the belt velocity of an obstacle to the surface velocity of a row. */
function runBelt({ surface, normal }: ContactRows, r: number, { belt, pose }: Obstacle): void {
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
  for (let c = 0; c < 6; c++) if (!(Math.abs(bounds[c]) < UNBOUNDED)) return false;
  return true;
}
