/** `pliant/rigid`: the engine with one model, bodies that do not deform. Such entry points can be combined. */
import { rigidKind } from './world/build/kinds/rigid.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(rigidKind);

export * from './core.ts';
