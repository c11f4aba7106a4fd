/** `pliant/tets`: the engine with one model, trees of tetrahedra. Several such doors may be used together. */
import { tetsKind } from './world/build/kinds/tets.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(tetsKind);

export * from './core.ts';
