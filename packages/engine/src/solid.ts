/** `pliant/solid`: the engine with one model, tetrahedral finite elements. Several such doors may be used together. */
import { solidKind } from './world/build/kinds/solid.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(solidKind);

export * from './core.ts';
