import { InputError } from '../core/errors.ts';
import type { Call, Fault, Line, Reply, Request } from './protocol.ts';

/** What a world needs of a `Worker`; a `MessagePort` will do. */
export type WorkerLike = Line & { terminate?(): void; close?(): void };

/** The page's end of the line to a worker: sends requests, and hands answers to those who asked. */
export interface Asker {
  post(request: Request, transfer?: ArrayBuffer[]): void;
  /** Rejected with why the worker is no more, if it is. */
  ask<T>(call: Call, ...args: readonly unknown[]): Promise<T>;
  answer(reply: Reply & { type: 'answer' | 'refused' }): void;
  /** Ends the worker: rejects pending and all later calls with the reason. False if it had ended before. */
  end(reason: Error): boolean;
}

/** `complain` receives the errors of calls that nobody waits for. */
export function createAsker(worker: WorkerLike, complain: (error: Error) => void): Asker {
  const waiting = new Map<number, { done(value: never): void; failed(error: Error): void }>();
  let ended: Error | null = null;
  let next = 0;
  const post: Asker['post'] = (request, transfer) => {
    if (ended === null) sendPlain(worker, request, request.type, transfer);
  };
  return {
    post,
    ask: (call, ...args) =>
      new Promise((done, failed) => {
        if (ended !== null) throw ended;
        const id = next++;
        post({ type: 'call', id, call, args });
        waiting.set(id, { done, failed });
      }),
    answer(reply) {
      const asker = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.type === 'answer') asker?.done(reply.value as never);
      else if (asker) asker.failed(errorOf(reply.fault));
      else complain(errorOf(reply.fault));
    },
    end(reason) {
      if (ended !== null) return false;
      ended = reason;
      worker.terminate?.();
      worker.close?.();
      for (const { failed } of waiting.values()) failed(reason);
      waiting.clear();
      return true;
    },
  };
}

/** Posts a message; what cannot be copied is refused as other wrong input is. */
export function sendPlain(
  worker: WorkerLike,
  request: Request,
  place: string,
  transfer?: ArrayBuffer[],
): void {
  try {
    worker.postMessage(request, transfer);
  } catch (error) {
    const text = `must be plain data, got what a worker cannot be sent (${(error as Error).message}). Leave functions out.`;
    throw new InputError(text, place);
  }
}

export function errorOf({ message, isInput }: Fault): Error {
  return isInput ? new InputError(message) : new Error(message);
}
