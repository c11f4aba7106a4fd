import RAPIER from '@dimforge/rapier3d-compat';
import { coupledRun } from './coupled-run.ts';

// The browser's half of hash.browser.ts.
await RAPIER.init();
(globalThis as { coupled?: string }).coupled = coupledRun('webassembly');
