/** `pliant/solid`: the engine with one model, tetrahedral finite elements. Such entry points can be combined. */
import { solidKind } from './world/build/kinds/solid.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(solidKind);

export * from './core.ts';
