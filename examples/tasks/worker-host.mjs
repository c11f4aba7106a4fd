// What `pliant/worker-thread` is for pages, for Node.
import { parentPort } from 'node:worker_threads';
import { hostWorld } from 'pliant/worker';

hostWorld(parentPort);
