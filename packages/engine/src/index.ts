/**
 * Pliant: adaptive soft bodies. Describe a scene, make a world of it, step it, draw its surfaces:
 *
 *     const world = createWorld({ format: 'pliant/1', name: 'jelly', bodies: [{ name: 'cube',
 *       shape: { type: 'box', size: [0.2, 0.2, 0.2] }, position: [0, 1, 0], material: { young: 2e4 } }],
 *       obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }] });
 *     world.step();
 *     world.bodies[0].draw();       // fills world.bodies[0].positions
 */
import { framesKind } from './world/build/kinds/frames.ts';
import { layersKind } from './world/build/kinds/layers.ts';
import { latticeKind, octreeKind } from './world/build/kinds/octree.ts';
import { rigidKind } from './world/build/kinds/rigid.ts';
import { solidKind } from './world/build/kinds/solid.ts';
import { tetsKind } from './world/build/kinds/tets.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(solidKind);
registerModel(framesKind);
registerModel(octreeKind);
registerModel(latticeKind);
registerModel(tetsKind);
registerModel(layersKind);
registerModel(rigidKind);

export * from './core.ts';
export { sceneJsonSchema, sweepJsonSchema } from './scene/json-schema.ts';
