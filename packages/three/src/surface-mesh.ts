import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  type Material,
  Mesh,
  MeshPhysicalMaterial,
} from 'three';
import { type Creases, creaseNormals, findCreases } from './creases.ts';

export interface SurfaceOptions {
  /** Any CSS colour; used if no material is given. */
  color?: string;
  /** Drawn with this instead of a soft standard one. Its owner disposes of it. */
  material?: Material;
  name?: string;
  /** Edges that are sharper than this at rest [degrees] are drawn sharp; 180 draws all of them round. */
  crease?: number;
}

/** The arrays a mesh is drawn from. */
export interface SurfaceArrays {
  /** Vertex positions [m] and unit normals, shape [vertices, 3]: change them at will, then call `changed`. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** The surface at rest: triangles of shape [triangles, 3], and positions that tell which edges are sharp. */
  readonly surface: {
    readonly positions: ArrayLike<number>;
    readonly triangles: ArrayLike<number>;
  };
}

/** A mesh whose vertices change every frame. */
export interface SurfaceMesh {
  readonly mesh: Mesh;
  /** Shows the numbers that are now in `positions` and `normals`. */
  changed(): void;
  /** Colours the vertices, linear red, green, blue of shape [vertices, 3], over the material's white; null: its own colour again. */
  paint(colors: Float32Array | null): void;
  /** Takes other arrays, after the triangles have changed. */
  replace(arrays: SurfaceArrays): void;
  /** Frees the geometry, and the material if it was made here. */
  dispose(): void;
}

const WHITE = new Color('#ffffff');

/** Edges sharper than this are drawn sharp, unless told otherwise [degrees]. */
export const CREASE = 60;

/**
 * A mesh on top of given arrays. If no edge is sharp at rest the arrays are the geometry's own and nothing is copied; otherwise
 * the vertices of sharp edges are drawn once for each side. Triangle i of the geometry is always triangle i of the surface.
 */
export function createSurfaceMesh(
  arrays: SurfaceArrays,
  options: SurfaceOptions = {},
): SurfaceMesh {
  const material = options.material ?? softMaterial(options.color ?? '#cccccc');
  const crease = ((options.crease ?? CREASE) * Math.PI) / 180;
  const own = new Color().copy((material as MeshPhysicalMaterial).color ?? WHITE);
  let skin = createSkin(arrays, crease);
  const mesh = new Mesh(skin.geometry, material);
  mesh.name = options.name ?? '';
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  // The bounds change with every step: finding them costs more than drawing what is off screen.
  mesh.frustumCulled = false;
  return {
    mesh,
    changed: () => skin.changed(),
    paint(colors) {
      skin.paint(colors);
      const painted = material as MeshPhysicalMaterial;
      if ((colors !== null) === painted.vertexColors) return;
      painted.vertexColors = colors !== null;
      painted.color?.copy(colors === null ? own : WHITE);
      painted.needsUpdate = true;
    },
    replace(next) {
      mesh.geometry.dispose();
      skin = createSkin(next, crease);
      mesh.geometry = skin.geometry;
    },
    dispose() {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      if (options.material === undefined) material.dispose();
    },
  };
}

/** A geometry and how it follows its arrays. */
function createSkin({ positions, normals, surface }: SurfaceArrays, crease: number) {
  const creases = findCreases(surface.positions, surface.triangles, crease);
  const size = creases === null ? positions.length : 3 * creases.source.length;
  const drawn = creases === null ? positions : new Float32Array(size);
  const drawnNormals = creases === null ? normals : new Float32Array(size);
  const geometry = new BufferGeometry();
  const attribute = (array: Float32Array): BufferAttribute =>
    new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
  geometry.setAttribute('position', attribute(drawn));
  geometry.setAttribute('normal', attribute(drawnNormals));
  const triangles = creases?.triangles ?? Uint32Array.from(surface.triangles);
  geometry.setIndex(new BufferAttribute(triangles, 1));
  const changed = (): void => {
    if (creases !== null) follow(drawn, drawnNormals, positions, creases);
    geometry.attributes.position.needsUpdate = true;
    geometry.attributes.normal.needsUpdate = true;
    // Found again by the next pick.
    geometry.boundingSphere = null;
    geometry.boundingBox = null;
  };
  const paint = (colors: Float32Array | null): void => {
    if (colors === null) {
      geometry.deleteAttribute('color');
      return;
    }
    if (geometry.attributes.color === undefined) {
      geometry.setAttribute('color', attribute(new Float32Array(size)));
    }
    const shades = geometry.attributes.color.array as Float32Array;
    if (creases === null) shades.set(colors);
    else
      for (let i = 0; i < size; i++)
        shades[i] = colors[3 * creases.source[Math.floor(i / 3)] + (i % 3)];
    geometry.attributes.color.needsUpdate = true;
  };
  changed();
  return { geometry, changed, paint };
}

function follow(
  drawn: Float32Array,
  drawnNormals: Float32Array,
  positions: Float32Array,
  { source, triangles }: Creases,
): void {
  for (let i = 0; i < source.length; i++) {
    for (let c = 0; c < 3; c++) drawn[3 * i + c] = positions[3 * source[i] + c];
  }
  creaseNormals(drawnNormals, drawn, triangles);
}

/** Rubber in daylight: mostly matt, with a pale rim that shows the roundness. */
function softMaterial(color: string): Material {
  return new MeshPhysicalMaterial({
    color,
    roughness: 0.6,
    sheen: 0.35,
    sheenRoughness: 0.4,
    sheenColor: '#fff4ec',
  });
}
