/** `pliant/frames`: the engine with one model, adaptive frames. Several such doors may be used together. */
import { framesKind } from './world/build/kinds/frames.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(framesKind);

export * from './core.ts';
