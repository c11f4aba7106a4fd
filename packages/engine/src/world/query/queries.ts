import { checkFunction, checkOptions, checkPositive } from '../../core/arguments.ts';
import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import { castRays, closestFrom } from '../../geometry/query/bvh-query.ts';
import type { Shape } from '../../geometry/sdf/shape.ts';
import type { Point } from '../../scene/action-types.ts';
import { seenSurface } from '../bodies/rider.ts';
import { groupBits } from '../build/groups.ts';
import { compileSceneShape } from '../build/shapes.ts';
import { checkName } from '../drive/actions/find.ts';
import type { LiveBody, LiveObstacle } from '../live.ts';
import type { WorldCore } from '../types.ts';
import { ahead, aimed, bodyHit, checkPoint, type Hit, obstacleHit } from './hit.ts';
import { closestOnObstacle, rayOnObstacle } from './obstacle.ts';
import { fieldsMeet, reachesInto } from './overlap.ts';
import { createSkins, type Skin } from './skin.ts';

export interface QueryOptions {
  /** Largest distance [m]. */
  maxDistance?: number;
  /** Sensors count, too. */
  sensors?: boolean;
  /** Only things in one of these groups. */
  groups?: readonly string[];
  /** Only things for which this returns true. */
  filter?: (name: string, kind: Hit['kind']) => boolean;
}

/**
 * Creates the spatial queries: deformed bodies by their drawn surface, obstacles by their distance fields. They change
 * nothing. The first query after a step refits the trees of the bodies it tests.
 */
export function createQueries(core: WorldCore, changes: () => number) {
  const skinOf = createSkins(core, changes);
  const origin = new Float64Array(3);
  const along = new Float64Array(3);
  const outT = new Float64Array(1);
  const outTriangle = new Int32Array(1);

  const wanted = (options: QueryOptions) => {
    const { groups, filter, sensors = false } = options;
    if (filter !== undefined) checkFunction(filter, 'filter');
    check(
      groups === undefined || Array.isArray(groups),
      () => `must be a list of names, got ${show(groups)}. Write it in square brackets.`,
      'groups',
    );
    const mask = groups && maskOf(core, groups);
    const fits = (one: LiveBody | LiveObstacle, kind: Hit['kind']): boolean =>
      (sensors || !one.sensor) &&
      (mask === undefined || (one.groups & mask) !== 0) &&
      (filter?.(one.name, kind) ?? true);
    return {
      bodies: core.bodies.filter((b) => seenSurface(b).triangles.length > 0 && fits(b, 'body')),
      obstacles: core.obstacles.filter((o) => o.present && fits(o, 'obstacle')),
    };
  };

  /** First hit of a ray on a body: `outT[0]` and `outTriangle[0]`, the latter negative if there is none. */
  const castOn = (live: LiveBody, from: Point, unit: Point): Skin => {
    origin.set(from);
    along.set(unit);
    const skin = skinOf(live);
    castRays(skin.bvh, origin, along, 1, outT, outTriangle);
    return skin;
  };

  const raycastAll = (from: Point, direction: Point, options: QueryOptions = {}): Hit[] => {
    const most = reachOf(options);
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

  /** Only the nearest hit: things behind it are skipped. */
  const raycast = (from: Point, direction: Point, options: QueryOptions = {}): Hit | null => {
    let most = reachOf(options);
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
    /** The first hit of a ray on each body or obstacle, nearest first. */
    raycastAll,
    raycast,
    /** The nearest point of any surface; inside an obstacle the distance is negative. */
    closest(point: Point, options: QueryOptions = {}): Hit | null {
      checkPoint(point, 'point');
      let least = reachOf(options);
      const { bodies, obstacles } = wanted(options);
      let best: Hit | null = null;
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
    /** Names of bodies and obstacles that overlap a shape, written as in a scene. */
    overlap(shape: Shape, options: QueryOptions = {}): string[] {
      checkQuery(options);
      const { sdf } = compileSceneShape(shape, 'shape', core.options.files);
      const { bodies, obstacles } = wanted(options);
      const names = bodies
        .filter((live) => reachesInto(sdf, skinOf(live).bvh))
        .map((live) => live.name);
      for (const live of obstacles)
        if (fieldsMeet(sdf, live.sdf, live.nextPose)) names.push(live.name);
      return names;
    },
  };
}

/** Bits of groups by name. A name that no group ever had is refused. */
function maskOf(core: WorldCore, groups: readonly string[]): number {
  const bits = groupBits(core);
  for (const name of groups) checkName(bits.has(name), 'group', name, [...bits.keys()], 'groups');
  return groups.reduce((sum, name) => sum | bits.get(name)!, 0);
}

function checkQuery(options: QueryOptions): void {
  checkOptions(options, ['maxDistance', 'sensors', 'groups', 'filter']);
}

/** Largest distance of a query [m]. */
function reachOf(options: QueryOptions): number {
  checkQuery(options);
  checkPositive(options, 'maxDistance');
  return options.maxDistance ?? Number.POSITIVE_INFINITY;
}
