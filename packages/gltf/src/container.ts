import { InputError } from 'pliant/core';

/** A glTF file taken apart: its JSON and the bytes of its buffers and images, by address. */
export interface Container {
  readonly json: Record<string, unknown>;
  readonly resources: Record<string, Uint8Array<ArrayBuffer>>;
}

/** The name under which the binary part of a GLB is kept, as glTF-Transform calls it. */
export const BINARY_PART = '@glb.bin';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Largest JSON part that is parsed [bytes]. */
const LARGEST_JSON = 256 * 2 ** 20;

/** Opens a GLB or a glTF file. `files` gives the bytes of files that a .gltf names. */
export function openContainer(
  bytes: Uint8Array,
  files: ((name: string) => Uint8Array) | undefined,
): Container {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isBinary = bytes.length >= 4 && view.getUint32(0, true) === MAGIC;
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  const json = isBinary ? openBinary(bytes, view, resources) : parseJson(bytes, 'the file');
  fetchResources(json, resources, files);
  return { json, resources };
}

function openBinary(
  bytes: Uint8Array,
  view: DataView,
  resources: Record<string, Uint8Array<ArrayBuffer>>,
): Record<string, unknown> {
  const fail = (at: number, message: string): never => {
    throw new InputError(message, `byte ${at}`);
  };
  if (bytes.length < 20) fail(bytes.length, 'the file ends within its header. Is it whole?');
  const version = view.getUint32(4, true);
  if (version !== 2) fail(4, `the GLB is of version ${version}; only 2 is read. Export it again.`);
  const length = view.getUint32(8, true);
  if (length > bytes.length) {
    fail(8, `the header promises ${length} bytes, the file has ${bytes.length}. Is it whole?`);
  }
  let json: Record<string, unknown> | null = null;
  let at = 12;
  while (at + 8 <= length) {
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    if (at + 8 + size > length) {
      fail(at, `a part of ${size} bytes does not fit into the ${length} of the file. Is it whole?`);
    }
    const part = bytes.slice(at + 8, at + 8 + size);
    if (json === null) {
      if (type !== JSON_CHUNK) fail(at + 4, 'the first part must be JSON. Export the file again.');
      json = parseJson(part, 'the JSON part');
    } else if (type === BINARY_CHUNK) resources[BINARY_PART] ??= part;
    at += 8 + size;
  }
  return json ?? fail(12, 'the file has no JSON part. Export it again.');
}

function parseJson(bytes: Uint8Array, what: string): Record<string, unknown> {
  if (bytes.length > LARGEST_JSON) {
    throw new InputError(
      `${what} has ${bytes.length} bytes; at most ${LARGEST_JSON} are read. Put its data into a GLB.`,
      'byte 0',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new InputError(
      `${what} is not JSON: ${(error as Error).message}. Is this glTF?`,
      'byte 0',
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(`${what} holds no object. Is this glTF?`, 'byte 0');
  }
  return value as Record<string, unknown>;
}

/** Reads what buffers and images name: data addresses here, files by the given function. */
function fetchResources(
  json: Record<string, unknown>,
  resources: Record<string, Uint8Array<ArrayBuffer>>,
  files: ((name: string) => Uint8Array) | undefined,
): void {
  for (const list of ['buffers', 'images']) {
    if (!Array.isArray(json[list])) continue;
    (json[list] as unknown[]).forEach((entry, i) => {
      const uri = (entry as { uri?: unknown } | null)?.uri;
      if (uri === undefined) return;
      const path = `${list}[${i}].uri`;
      if (typeof uri !== 'string')
        throw new InputError('must be a text, got something else. Export the file again.', path);
      if (uri.startsWith('data:')) {
        // Replaced by a name, so that it is decoded once, here, with a place for its faults.
        const name = `data-${list}-${i}`;
        resources[name] = decodeData(uri, path);
        const { mimeType } = entry as { mimeType?: string };
        Object.assign(entry as object, { uri: name });
        if (list === 'images' && mimeType === undefined) {
          Object.assign(entry as object, { mimeType: /^data:([^;,]*)/.exec(uri)?.[1] });
        }
        return;
      }
      if (files === undefined) {
        throw new InputError(
          `names the file "${uri}", which is not part of this one. Pass "files", or export as GLB.`,
          path,
        );
      }
      resources[uri] = Uint8Array.from(files(decodeName(uri, path)));
    });
  }
}

function decodeName(uri: string, path: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    throw new InputError(
      `"${uri.slice(0, 40)}" is not a proper address. Export the file again.`,
      path,
    );
  }
}

function decodeData(uri: string, path: string): Uint8Array<ArrayBuffer> {
  const comma = uri.indexOf(',');
  if (comma < 0 || !uri.slice(0, comma).endsWith(';base64')) {
    throw new InputError('must be base64 data, got something else. Export the file again.', path);
  }
  try {
    return Uint8Array.from(atob(uri.slice(comma + 1)), (c) => c.charCodeAt(0));
  } catch {
    throw new InputError('the base64 data is damaged. Export the file again.', path);
  }
}
