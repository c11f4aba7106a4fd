import { cos, sin } from '../../math/elementary.ts';
import {
  FARTHEST,
  SAME_TURN,
  SELF_PLACES,
  STRAIGHT_VERTICES,
  SYMMETRIC,
  TURN_PLACES,
  TURNS,
} from '../numbers.ts';
import { closestInCone, createFoot, isOnBorder } from '../surface/closest.ts';
import { placeSamples, sampleSurface } from '../surface/samples.ts';
import { simplify } from '../surface/simplify.ts';
import { createCloud, normalAt, type Surface, surfaceSteps } from '../surface/surface.ts';
import { IDENTITY, mapPoints } from './units.ts';

/** A turn of the template about its middle, 3×4, and how far it is from where it ought to be. */
export interface Turn {
  readonly matrix: Float64Array;
  readonly score: number;
}

/** Turns about the principal axes (those of its own units) that take the template nearly to itself. */
export function* symmetricTurns(template: Surface): Generator<void, Float64Array[]> {
  const samples = sampleSurface(template, SELF_PLACES, 31);
  const at = new Float64Array(3 * SELF_PLACES);
  placeSamples(at, template, samples);
  const out: Float64Array[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 1; k < TURNS; k++) {
      const turn = turnAbout(axis, (2 * Math.PI * k) / TURNS);
      if (distanceOf(template, mapPoints(turn, at)) < SYMMETRIC) out.push(turn);
    }
    yield;
  }
  return out;
}

function turnAbout(axis: number, angle: number): Float64Array {
  const [c, s] = [cos(angle), sin(angle)];
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  const out = new Float64Array(12);
  out[5 * axis] = 1;
  out[5 * i] = c;
  out[5 * j] = c;
  out[4 * i + j] = -s;
  out[4 * j + i] = s;
  return out;
}

const foot = createFoot();
const normal = new Float64Array(3);

/** Root mean square distance of points from a surface, those beyond its border left out. */
function distanceOf(surface: Surface, places: Float64Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < places.length; i += 3) {
    closestInCone(foot, surface, places, i, normal, 0, -1, -1);
    if (isOnBorder(surface, foot)) continue;
    sum += Math.min(foot.distance2, FARTHEST * FARTHEST);
    count++;
  }
  return Math.sqrt(sum / Math.max(1, count));
}

/**
 * The turns of a nearly symmetric template, best first, no turn among them, no two alike. Its surface as a coarse fit
 * left it (`fitted`) tells how the target is bent; without that bend, small features of the target are where they are
 * on the template, but for the turn.
 */
export function* rankTurns(
  turns: readonly Float64Array[],
  rest: Surface,
  fitted: Surface,
  target: Surface,
): Generator<void, Turn[]> {
  const straight = yield* straighten(rest, fitted, target);
  const [onRest, onTarget] = [new Float64Array(3 * TURN_PLACES), new Float64Array(3 * TURN_PLACES)];
  placeSamples(onRest, rest, sampleSurface(rest, TURN_PLACES, 32));
  placeSamples(onTarget, straight, sampleSurface(straight, TURN_PLACES, 33));
  const all: Turn[] = [];
  for (const matrix of [IDENTITY, ...turns]) {
    const there = distanceOf(straight, mapPoints(matrix, onRest));
    const back = distanceOf(rest, mapPoints(transposed(matrix), onTarget));
    all.push({ matrix, score: there + back });
    yield;
  }
  const out: Turn[] = [];
  for (const turn of all.sort((a, b) => a.score - b.score))
    if (out.every((other) => cosineBetween(turn.matrix, other.matrix) < SAME_TURN)) out.push(turn);
  return out;
}

/** The target without the bend of a fit: what lies off the fitted template lies as far off it at rest. */
function* straighten(rest: Surface, fitted: Surface, target: Surface): Generator<void, Surface> {
  const { positions, triangles } = target.isCloud ? target : simplify(target, STRAIGHT_VERTICES);
  yield;
  const out = new Float64Array(positions.length);
  for (let v = 0; v < out.length; v += 3) {
    closestInCone(foot, fitted, positions, v, normal, 0, -1, foot.triangle);
    const t = 3 * foot.triangle;
    let side = 0;
    for (let d = 0; d < 3; d++) side += fitted.normals[t + d] * (positions[v + d] - foot.at[d]);
    const off = Math.sign(side) * Math.sqrt(foot.distance2);
    normalAt(normal, rest, foot.triangle, foot.corners, 0);
    for (let d = 0; d < 3; d++) {
      out[v + d] = off * normal[d];
      for (let k = 0; k < 3; k++)
        out[v + d] += foot.corners[k] * rest.positions[3 * rest.triangles[t + k] + d];
    }
    if (v % 6000 === 0) yield;
  }
  foot.triangle = -1;
  return target.isCloud ? createCloud(out, target.normals) : yield* surfaceSteps(out, triangles);
}

/** The turn back. */
function transposed(turn: Float64Array): Float64Array {
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) out[4 * r + c] = turn[4 * c + r];
  return out;
}

/** Cosine of the angle from one turn to another. */
function cosineBetween(a: Float64Array, b: Float64Array): number {
  let trace = 0;
  for (let i = 0; i < 12; i++) trace += a[i] * b[i];
  return (trace - 1) / 2;
}
