/** `pliant/tets`: the engine with one model, trees of tetrahedra. Such entry points can be combined. */
import { tetsKind } from './world/build/kinds/tets.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(tetsKind);

export * from './core.ts';
