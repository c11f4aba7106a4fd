import { buildScene, createWorld, parseScene, SceneError, sceneJsonSchema } from 'pliant';
import type { Reply, Request, SceneSource } from '../protocol.ts';
import { describeScene } from './describe.ts';
import { createRun, type Run } from './run.ts';

/** The simulating half of the studio: reads requests, answers with replies, owns the one running world. */

let run: Run | null = null;

const post = (reply: Reply, transfer: Transferable[] = []): void =>
  self.postMessage(reply, { transfer });

self.onmessage = ({ data }: MessageEvent<Request>): void => {
  try {
    handle(data);
  } catch (error) {
    post({ type: 'failed', messages: messagesOf(error) });
  }
};

function handle(request: Request): void {
  switch (request.type) {
    case 'load': {
      const started = performance.now();
      const built = buildScene(parseScene(request.source.scene), {
        files: filesOf(request.source),
        progress: (body, done, total) => post({ type: 'progress', body, done, total }),
      });
      run = createRun(() => createWorld(built, { kernels: request.kernels }), post, request.resume);
      const buildTime = performance.now() - started;
      post({ type: 'built', scene: describeScene(built, run.world(), buildTime) });
      run.show();
      return;
    }
    case 'schema':
      post({ type: 'schema', schema: sceneJsonSchema() });
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
