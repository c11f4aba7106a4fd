/** The script of a world's worker: see `createWorkerWorld`. */
import './index.ts';
import { hostWorld } from './worker/host.ts';
import type { Line } from './worker/protocol.ts';

hostWorld(globalThis as unknown as Line);
