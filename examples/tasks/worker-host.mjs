// What `pliant/worker-thread` is for pages, for Node: with the models that scenes may ask for.
import { parentPort } from 'node:worker_threads';
import 'pliant/rigid';
import { hostWorld } from 'pliant/worker';

hostWorld(parentPort);
