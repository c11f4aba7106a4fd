import type { Placed, Placement } from './place.ts';
import type { Found } from './read.ts';
import type { ImportRequest } from './worker.ts';

/** A file that is being imported: read once, placed as often as wanted. */
export interface ImportSession {
  read(
    file: string,
    bytes: Uint8Array,
    files: Readonly<Record<string, Uint8Array>>,
  ): Promise<Found>;
  place(placement: Placement): Promise<Placed>;
  close(): void;
}

/** Starts a worker for one file. One question at a time. */
export function startImport(): ImportSession {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const ask = <T>(request: ImportRequest): Promise<T> =>
    new Promise((done, failed) => {
      worker.onmessage = ({ data }: MessageEvent<{ value?: T; error?: string }>) => {
        if (data.error === undefined) done(data.value as T);
        else failed(new Error(data.error));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        failed(new Error(event.message || 'The file could not be read.'));
      };
      worker.postMessage(request);
    });
  return {
    read: (file, bytes, files) => ask({ type: 'read', file, bytes, files }),
    place: (placement) => ask({ type: 'place', placement }),
    close: () => worker.terminate(),
  };
}
