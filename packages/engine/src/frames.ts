/** `pliant/frames`: the engine with one model, adaptive frames. Such entry points can be combined. */
import { framesKind } from './world/build/kinds/frames.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(framesKind);

export * from './core.ts';
