import type { SurfaceModel, WorldBody } from 'pliant';
import type { Mesh } from 'three';
import { createSurfaceMesh, type SurfaceOptions } from './surface-mesh.ts';

/** What drawing needs of a body: a `WorldBody` has it, and a body of a world in a worker. */
export type DrawnBody = Pick<
  WorldBody,
  'name' | 'surface' | 'positions' | 'normals' | 'topology' | 'draw'
>;

/** What a body looks like. */
export interface BodyView {
  readonly name: string;
  /** The surface at rest: picked triangles count in it. */
  readonly surface: SurfaceModel;
  readonly mesh: Mesh;
  /** Shows the body as it is now, or with `alpha` between the last two steps. Call after stepping, before rendering. */
  update(options?: { alpha?: number }): void;
  dispose(): void;
}

/**
 * A mesh of a body's visible surface. If the body has no sharp edges at rest, the position and normal attributes
 * are the body's
 * own arrays, and an update copies nothing. When the body's triangles change (a cut), the geometry is rebuilt.
 */
export function createBodyMesh(body: DrawnBody, options: SurfaceOptions = {}): BodyView {
  let topology = body.topology;
  body.draw();
  const view = createSurfaceMesh(body, { name: body.name, ...options });
  return {
    name: body.name,
    get surface() {
      return body.surface;
    },
    mesh: view.mesh,
    update(at) {
      body.draw(at);
      if (body.topology !== topology) {
        topology = body.topology;
        view.replace(body);
      } else view.changed();
    },
    dispose: view.dispose,
  };
}
