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

/** Starts a worker; `receive` gets its replies, also those about its own failure. */
export function startSession(receive: (reply: Reply) => void): Session {
  const name = `pliant-${Date.now()}-${Math.random()}`;
  const worker = new Worker(new URL('./worker/index.ts', import.meta.url), {
    type: 'module',
    name,
  });
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

/** Hash of a scene's state after some steps, in a worker of its own. */
export function hashScene(
  source: SceneSource,
  steps: number,
  kernels?: KernelChoice,
): Promise<{ hash: string; kernels: string }> {
  return new Promise((done, failed) => {
    const session = startSession((reply) => {
      if (reply.type === 'hash') done({ hash: reply.hash, kernels: reply.kernels });
      else if (reply.type === 'failed') failed(new Error(reply.messages.join('\n')));
      else return;
      session.close();
    });
    session.send({ type: 'hash', source, steps, kernels });
  });
}
