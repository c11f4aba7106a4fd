/**
 * Draws a Pliant world with three.js, and lets a pointer pull its bodies:
 *
 *     const view = createWorldView(world);
 *     scene.add(view.group);
 *     createDragger(camera, renderer.domElement, view, world.apply);
 *     // every frame
 *     world.step();
 *     view.update();
 *     renderer.render(scene, camera);
 *
 * three.js counts metres like the engine does, y is up in both, nothing is scaled or turned.
 */
export { type BodyView, createBodyMesh, type DrawnBody } from './body-mesh.ts';
export {
  CELLS_DEFAULTS,
  type CellColoring,
  type CellsView,
  type CellsViewOptions,
  cellColor,
  createCellsView,
  valueColor,
} from './cells-view.ts';
export { type Cutter, type CutterOptions, createCutter } from './cutter.ts';
export { createDebugView, type DebugView, type DebugViewOptions } from './debug-view.ts';
export {
  createDragger,
  type Drag,
  type Dragger,
  type DraggerOptions,
  type DragTarget,
  type DragView,
  type Picture,
} from './dragger.ts';
export { createExactMaterial } from './exact-material.ts';
export { createGround, GROUND_DEFAULTS, type GroundOptions } from './ground.ts';
export {
  createObstacleMesh,
  OBSTACLE_DEFAULTS,
  type ObstacleOptions,
  obstacleSurface,
} from './obstacle-mesh.ts';
export { bodyColor, PALETTE } from './palette.ts';
export {
  createPartsView,
  PARTS_DEFAULTS,
  type PartsView,
  type PartsViewOptions,
} from './parts-view.ts';
export { materialPoint, surfacePoint } from './pick.ts';
export { isPlain } from './plain-shapes.ts';
export { placementMatrix, poseMatrix } from './pose.ts';
export { createSoftMesh, type SoftMesh, type SoftMeshOptions } from './soft-mesh.ts';
export {
  CREASE,
  createSurfaceMesh,
  type SurfaceArrays,
  type SurfaceMesh,
  type SurfaceOptions,
} from './surface-mesh.ts';
export {
  createWorldView,
  type DrawnWorld,
  type WorldView,
  type WorldViewOptions,
} from './world-view.ts';
