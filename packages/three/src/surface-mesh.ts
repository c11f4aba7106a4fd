import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  type Material,
  Mesh,
  MeshPhysicalMaterial,
} from 'three';

export interface SurfaceOptions {
  /** Any CSS colour; used if no material is given. */
  color?: string;
  /** Drawn with this instead of a soft standard one. Its owner disposes of it. */
  material?: Material;
  name?: string;
}

/** A mesh whose vertices change every frame. */
export interface SurfaceMesh {
  readonly mesh: Mesh;
  /** Tells three.js that the numbers in `positions` and `normals` have changed. */
  changed(): void;
  /** Takes other arrays, after the triangles have changed. */
  replace(positions: Float32Array, normals: Float32Array, triangles: ArrayLike<number>): void;
  /** Frees the geometry, and the material if it was made here. */
  dispose(): void;
}

/**
 * A mesh on top of given arrays, without copying: `positions` [m] and unit `normals`, shape [vertices, 3], are the geometry's
 * own; write into them and call `changed`. `triangles` has shape [triangles, 3] and is copied.
 */
export function createSurfaceMesh(
  positions: Float32Array,
  normals: Float32Array,
  triangles: ArrayLike<number>,
  options: SurfaceOptions = {},
): SurfaceMesh {
  const material = options.material ?? softMaterial(options.color ?? '#cccccc');
  const mesh = new Mesh(dynamicGeometry(positions, normals, triangles), material);
  mesh.name = options.name ?? '';
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  // The bounds change with every step: finding them costs more than drawing what is off screen.
  mesh.frustumCulled = false;
  return {
    mesh,
    changed() {
      mesh.geometry.attributes.position.needsUpdate = true;
      mesh.geometry.attributes.normal.needsUpdate = true;
      // Found again by the next pick.
      mesh.geometry.boundingSphere = null;
      mesh.geometry.boundingBox = null;
    },
    replace(newPositions, newNormals, newTriangles) {
      mesh.geometry.dispose();
      mesh.geometry = dynamicGeometry(newPositions, newNormals, newTriangles);
    },
    dispose() {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      if (options.material === undefined) material.dispose();
    },
  };
}

function dynamicGeometry(
  positions: Float32Array,
  normals: Float32Array,
  triangles: ArrayLike<number>,
): BufferGeometry {
  const geometry = new BufferGeometry();
  const attribute = (array: Float32Array): BufferAttribute =>
    new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
  geometry.setAttribute('position', attribute(positions));
  geometry.setAttribute('normal', attribute(normals));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
  return geometry;
}

/** Rubber in daylight: mostly matt, with a pale rim that shows the roundness. */
function softMaterial(color: string): Material {
  return new MeshPhysicalMaterial({
    color,
    roughness: 0.55,
    sheen: 0.5,
    sheenRoughness: 0.5,
    sheenColor: '#fff4ec',
  });
}
