import type { SurfaceModel, WorldBody } from 'pliant';
import type { Mesh } from 'three';
import { createSurfaceMesh, type SurfaceOptions } from './surface-mesh.ts';

/** What a body looks like. */
export interface BodyView {
  readonly name: string;
  /** The surface at rest: picked triangles count in it. */
  readonly surface: SurfaceModel;
  readonly mesh: Mesh;
  /** Shows the body as it is now. Call after stepping, before rendering. */
  update(): void;
  dispose(): void;
}

/**
 * A mesh of a body's visible surface. If the body has no sharp edges at rest, the position and normal attributes are the body's
 * own arrays, and an update copies nothing. When the body's triangles change (a cut), the geometry is made anew.
 */
export function createBodyMesh(body: WorldBody, options: SurfaceOptions = {}): BodyView {
  let topology = body.topology;
  body.draw();
  const view = createSurfaceMesh(body, { name: body.name, ...options });
  return {
    name: body.name,
    get surface() {
      return body.surface;
    },
    mesh: view.mesh,
    update() {
      body.draw();
      if (body.topology !== topology) {
        topology = body.topology;
        view.replace(body);
      } else view.changed();
    },
    dispose: view.dispose,
  };
}
