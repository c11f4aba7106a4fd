import { alphaOf, checkOptions, type DrawOptions } from '../../core/arguments.ts';
import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import type { Body, PointSet } from '../../models/body.ts';
import { NEIGHBOUR } from '../numbers.ts';
import { createBetween } from './between.ts';

/** Points that move with a body's material: of a mesh drawn in its place, of a hat, of a particle. */
export interface Embedded {
  /** Current positions [m], shape [points, 3]. Filled by `draw`. */
  readonly positions: Float32Array;
  /** Current unit normals and tangents, shape [points, 3]; empty if the options had none. */
  readonly normals: Float32Array;
  readonly tangents: Float32Array;
  /**
   * Fills the arrays from the state now; with `alpha`, interpolated between the last two states, as `body.draw` does.
   */
  draw(options?: DrawOptions): void;
}

/** Vectors that move with the points. */
export interface EmbedOptions {
  /** Unit normals at rest, shape [points, 3]: they stay normal to the deformed tangent plane. */
  normals?: ArrayLike<number>;
  /** Unit tangents at rest, shape [points, 3], for tangent-space shading; needs `normals`. */
  tangents?: ArrayLike<number>;
}

/** An embedding, inside its world. */
export interface LiveEmbedded extends Embedded {
  remember(): void;
  forget(): void;
}

/** Bodies that can contain the points: `index` finds the one with a material point. */
export interface Matter {
  readonly topology: number;
  readonly size: number;
  readonly bodies: readonly { readonly body: Pick<Body, 'points'> }[];
  index(point: readonly [number, number, number]): number;
}

/** Points of one body or piece: rows of the set are points `ids`, and with normals two neighbours of each. */
interface Home {
  readonly body: number;
  readonly set: PointSet;
  readonly ids: Int32Array;
  readonly x: Float64Array;
}

/**
 * Embeds rest points in the material. After a cut, each belongs to the piece that contains it. With normals, two
 * neighbours of each point in its tangent plane are embedded too; their cross product is the normal.
 */
export function embedPoints(
  matter: Matter,
  points: ArrayLike<number>,
  options: EmbedOptions,
): LiveEmbedded {
  checkOptions(options, ['normals', 'tangents']);
  const { normals, tangents } = options;
  const count = checkPoints(points, 'points').length / 3;
  if (normals) checkPoints(normals, 'normals', points.length);
  if (tangents) checkPoints(tangents, 'tangents', points.length);
  check(
    tangents === undefined || normals !== undefined,
    () => 'must come with normals, got none. Give them, too.',
    'tangents',
  );
  const each = normals === undefined ? 1 : 3;
  const step = NEIGHBOUR * matter.size;
  const rest = withNeighbours(points, normals, tangents, step);
  const positions = new Float32Array(3 * count);
  const drawnNormals = new Float32Array(normals === undefined ? 0 : 3 * count);
  const drawnTangents = new Float32Array(tangents === undefined ? 0 : 3 * count);
  let homes: Home[] = [];
  let topology = -1;
  const settle = (): void => {
    if (topology === matter.topology) return;
    topology = matter.topology;
    homes = homesOf(matter, rest, each);
  };
  const fill = (places: Float32Array, directions: Float32Array): void => {
    settle();
    for (const { body, set, ids, x } of homes) {
      matter.bodies[body].body.points.positions(set, x);
      for (let k = 0; k < ids.length; k++) {
        const [o, to] = [3 * each * k, 3 * ids[k]];
        for (let c = 0; c < 3; c++) places[to + c] = x[o + c];
        if (each === 3) normalInto(directions, drawnTangents, to, x, o);
      }
    }
  };
  const between = createBetween();
  return {
    positions,
    normals: drawnNormals,
    tangents: drawnTangents,
    draw(options = {}) {
      const alpha = alphaOf(options);
      fill(positions, drawnNormals);
      if (alpha < 1) between.blend(positions, drawnNormals, alpha);
    },
    remember: () => between.remember(positions.length, fill),
    forget: () => between.forget(),
  };
}

