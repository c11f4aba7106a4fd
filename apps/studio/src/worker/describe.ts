import { isPlain, obstacleSurface } from '@pliant/three';
import type { BuiltScene, SceneBody, World, WorldBody } from 'pliant';
import type {
  BodyInfo,
  CellsInfo,
  ObstacleInfo,
  PartsInfo,
  SceneInfo,
  SurfaceInfo,
} from '../protocol.ts';

/** What the page needs to know of a scene before its first frame. */
export function describeScene(
  built: BuiltScene,
  world: World,
  how: Pick<SceneInfo, 'buildTime' | 'prepared'>,
): SceneInfo {
  const { scene } = built;
  const reach = 8 * world.bodies.reduce((size, body) => Math.max(size, body.size), 0.25);
  return {
    name: scene.name,
    title: scene.title || scene.name,
    description: scene.description,
    dt: scene.dt,
    duration: scene.duration,
    camera: scene.camera,
    bodies: world.bodies.map((body) => describeBody(world, body)),
    obstacles: scene.obstacles.map(({ name, shape, color }, i): ObstacleInfo => {
      const drawable = shape.type === 'plane' || isPlain(shape);
      const surface = drawable ? null : obstacleSurface(built.obstacles[i], { reach });
      return { name, color, shape, surface };
    }),
    kernels: world.kernels,
    ...how,
  };
}

/** Obstacles from an index on. Shapes that are neither planes nor plain are not drawn: their surface is found when a scene is built. */
export function describeLate({ scene }: World, from: number): ObstacleInfo[] {
  return scene.obstacles
    .slice(from)
    .map(({ name, shape, color }) => ({ name, color, shape, surface: null }));
}

export function describeBody({ scene }: World, body: WorldBody): BodyInfo {
  const { name, origin, size, mass, cuttable } = body;
  return {
    name,
    origin,
    color: scene.bodies[origin].color,
    surface: surfaceOf(body),
    size,
    mass,
    parts: partsOf(body, scene.bodies[origin].model),
    cells: cellsOf(body),
    cuttable,
    layers: body.layers?.map((layer) => ({ ...layer })) ?? null,
  };
}

export function surfaceOf({ surface }: WorldBody): SurfaceInfo {
  return { positions: surface.positions.slice(), triangles: surface.triangles.slice() };
}

function partsOf({ parts }: WorldBody, model: SceneBody['model']): PartsInfo | null {
  if (parts === null || model.type !== 'frames') return null;
  const { adaptive, tolerance } = model;
  const { level, parents } = parts;
  return { level: level.slice(), parents, adaptive, tolerance, camera: model.camera };
}

function cellsOf({ cells }: WorldBody): CellsInfo | null {
  if (cells === null) return null;
  const { shape, capacity, label, valueLabel, choices, scale } = cells;
  const hasRegions = cells.regionOf !== undefined;
  return { shape, capacity, label, valueLabel, choices, hasRegions, unit: scale?.unit };
}
