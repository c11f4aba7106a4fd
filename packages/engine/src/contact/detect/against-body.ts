import type { PointSet } from '../solve/metric.ts';
import { isPrimary, slackOf } from './broad-phase.ts';
import { type Detection, hasEdges } from './detection.ts';
import { dropDuplicates } from './duplicates.ts';
import { detectEdges } from './edges.ts';
import { fitBoxes } from './fit.ts';
import type { Subset } from './live.ts';
import { listNeighbours } from './neighbours.ts';
import { LEAST_APART } from './numbers.ts';
import { detectPair } from './pairs.ts';
import { markCubes, type Walls } from './slits.ts';
import { isKept, type SlitPoints, type Surroundings, wasCut } from './things.ts';
import { carryImpulses, findRows, isLoaded, repeatRows, sameThings } from './warm-start.ts';

/** Narrow phase of the points and edges of body a against body b, or against itself. Returns false if rows ran out. */
export function againstBody(d: Detection, world: Surroundings, a: number, b: number): boolean {
  const { rows, before, touch, primitives, h } = d;
  const { bodies, sleep } = world;
  // Sites on the sides of slits are recomputed in every step.
  if (isKept(sleep, a) && isKept(sleep, b) && d.slits[b] === null)
    return repeatRows(rows, before, a, b, d.cursor);
  const from = rows.count[0];
  const size = Math.min(bodies[a].body.model.size, bodies[b].body.model.size);
  const slack = slackOf(world.gravity, size, h);
  if (primitives.ofBodies(a, b)) {
    const room = primitives.meetBody(rows, a, b, slack, h);
    d.cursor = carryImpulses(rows, from, before, d.cursor);
    return room;
  }
  const room = detectBody(d, world, a, b, slack);
  d.cursor = carryImpulses(rows, from, before, d.cursor);
  if (!isPrimary(touch, a, b)) dropDuplicates(d, from, a, b, bodies[b].body.model.size);
  return room;
}

function detectBody(
  d: Detection,
  world: Surroundings,
  a: number,
  b: number,
  slack: number,
): boolean {
  const { rows, touch, look } = d;
  const { bodies, kernels } = world;
  readyCage(d, world, b);
  look.among = a === b ? readyNeighbours(d, world, b) : null;
  look.a = a;
  look.b = b;
  look.h = d.h;
  look.slits = a === b ? null : d.slits[b];
  look.slack = slack;
  const { live, mean } = touch[b];
  markPushed(d, a, b, 1);
  const all = detectPair(rows, d.scratch, kernels, touch[a], live, mean, look);
  markPushed(d, a, b, 0);
  // A cage spans the slits of a cut body: only points detect them.
  if (a === b || wasCut(bodies[b]) || !hasEdges(d, a, wasCut(bodies[a]))) return all;
  if (!isPrimary(touch, a, b) && !isCrossed(d, world, a, b)) return all;
  const { edges } = touch[a].live.cage;
  return detectEdges(rows, d.edgeScratch, kernels, touch[a], edges, live, mean, look) && all;
}

/** Updates the cage of a body, once per step. */
function readyCage(d: Detection, { bodies, contacts, kernels }: Surroundings, b: number): void {
  if (d.cageReady[b] === 1) return;
  d.cageReady[b] = 1;
  const corners = contacts.corners[b];
  if (hasWalls(corners)) readySlits(d, b, bodies[b].body.cut?.topology ?? 0, corners.walls);
  bodies[b].body.points.positions(corners, d.touch[b].live.x);
  fitBoxes(d.touch[b].live, kernels);
}

function hasWalls(corners: PointSet): corners is SlitPoints {
  return (corners as Partial<SlitPoints>).walls != null;
}

/** Looks again for the cubes that reach into slits, if there was a cut. */
function readySlits(d: Detection, b: number, topology: number, walls: Walls): void {
  walls.begin();
  if (!walls.any || d.marked[b] === topology) return;
  d.marked[b] = topology;
  const { cage } = d.touch[b].live;
  const cubes = d.slits[b]?.cubes ?? new Uint8Array(cage.cubes.length / 8);
  markCubes(cubes, cage, walls.edges(), walls.near);
  d.slits[b] = { walls, cubes, points: d.touch[b] };
}

/** The points of a body that may touch another part of it; null for any. */
function readyNeighbours(d: Detection, world: Surroundings, b: number): Subset | null {
  const { neighbours, live } = d.touch[b];
  // A cut moves contact points.
  if (neighbours === null || wasCut(world.bodies[b])) return null;
  const slack = slackOf(world.gravity, world.bodies[b].body.model.size, d.h);
  const all = d.touch[b];
  const listed = listNeighbours(neighbours, world.kernels, all, live, d.h, slack, LEAST_APART);
  return listed ? neighbours : null;
}

/**
 * scratch.pushed = `mark` for the points of a that b pushed in the last step, and `last` the normals they were pushed
 * along.
 */
function markPushed(d: Detection, a: number, b: number, mark: number): void {
  const { before, scratch, touch } = d;
  const { key, impulse, normal, count } = before;
  for (let r = findRows(before, a, b, d.cursor); r < count[0] && sameThings(before, r, a, b); r++) {
    const i = key[3 * r + 2];
    if (i >= touch[a].count || !isLoaded(impulse, 3 * r)) continue;
    scratch.pushed[i] = mark;
    for (let c = 0; c < 3; c++) scratch.last[3 * i + c] = normal[3 * r + c];
  }
}

/** True if edges of b, which were tested first, cross a, or if b has none. */
function isCrossed(d: Detection, { bodies }: Surroundings, a: number, b: number): boolean {
  const { rows, touch } = d;
  if (!hasEdges(d, b, wasCut(bodies[b]))) return true;
  for (let r = findRows(rows, b, a, 0); r < rows.count[0] && sameThings(rows, r, b, a); r++) {
    if (rows.key[3 * r + 2] >= touch[b].count) return true;
  }
  return false;
}
