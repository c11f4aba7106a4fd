import { type Material, Mesh, MeshBasicMaterial } from 'three';

/** Makes a mesh translucent and solid again. */
export interface Translucency {
  set(on: boolean): void;
  /** Takes the mesh's geometry anew, after that was replaced. */
  follow(): void;
  dispose(): void;
}

const OPACITY = 0.62;

/**
 * A translucent body shows its front only. Its depth is drawn first: without that, parts of it would shine through each other in
 * the order of its triangles.
 */
export function createTranslucency(mesh: Mesh): Translucency {
  const depth = new Mesh(
    mesh.geometry,
    // A hair behind, so that the body itself passes for certain.
    new MeshBasicMaterial({ colorWrite: false, polygonOffset: true, polygonOffsetUnits: 1 }),
  );
  depth.frustumCulled = false;
  depth.visible = false;
  // Picking looks for the mesh alone.
  depth.raycast = () => {};
  mesh.add(depth);
  return {
    set(on) {
      const material = mesh.material as Material;
      if (material.transparent === on) return;
      material.transparent = on;
      material.opacity = on ? OPACITY : 1;
      material.needsUpdate = true;
      depth.visible = on;
    },
    follow() {
      depth.geometry = mesh.geometry;
    },
    dispose() {
      depth.removeFromParent();
      depth.material.dispose();
    },
  };
}
