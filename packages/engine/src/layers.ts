/** `pliant/layers`: the engine with one model, motion in layers. Several such doors may be used together. */
import { layersKind } from './world/build/kinds/layers.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(layersKind);

export * from './core.ts';
