import { check } from '../core/errors.ts';
import { createSprings, type Springs } from './fit/springs.ts';
import { THIN } from './numbers.ts';
import type { Landmark } from './options.ts';
import { closestInCone, createFoot } from './surface/closest.ts';
import type { Surface } from './surface/surface.ts';

/** Landmarks as places: of the template's file, and of the target's. */
export interface Places {
  readonly names: readonly string[];
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Refuses landmarks that point nowhere or come twice, naming which. */
export function checkLandmarks(landmarks: readonly Landmark[], positions: Float64Array): Places {
  const n = positions.length / 3;
  const from = new Float64Array(3 * landmarks.length);
  const to = new Float64Array(3 * landmarks.length);
  const names: string[] = [];
  const seen = new Set<string>();
  landmarks.forEach(({ name, vertex, point, target }, i) => {
    const path = `landmarks[${i}]`;
    check(
      (vertex === undefined) !== (point === undefined),
      () =>
        'must be a "vertex" of the template or a "point", got both or neither. Give one of them.',
      path,
    );
    if (vertex !== undefined) {
      check(
        Number.isInteger(vertex) && vertex >= 0 && vertex < n,
        () =>
          `must be a vertex of the template, 0 to ${n - 1}, got ${vertex}. Vertices are counted from 0.`,
        `${path}.vertex`,
      );
      from.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
    } else from.set(triple(point, `${path}.point`), 3 * i);
    to.set(triple(target, `${path}.target`), 3 * i);
    const key = Array.from(from.subarray(3 * i, 3 * i + 3)).join();
    check(
      !seen.has(key),
      () => 'is the same place of the template as one before it. Leave one out.',
      path,
    );
    seen.add(key);
    names.push(name ?? String(i));
  });
  return { names, from, to };
}

function triple(value: unknown, path: string): number[] {
  const good = Array.isArray(value) && value.length === 3 && value.every((x) => Number.isFinite(x));
  check(
    good,
    () => `must be three finite numbers, got ${JSON.stringify(value)}. Write [x, y, z].`,
    path,
  );
  return value as number[];
}

/** True if three or more points fix a pose: they are not in a line. */
export function fixesPose(places: Float64Array): boolean {
  const n = places.length / 3;
  if (n < 3) return false;
  let far = 0;
  for (let i = 1; i < n; i++) if (away(places, i, 0) > away(places, far, 0)) far = i;
  const length = away(places, far, 0);
  for (let i = 1; i < n; i++) {
    let along = 0;
    for (let d = 0; d < 3; d++)
      along += ((places[3 * i + d] - places[d]) * (places[3 * far + d] - places[d])) / length;
    const square = away(places, i, 0) ** 2 - along * along;
    if (square > THIN * length * (THIN * length)) return true;
  }
  return false;
}

function away(x: Float64Array, i: number, j: number): number {
  let sum = 0;
  for (let d = 0; d < 3; d++) sum += (x[3 * i + d] - x[3 * j + d]) * (x[3 * i + d] - x[3 * j + d]);
  return Math.sqrt(sum);
}

/**
 * Springs from points near the template to their goals, `weight` in all. They pull the same whatever the direction and
 * the length.
 */
export function landmarkSprings(
  template: Surface,
  from: Float64Array,
  to: Float64Array,
  weight: number,
): Springs {
  const n = from.length / 3;
  const springs = createSprings(n);
  springs.count = n;
  springs.goal.set(to);
  springs.tangent.fill(1);
  springs.weight.fill(weight / Math.max(1, n));
  const foot = createFoot();
  for (let i = 0; i < n; i++) {
    closestInCone(foot, template, from, 3 * i, from, 0, -1, -1);
    for (let k = 0; k < 3; k++)
      springs.vertices[3 * i + k] = template.triangles[3 * foot.triangle + k];
    springs.corners.set(foot.corners, 3 * i);
    springs.normal[3 * i] = 1;
  }
  return springs;
}