function checkPoints(list: ArrayLike<number>, what: string, length?: number): ArrayLike<number> {
  const given: number | undefined = typeof list === 'object' ? list?.length : undefined;
  const wanted = length ?? given ?? 3;
  check(
    given === wanted && wanted % 3 === 0,
    () =>
      `must be flat, three numbers a point (${wanted} in all), got ${given ?? show(list)}. Write [x0, y0, z0, x1, …].`,
    what,
  );
  const wrong = Array.from(list).findIndex((value) => !Number.isFinite(value));
  check(
    wrong < 0,
    () => `must be numbers, got ${show(list[wrong])}. Leave the point out.`,
    `${what}[${wrong}]`,
  );
  return list;
}

/** Each point, then two neighbours of it along its tangent plane, turning right-handed about its normal. */
function withNeighbours(
  points: ArrayLike<number>,
  normals: ArrayLike<number> | undefined,
  tangents: ArrayLike<number> | undefined,
  step: number,
): Float64Array {
  if (normals === undefined) return Float64Array.from(points);
  const rest = new Float64Array(3 * points.length);
  const n = [0, 0, 0];
  const a = [0, 0, 0];
  for (let i = 0; i < points.length; i += 3) {
    for (let c = 0; c < 3; c++) n[c] = normals[i + c];
    unit(n);
    if (tangents !== undefined) for (let c = 0; c < 3; c++) a[c] = tangents[i + c];
    else for (let c = 0; c < 3; c++) a[c] = c === least(n) ? 1 : 0;
    const along = a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
    for (let c = 0; c < 3; c++) a[c] -= along * n[c];
    unit(a);
    for (let c = 0; c < 3; c++) {
      const b = n[(c + 1) % 3] * a[(c + 2) % 3] - n[(c + 2) % 3] * a[(c + 1) % 3];
      rest[3 * i + c] = points[i + c];
      rest[3 * i + 3 + c] = points[i + c] + step * a[c];
      rest[3 * i + 6 + c] = points[i + c] + step * b;
    }
  }
  return rest;
}

/** The axis of a vector's smallest component. */
function least([x, y, z]: number[]): number {
  const [a, b, c] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  return a <= b && a <= c ? 0 : b <= c ? 1 : 2;
}

function unit(v: number[]): void {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (length > 0) for (let c = 0; c < 3; c++) v[c] /= length;
}

function homesOf(matter: Matter, rest: Float64Array, each: number): Home[] {
  const inBody = new Map<number, number[]>();
  for (let i = 0; 3 * each * i < rest.length; i++) {
    const o = 3 * each * i;
    const body = matter.index([rest[o], rest[o + 1], rest[o + 2]]);
    // Points of a removed body keep their last positions.
    if (body < 0) continue;
    const list = inBody.get(body);
    if (list === undefined) inBody.set(body, [i]);
    else list.push(i);
  }
  return [...inBody].map(([body, list]) => {
    const own = new Float64Array(3 * each * list.length);
    list.forEach((i, k) => {
      own.set(rest.subarray(3 * each * i, 3 * each * (i + 1)), 3 * each * k);
    });
    return {
      body,
      set: matter.bodies[body].body.points.embed(own),
      ids: Int32Array.from(list),
      x: new Float64Array(own.length),
    };
  });
}

/** Normal and tangent from a point and its two neighbours, x[o..]. */
function normalInto(
  normals: Float32Array,
  tangents: Float32Array,
  to: number,
  x: Float64Array,
  o: number,
): void {
  const n = [0, 0, 0];
  const a = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    const [d, e] = [o + ((c + 1) % 3), o + ((c + 2) % 3)];
    n[c] = (x[d + 3] - x[d]) * (x[e + 6] - x[e]) - (x[e + 3] - x[e]) * (x[d + 6] - x[d]);
    a[c] = x[o + 3 + c] - x[o + c];
  }
  unit(n);
  unit(a);
  for (let c = 0; c < 3; c++) normals[to + c] = n[c];
  if (tangents.length > 0) for (let c = 0; c < 3; c++) tangents[to + c] = a[c];
}
