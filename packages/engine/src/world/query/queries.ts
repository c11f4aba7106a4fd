import { check } from '../../core/errors.ts';
import { type Bvh, buildBvh, refitBvh } from '../../geometry/query/bvh.ts';
import { castRays, closestFrom } from '../../geometry/query/bvh-query.ts';
import type { Shape } from '../../geometry/sdf/shape.ts';
import type { SurfaceModel } from '../../models/views.ts';
import type { Point } from '../../scene/action-types.ts';
import { drawSeen, seenSurface } from '../bodies/rider.ts';
import { groupBits } from '../build/groups.ts';
import { compileSceneShape } from '../build/shapes.ts';
import type { LiveBody, LiveObstacle } from '../live.ts';
import type { WorldCore } from '../types.ts';
import { closestOnObstacle, rayOnObstacle } from './obstacle.ts';
import { fieldsMeet, reachesInto } from './overlap.ts';

/** A place on the surface of a body or of an obstacle. */
export interface Hit {
  /** Name of the body or of the obstacle; empty for what another engine moves. */
  readonly name: string;
  readonly kind: 'body' | 'obstacle';
  readonly point: Point;
  /** Outward. */
  readonly normal: Point;
  /** From where the question was asked [m]. */
  readonly distance: number;
  /** Of a body: the triangle of its surface, where in it, and the material point in the body's own coordinates [m]. */
  readonly triangle: number;
  readonly barycentric: Point;
  readonly material: Point | null;
}

export interface QueryOptions {
  /** How far to look [m]. */
  maxDistance?: number;
  /** Sensors count, too. */
  sensors?: boolean;
  /** Only what is in one of these groups. */
  groups?: readonly string[];
  /** Only what this says yes to. */
  filter?: (name: string, kind: Hit['kind']) => boolean;
}

interface Skin {
  surface: SurfaceModel;
  bvh: Bvh;
  /** Single precision, as drawn; `bvh.positions` has the same numbers. */
  drawn: Float32Array;
  normals: Float32Array;
  /** Steps and changes that had been when it was drawn. */
  steps: number;
  changes: number;
}

/**
 * Questions about where things are now: bodies as they are drawn, deformed; obstacles by their distance fields. Looks at the state and
 * changes nothing. The first question after a step fits a tree to every body that is asked about.
 */
