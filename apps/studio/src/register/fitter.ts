import type { RegisterReply, RegisterRequest } from './protocol.ts';

/** The worker that reads and fits: it is started when it is first asked for something. */
export interface Fitter {
  ask(request: RegisterRequest): void;
  /** Ends it wherever it is: it keeps nothing that is missed later. */
  stop(): void;
}

export function createFitter(receive: (reply: RegisterReply) => void): Fitter {
  let worker: Worker | null = null;
  return {
    ask(request) {
      if (worker === null) {
        worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }: MessageEvent<RegisterReply>) => receive(data);
        worker.onerror = (event) => {
          event.preventDefault();
          receive({ type: 'failed', message: event.message || 'The fit could not be started.' });
        };
      }
      worker.postMessage(request);
    },
    stop() {
      worker?.terminate();
      worker = null;
    },
  };
}
