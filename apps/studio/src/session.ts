import type { KernelChoice } from 'pliant';
import type { Reply, Request, SceneSource } from './protocol.ts';

/** A worker with one scene in it. */
export interface Session {
  send(request: Request, transfer?: Transferable[]): void;
  /** Ends the worker, whatever it is doing. */
  close(): void;
}

const LOST: Reply = {
  type: 'failed',
  messages: ['The browser has ended the simulation. Memory may have run out.'],
  isLost: true,
};

/**
 * Tells when a worker is gone. No event says so if the browser ends it, but then it lets go of the lock that it holds. Where pages have
 * no locks, nobody tells.
 */
function whenLost(name: string, signal: AbortSignal, tell: () => void): void {
  navigator.locks?.request(name, { signal }, tell).catch(() => {});
}

/** A worker, and the name of the lock that it holds while it lives. */
interface Started {
  readonly worker: Worker;
  readonly name: string;
}

function start(): Started {
  const name = `pliant-${Date.now()}-${Math.random()}`;
  const worker = new Worker(new URL('./worker/index.ts', import.meta.url), {
    type: 'module',
    name,
  });
  return { worker, name };
}

/** `receive` gets the worker's replies, also those about its own failure. */
function listen({ worker, name }: Started, receive: (reply: Reply) => void): Session {
  const closed = new AbortController();
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (data.type === 'alive') whenLost(name, closed.signal, () => receive(LOST));
    else receive(data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    receive({
      type: 'failed',
      messages: [event.message || 'The simulation could not be started.'],
    });
  };
  return {
    send: (request, transfer = []) => worker.postMessage(request, transfer),
    close() {
      closed.abort();
      worker.terminate();
    },
  };
}

/** A worker that waits for the first session, with what it has said so far. */
interface Early extends Started {
  readonly said: Event[];
  /** The scene that it builds; null if it was given none. */
  scene: string | null;
}
let early: Early | null = null;

/** Starts the worker of the first session, before anything else of the page is there. */
export function startEarly(): void {
  const said: Event[] = [];
  early = { ...start(), said, scene: null };
  early.worker.onmessage = (event) => void said.push(event);
  early.worker.onerror = (event) => void said.push(event);
}

/** Lets that worker build a scene without mesh files: of use if the first session asks for the same. */
export function buildEarly(source: SceneSource): void {
  if (early === null || Object.keys(source.files).length > 0) return;
  early.scene = JSON.stringify(source.scene);
  early.worker.postMessage({ type: 'load', source } satisfies Request);
}

/** Builds a scene in a worker. `resume`: a state to go on from. */
export function startSession(
  receive: (reply: Reply) => void,
  source: SceneSource,
  resume?: Uint8Array,
): Session {
  const ready = early;
  early = null;
  const isBegun =
    ready !== null && resume === undefined && ready.scene === JSON.stringify(source.scene);
  if (ready === null || (ready.scene !== null && !isBegun)) {
    ready?.worker.terminate();
    return begin(start());
  }
  const session = isBegun ? listen(ready, receive) : begin(ready);
  // Before anything that comes now, and after whoever asked has got the session.
  queueMicrotask(() => {
    const { onmessage, onerror } = ready.worker;
    for (const event of ready.said)
      if (event instanceof MessageEvent) onmessage?.call(ready.worker, event);
      else onerror?.call(ready.worker, event as ErrorEvent);
  });
  return session;

  function begin(started: Started): Session {
    const fresh = listen(started, receive);
    fresh.send({ type: 'load', source, resume });
    return fresh;
  }
}

/** Hash of a scene's state after some steps, in a worker of its own. */
export function hashScene(
  source: SceneSource,
  steps: number,
  kernels?: KernelChoice,
): Promise<{ hash: string; kernels: string }> {
  return new Promise((done, failed) => {
    const session = listen(start(), (reply) => {
      if (reply.type === 'hash') done({ hash: reply.hash, kernels: reply.kernels });
      else if (reply.type === 'failed') failed(new Error(reply.messages.join('\n')));
      else return;
      session.close();
    });
    session.send({ type: 'hash', source, steps, kernels });
  });
}
