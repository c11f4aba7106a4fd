/** `pliant/rigid`: the engine with one model, bodies that do not deform. Several such doors may be used together. */
import { rigidKind } from './world/build/kinds/rigid.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(rigidKind);

export * from './core.ts';