export function createQueries(core: WorldCore, changes: () => number) {
  const skins = new WeakMap<LiveBody, Skin>();
  const origin = new Float64Array(3);
  const along = new Float64Array(3);
  const outT = new Float64Array(1);
  const outTriangle = new Int32Array(1);

  const skinOf = (live: LiveBody): Skin => {
    const surface = seenSurface(live);
    let skin = skins.get(live);
    if (skin === undefined || skin.surface !== surface) {
      const positions = Float64Array.from(surface.positions);
      const bvh = buildBvh({ positions, triangles: surface.triangles });
      const drawn = new Float32Array(positions.length);
      skin = {
        surface,
        bvh,
        drawn,
        normals: new Float32Array(positions.length),
        steps: -1,
        changes: -1,
      };
      skins.set(live, skin);
    }
    const now = changes();
    if (skin.steps === core.steps && skin.changes === now) return skin;
    skin.steps = core.steps;
    skin.changes = now;
    drawSeen(live, skin.drawn, skin.normals);
    skin.bvh.positions.set(skin.drawn);
    refitBvh(skin.bvh);
    return skin;
  };

  const wanted = (options: QueryOptions) => {
    const { groups, filter, sensors = false } = options;
    const bits = groups && groupBits(core);
    const mask = groups?.reduce((sum, name) => sum | (bits?.get(name) ?? 0), 0);
    const fits = (one: LiveBody | LiveObstacle, kind: Hit['kind']): boolean =>
      (sensors || !one.sensor) &&
      (mask === undefined || (one.groups & mask) !== 0) &&
      (filter?.(one.name, kind) ?? true);
    return {
      bodies: core.bodies.filter((b) => seenSurface(b).triangles.length > 0 && fits(b, 'body')),
      obstacles: core.obstacles.filter((o) => o.present && fits(o, 'obstacle')),
    };
  };

  const bodyHit = (live: LiveBody, skin: Skin, t: number, point: Point, distance: number): Hit => {
    const { triangles, positions: rest } = skin.surface;
    const corner = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    const x = skin.bvh.positions;
    const at = (list: ArrayLike<number>, i: number): Point => [
      list[3 * i],
      list[3 * i + 1],
      list[3 * i + 2],
    ];
    const [a, b, c] = corner.map((i) => at(x, i));
    const n = cross(minus(b, a), minus(c, a));
    const square = dot(n, n) || 1;
    const u = dot(cross(minus(point, a), minus(c, a)), n) / square;
    const v = dot(cross(minus(b, a), minus(point, a)), n) / square;
    const weights: Point = [1 - u - v, u, v];
    const long = Math.sqrt(square);
    const [A, B, C] = corner.map((i) => at(rest, i));
    const material = [0, 1, 2].map(
      (k) => weights[0] * A[k] + weights[1] * B[k] + weights[2] * C[k],
    );
    return {
      name: live.name,
      kind: 'body',
      point,
      normal: [n[0] / long, n[1] / long, n[2] / long],
      distance,
      triangle: t,
      barycentric: weights,
      material: [material[0], material[1], material[2]],
    };
  };
  const obstacleHit = (name: string, point: Point, normal: Point, distance: number): Hit => ({
    name,
    kind: 'obstacle',
    point,
    normal,
    distance,
    triangle: -1,
    barycentric: [0, 0, 0],
    material: null,
  });

  /** Unit vector of a direction; what is no ray is refused. */
  const aimed = (from: Point, direction: Point): Point => {
    const long = Math.sqrt(dot(direction, direction));
    check(
      Number.isFinite(long) && long > 0,
      () => `must be a direction, not all zero, got ${JSON.stringify(direction)}.`,
      'direction',
    );
    checkPoint(from, 'origin');
    return [direction[0] / long, direction[1] / long, direction[2] / long];
  };
  /** Where a ray meets a body first: `outT[0]` and `outTriangle[0]`, the latter negative if it does not. */
  const castOn = (live: LiveBody, from: Point, unit: Point): Skin => {
    origin.set(from);
    along.set(unit);
    const skin = skinOf(live);
    castRays(skin.bvh, origin, along, 1, outT, outTriangle);
    return skin;
  };

  const raycastAll = (from: Point, direction: Point, options: QueryOptions = {}): Hit[] => {
    const most = options.maxDistance ?? Number.POSITIVE_INFINITY;
    const unit = aimed(from, direction);
    const { bodies, obstacles } = wanted(options);
    const hits: Hit[] = [];
    for (const live of bodies) {
      const skin = castOn(live, from, unit);
      if (outTriangle[0] < 0 || outT[0] > most) continue;
      hits.push(bodyHit(live, skin, outTriangle[0], ahead(from, unit, outT[0]), outT[0]));
    }
    for (const live of obstacles) {
      const found = rayOnObstacle(live, from, unit, most);
      if (found !== null)
        hits.push(obstacleHit(live.name, found.point, found.normal, found.distance));
    }
    return hits.sort((p, q) => p.distance - q.distance);
  };

  /** Only the nearest: what lies behind it is not looked at closely. */
  const raycast = (from: Point, direction: Point, options: QueryOptions = {}): Hit | null => {
    let most = options.maxDistance ?? Number.POSITIVE_INFINITY;
    const unit = aimed(from, direction);
    const { bodies, obstacles } = wanted(options);
    let nearest: LiveBody | null = null;
    let triangle = -1;
    for (const live of bodies) {
      castOn(live, from, unit);
      if (outTriangle[0] < 0 || outT[0] > most || (outT[0] === most && nearest !== null)) continue;
      nearest = live;
      most = outT[0];
      triangle = outTriangle[0];
    }
    let hit = nearest && bodyHit(nearest, skinOf(nearest), triangle, ahead(from, unit, most), most);
    for (const live of obstacles) {
      const found = rayOnObstacle(live, from, unit, most);
      if (found === null || (found.distance === most && hit !== null)) continue;
      most = found.distance;
      hit = obstacleHit(live.name, found.point, found.normal, found.distance);
    }
    return hit;
  };

  return {
    /** The first thing of each body or obstacle that a ray meets, nearest first. */
    raycastAll,
    raycast,
    /** The nearest place of any surface to a point; inside an obstacle the distance is negative. */
    closest(point: Point, options: QueryOptions = {}): Hit | null {
      checkPoint(point, 'point');
      const { bodies, obstacles } = wanted(options);
      let best: Hit | null = null;
      let least = options.maxDistance ?? Number.POSITIVE_INFINITY;
      for (const live of bodies) {
        const skin = skinOf(live);
        origin.set(point);
        skin.bvh.hit[3] = least * least;
        const t = closestFrom(skin.bvh, origin, 0);
        if (t < 0) continue;
        const [x, y, z, square] = skin.bvh.hit;
        least = Math.sqrt(square);
        best = bodyHit(live, skin, t, [x, y, z], least);
      }
      for (const live of obstacles) {
        const found = closestOnObstacle(live, point);
        if (Math.abs(found.distance) >= least) continue;
        least = Math.abs(found.distance);
        best = obstacleHit(live.name, found.point, found.normal, found.distance);
      }
      return best;
    },
    /** Names of bodies and obstacles that a shape, written as in a scene, reaches into. */
    overlap(shape: Shape, options: QueryOptions = {}): string[] {
      const { sdf } = compileSceneShape(shape, 'shape', core.options.files);
      const { bodies, obstacles } = wanted(options);
      const names = bodies
        .filter((live) => reachesInto(sdf, skinOf(live).bvh))
        .map((live) => live.name);
      for (const live of obstacles) if (fieldsMeet(sdf, live.sdf, live.pose)) names.push(live.name);
      return names;
    },
  };
}

function checkPoint(point: Point, path: string): void {
  check(
    point.length === 3 && [0, 1, 2].every((c) => Number.isFinite(point[c])),
    () => `must be three finite numbers, got ${JSON.stringify(point)}.`,
    path,
  );
}

const ahead = (from: Point, unit: Point, t: number): Point => [
  from[0] + t * unit[0],
  from[1] + t * unit[1],
  from[2] + t * unit[2],
];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
