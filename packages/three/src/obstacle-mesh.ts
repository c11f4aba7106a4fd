import { compileShape, extractSurface, type Sdf, type Shape, type TriangleMesh } from 'pliant/core';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
} from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { createGround, type GroundOptions } from './ground.ts';
import { isPlain, plainGeometry } from './plain-shapes.ts';
import { placementMatrix } from './pose.ts';
import { sharpen } from './sharpen.ts';

export interface ObstacleOptions {
  /** `#rrggbb`, or `#rrggbbaa` for glass. */
  color?: string;
  name?: string;
  /** How far unbounded shapes are drawn [m]. */
  reach?: number;
  /** Size of a triangle [m] of shapes that are not primitives; a 64th of the longest side if missing. */
  cell?: number;
  /** The compiled shape, if there is one; needed for shapes that name a mesh file. */
  sdf?: Sdf;
  /** The surface, if it was found elsewhere (in a worker, say). */
  surface?: TriangleMesh;
  /** Look of planes. */
  ground?: GroundOptions;
}

export const OBSTACLE_DEFAULTS = { color: '#c9c4bb', reach: 4 } as const;

/** Triangles along the longest side, if no cell is given. */
const CELLS = 64;
/** Edges sharper than this are drawn sharp [rad]. */
const CREASE = 0.6;

/**
 * What an obstacle looks like, in its own coordinates: planes as a fading disc, primitives as they are, everything else by its
 * extracted surface. Put it in its place with `poseMatrix(world.obstacle(i).pose)`.
 */
export function createObstacleMesh(shape: Shape, options: ObstacleOptions = {}): Object3D {
  const color = options.color ?? OBSTACLE_DEFAULTS.color;
  const reach = options.reach ?? OBSTACLE_DEFAULTS.reach;
  if (shape.type === 'plane') {
    const [x, y, z] = shape.normal;
    const own = options.color === undefined ? {} : { color };
    const ground = createGround([x, y, z], shape.offset, {
      radius: reach,
      ...own,
      ...options.ground,
    });
    const placed = new Group().add(ground);
    placementMatrix(shape).decompose(placed.position, placed.quaternion, placed.scale);
    return placed;
  }
  const geometry = isPlain(shape)
    ? plainGeometry(shape)
    : creased(
        options.surface ??
          obstacleSurface(options.sdf ?? compileShape(shape), { reach, cell: options.cell }),
      );
  const mesh = new Mesh(geometry, obstacleMaterial(color));
  mesh.name = options.name ?? '';
  mesh.castShadow = !mesh.material.transparent;
  mesh.receiveShadow = true;
  return mesh;
}

/** Matt, or clear if the colour has an alpha (`#rrggbbaa`): both sides of glass are seen, and what it holds. */
function obstacleMaterial(color: string): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ color: color.slice(0, 7), roughness: 0.85 });
  if (color.length !== 9) return material;
  material.transparent = true;
  material.opacity = Number.parseInt(color.slice(7), 16) / 255;
  material.roughness = 0.15;
  material.side = DoubleSide;
  material.depthWrite = false;
  return material;
}

/** The surface of an obstacle; the part within `reach` [m] of its origin if it has no end. */
export function obstacleSurface(
  sdf: Sdf,
  options: { reach?: number; cell?: number } = {},
): TriangleMesh {
  const reach = options.reach ?? OBSTACLE_DEFAULTS.reach;
  const bounded = sdf.bounds.every(Number.isFinite) ? sdf : clipped(sdf, reach);
  const { bounds } = bounded;
  const longest = Math.max(...[0, 1, 2].map((c) => bounds[c + 3] - bounds[c]));
  const cell = options.cell ?? longest / CELLS;
  const surface = extractSurface(bounded, cell);
  sharpen(surface, bounded, cell);
  return surface;
}

/** What of a solid is inside the cube of half-width `reach` about the origin. */
function clipped(sdf: Sdf, reach: number): Sdf {
  return {
    bounds: [-reach, -reach, -reach, reach, reach, reach],
    evaluate(xyz, n, out) {
      sdf.evaluate(xyz, n, out);
      for (let i = 0; i < n; i++) {
        for (let c = 0; c < 3; c++) out[i] = Math.max(out[i], Math.abs(xyz[3 * i + c]) - reach);
      }
    },
  };
}

function creased({ positions, triangles }: TriangleMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
  return toCreasedNormals(geometry, CREASE);
}
