import { InputError } from 'pliant/core';
import { type Placement, placeDropped } from './place.ts';
import { type ReadFile, readDropped } from './read.ts';

/** Reads files and makes bodies of them, so that the page goes on drawing meanwhile. */
export type ImportRequest =
  | { type: 'read'; file: string; bytes: Uint8Array; files: Readonly<Record<string, Uint8Array>> }
  | { type: 'place'; placement: Placement };

let read: ReadFile | null = null;

self.onmessage = async ({ data }: MessageEvent<ImportRequest>): Promise<void> => {
  try {
    if (data.type === 'read') {
      const { file, bytes, files } = data;
      read = await readDropped(file, bytes, (name) => {
        const found = files[name] ?? files[name.slice(name.lastIndexOf('/') + 1)];
        if (found === undefined)
          throw new InputError(`"${name}" is not here. Drop it together with "${file}".`);
        return found;
      });
      self.postMessage({ value: read.found });
    } else if (read !== null) self.postMessage({ value: await placeDropped(read, data.placement) });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
