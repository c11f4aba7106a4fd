/**
 * A world in a worker, so that the page never waits for a step:
 *
 *     const world = await createWorkerWorld(scene);
 *     const view = createWorldView(world);            // of @pliant/three
 *     // every frame
 *     world.advance(seconds);
 *     view.update({ alpha: world.alpha });
 */

export type { WorkerLike } from './worker/asker.ts';
export {
  BROWSER_STORE_DEFAULTS,
  type BrowserStore,
  type BrowserStoreOptions,
  type FetchedStore,
  openBrowserStore,
} from './worker/browser-store.ts';
export {
  createWorkerWorld,
  type WorkerBody,
  type WorkerJoint,
  type WorkerWorld,
  type WorkerWorldOptions,
} from './worker/client.ts';
export { hostWorld } from './worker/host.ts';
export type { Line } from './worker/protocol.ts';
