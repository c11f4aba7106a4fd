import {
  buildScene,
  createWorld,
  type ModelStore,
  parseScene,
  preparedNames,
  SceneError,
} from 'pliant/core';
import { openBrowserStore } from 'pliant/worker';
import type { Reply, Request, SceneSource } from '../protocol.ts';
import { describeScene } from './describe.ts';
import { loadAllModels, loadModels } from './models.ts';
import { createRun, type Run } from './run.ts';

/** The simulating half of the studio: reads requests, answers with replies, owns the one running world. */

let run: Run | null = null;

/** Prepared bodies of earlier visits. The name of this file changes with everything in it: another build of the studio begins anew. */
const bodies = openBrowserStore({ name: 'pliant-studio-bodies', version: self.location.pathname });
let kept: { readonly store: ModelStore; readonly found: number } | null = null;

const post = (reply: Reply, transfer: Transferable[] = []): void =>
  self.postMessage(reply, { transfer });

// Held until this worker ends, by whatever: so the page knows that it has.
navigator.locks?.request(self.name, () => {
  post({ type: 'alive' });
  return new Promise(() => {});
});

/** What came while a part of the engine is being loaded waits for it; null if nothing is. */
let waiting: Request[] | null = null;

self.onmessage = ({ data }: MessageEvent<Request>): void => {
  if (waiting !== null) waiting.push(data);
  else take(data);
};

function take(request: Request): void {
  const needs = neededBy(request);
  if (needs === null) attempt(request);
  else {
    waiting = [];
    needs.then(
      () => {
        attempt(request);
        const next = waiting ?? [];
        waiting = null;
        for (const one of next) self.onmessage?.({ data: one } as MessageEvent<Request>);
      },
      (error) => post({ type: 'failed', messages: messagesOf(error) }),
    );
  }
}

/** What has to be loaded first. */
function neededBy(request: Request): Promise<unknown> | null {
  if (request.type === 'hash') return loadModels(request.source.scene);
  return request.type === 'load' ? prepare(request.source) : null;
}

async function prepare(source: SceneSource): Promise<void> {
  await loadModels(source.scene);
  kept = null;
  let names: readonly string[];
  try {
    names = preparedNames(parseScene(source.scene), filesOf(source));
  } catch {
    // What is wrong with the scene is said when it is built.
    return;
  }
  const store = await bodies.fetch(names);
  kept = { store, found: store.found };
}

function attempt(request: Request): void {
  try {
    handle(request);
  } catch (error) {
    post({ type: 'failed', messages: messagesOf(error) });
  }
}

function handle(request: Request): void {
  switch (request.type) {
    case 'load': {
      const started = performance.now();
      const built = buildScene(parseScene(request.source.scene), {
        files: filesOf(request.source),
        store: kept?.store,
        progress: (body, done, total) => post({ type: 'progress', body, done, total }),
      });
      run = createRun(() => createWorld(built, { kernels: request.kernels }), post, request.resume);
      const buildTime = performance.now() - started;
      post({
        type: 'built',
        scene: describeScene(built, run.world(), { buildTime, prepared: kept?.found ?? 0 }),
      });
      run.show();
      return;
    }
    case 'schema':
      loadAllModels().then(({ sceneJsonSchema }) =>
        post({ type: 'schema', schema: sceneJsonSchema() }),
      );
      return;
    case 'hash': {
      const built = buildScene(parseScene(request.source.scene), {
        files: filesOf(request.source),
      });
      const world = createWorld(built, { kernels: request.kernels });
      world.step(request.steps);
      post({ type: 'hash', hash: world.hash(), kernels: world.kernels });
      return;
    }
    default:
      run?.handle(request);
  }
}

function filesOf({ files }: SceneSource): (name: string) => Uint8Array {
  return (name) => {
    // A scene may name "meshes/hand.obj" while what was dropped is just "hand.obj".
    const bytes = files[name] ?? files[name.slice(name.lastIndexOf('/') + 1)];
    if (bytes === undefined) {
      throw new SceneError([`"${name}" is not here. Drop it together with the scene.`]);
    }
    return bytes;
  };
}

function messagesOf(error: unknown): string[] {
  if (error instanceof SceneError) return [...error.faults];
  return [error instanceof Error ? error.message : String(error)];
}
