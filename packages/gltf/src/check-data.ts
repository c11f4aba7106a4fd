import {
  count,
  index,
  type Json,
  list,
  object,
  optionalIndex,
  refuse,
  whole,
} from './check-fields.ts';
import { BINARY_PART } from './container.ts';

const LARGEST = 2 ** 31;
/** Most entries of an accessor. */
const MOST = 50_000_000;

const BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
const PARTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

export function checkBuffers(json: Json, resources: Readonly<Record<string, Uint8Array>>): void {
  list(json, 'buffers').forEach((buffer, i) => {
    const path = `buffers[${i}]`;
    const length = whole(buffer.byteLength, 0, LARGEST, `${path}.byteLength`);
    // A copy for those who cannot decompress: it has no bytes.
    if (isFallback(buffer)) return;
    const bytes = resources[(buffer.uri as string | undefined) ?? BINARY_PART];
    if (bytes === undefined)
      refuse(path, 'has neither an address nor a binary part in the file. Is it whole?');
    if (bytes.length < length) {
      refuse(
        `${path}.byteLength`,
        `promises ${length} bytes, there are ${bytes.length}. Is the file whole?`,
      );
    }
  });
}

function isFallback(buffer: Json): boolean {
  const extensions = buffer.extensions as Json | undefined;
  const meshopt = extensions?.EXT_meshopt_compression as Json | undefined;
  return meshopt?.fallback === true;
}

export function checkViews(json: Json): void {
  const buffers = list(json, 'buffers');
  list(json, 'bufferViews').forEach((view, i) => {
    const path = `bufferViews[${i}]`;
    checkSpan(view, buffers, path);
    if (view.byteStride !== undefined) whole(view.byteStride, 4, 252, `${path}.byteStride`);
    const meshopt = (view.extensions as Json | undefined)?.EXT_meshopt_compression;
    if (meshopt !== undefined) {
      const at = `${path}.extensions.EXT_meshopt_compression`;
      const packed = object(meshopt, at);
      checkSpan(packed, buffers, at);
      whole(packed.byteStride, 1, 256, `${at}.byteStride`);
      whole(packed.count, 1, MOST, `${at}.count`);
    }
  });
}

function checkSpan(view: Json, buffers: readonly Json[], path: string): void {
  const b = index(view.buffer, buffers.length, `${path}.buffer`, 'buffers');
  const offset = whole(view.byteOffset, 0, LARGEST, `${path}.byteOffset`, 0);
  const length = whole(view.byteLength, 1, LARGEST, `${path}.byteLength`);
  const has = buffers[b].byteLength as number;
  if (offset + length > has) {
    refuse(
      `${path}.byteLength`,
      `ends at byte ${offset + length} of a buffer of ${has}. Is the file whole?`,
    );
  }
}

export function checkAccessors(json: Json): void {
  const views = list(json, 'bufferViews');
  list(json, 'accessors').forEach((accessor, i) => {
    const path = `accessors[${i}]`;
    const size = whole(accessor.count, 1, MOST, `${path}.count`);
    const type = accessor.type as string;
    if (!Object.hasOwn(PARTS, String(type))) {
      refuse(
        `${path}.type`,
        `must be one of ${Object.keys(PARTS).join(', ')}, got ${String(type).slice(0, 40)}.`,
      );
    }
    const bytes = componentBytes(accessor.componentType, `${path}.componentType`);
    const element = bytes * PARTS[type];
    if (accessor.bufferView !== undefined) {
      const v = index(accessor.bufferView, views.length, `${path}.bufferView`, 'bufferViews');
      const offset = whole(accessor.byteOffset, 0, LARGEST, `${path}.byteOffset`, 0);
      const stride = (views[v].byteStride as number | undefined) ?? element;
      if (stride < element)
        refuse(`${path}.bufferView`, `has a stride of ${stride} bytes for elements of ${element}.`);
      if (offset % bytes !== 0)
        refuse(`${path}.byteOffset`, `must be a multiple of ${bytes}, got ${offset}.`);
      const end = offset + stride * (size - 1) + element;
      const has = views[v].byteLength as number;
      if (end > has)
        refuse(
          `${path}.count`,
          `asks for ${end} bytes of a view that has ${has}. Is the file whole?`,
        );
    }
    if (accessor.sparse !== undefined)
      checkSparse(
        object(accessor.sparse, `${path}.sparse`),
        views,
        size,
        element,
        `${path}.sparse`,
      );
  });
}

function componentBytes(value: unknown, path: string): number {
  const bytes = BYTES[value as number];
  if (bytes === undefined)
    refuse(
      path,
      `must be one of ${Object.keys(BYTES).join(', ')}, got ${String(value).slice(0, 40)}.`,
    );
  return bytes;
}

function checkSparse(
  sparse: Json,
  views: readonly Json[],
  size: number,
  element: number,
  path: string,
): void {
  const n = whole(sparse.count, 1, size, `${path}.count`);
  const parts = [
    [
      'indices',
      componentBytes(
        object(sparse.indices, `${path}.indices`).componentType,
        `${path}.indices.componentType`,
      ),
    ],
    ['values', element],
  ] as const;
  for (const [key, bytes] of parts) {
    const part = object(sparse[key], `${path}.${key}`);
    const v = index(part.bufferView, views.length, `${path}.${key}.bufferView`, 'bufferViews');
    const offset = whole(part.byteOffset, 0, LARGEST, `${path}.${key}.byteOffset`, 0);
    const has = views[v].byteLength as number;
    if (offset + n * bytes > has) {
      refuse(
        `${path}.${key}`,
        `asks for ${offset + n * bytes} bytes of a view that has ${has}. Is the file whole?`,
      );
    }
  }
}

/** An accessor's index, of a given shape. */
export function accessorOf(json: Json, value: unknown, type: string, path: string): Json {
  const at = index(value, count(json, 'accessors'), path, 'accessors');
  const accessor = list(json, 'accessors')[at];
  if (accessor.type !== type)
    refuse(path, `must be of type ${type}, got ${String(accessor.type)}.`);
  optionalIndex(accessor.bufferView, count(json, 'bufferViews'), path, 'bufferViews');
  return accessor;
}
