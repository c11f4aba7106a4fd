/** `pliant/layers`: the engine with one model, motion in layers. Such entry points can be combined. */
import { layersKind } from './world/build/kinds/layers.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(layersKind);

export * from './core.ts';
