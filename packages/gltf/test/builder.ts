import { deflateSync } from 'node:zlib';

type Json = Record<string, unknown>;
type Numbers = Float32Array | Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array;

const COMPONENT = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);
const WIDTH: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** Writes glTF by hand: JSON and bytes, nothing between, so that files can have every feature and every fault. */
export function createBuilder() {
  const json: Json & Record<string, Json[]> = { asset: { version: '2.0' } as never } as never;
  const bytes: number[] = [];
  const add = (list: string, entry: Json): number => {
    json[list] ??= [];
    return json[list].push(entry) - 1;
  };
  const view = (data: Uint8Array, more: Json = {}): number => {
    while (bytes.length % 4 !== 0) bytes.push(0);
    const byteOffset = bytes.length;
    for (const b of data) bytes.push(b);
    return add('bufferViews', { buffer: 0, byteOffset, byteLength: data.length, ...more });
  };
  const raw = (array: Numbers): Uint8Array =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const accessor = (array: Numbers, type: string, more: Json = {}): number => {
    const width = WIDTH[type];
    const entry: Json = {
      bufferView: view(raw(array)),
      componentType: COMPONENT.get(array.constructor),
      count: array.length / width,
      type,
      ...more,
    };
    if (type === 'VEC3' || type === 'SCALAR') {
      const each = (pick: (a: number, b: number) => number): number[] =>
        Array.from({ length: width }, (_, d) => {
          let value = array[d];
          for (let i = d; i < array.length; i += width) value = pick(value, array[i]);
          return value;
        });
      entry.min = each(Math.min);
      entry.max = each(Math.max);
    }
    return add('accessors', entry);
  };
  /** Rows as vectors of four bytes at least: glTF wants strides that are multiples of four. */
  const strided = (array: Numbers, width: number, type: string, more: Json = {}): number => {
    const size = array.BYTES_PER_ELEMENT;
    const stride = Math.ceil((width * size) / 4) * 4;
    const n = array.length / width;
    const out = new Uint8Array(stride * n);
    for (let i = 0; i < n; i++) {
      out.set(raw(array).subarray(i * width * size, (i + 1) * width * size), i * stride);
    }
    const bufferView = view(out, { byteStride: stride });
    const componentType = COMPONENT.get(array.constructor);
    return add('accessors', { bufferView, componentType, count: n, type, ...more });
  };
  const finish = (): void => {
    while (bytes.length % 4 !== 0) bytes.push(0);
    json.buffers = [{ byteLength: bytes.length }];
  };
  return {
    json,
    add,
    view,
    raw,
    accessor,
    strided,
    glb(): Uint8Array {
      finish();
      return packGlb(json, Uint8Array.from(bytes));
    },
    /** A .gltf with its bytes inside. */
    embedded(): Uint8Array {
      finish();
      const uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
      json.buffers[0].uri = uri;
      return new TextEncoder().encode(JSON.stringify(json));
    },
    /** A .gltf and the file it names. */
    apart(name: string): { gltf: Uint8Array; bin: Uint8Array } {
      finish();
      json.buffers[0].uri = encodeURIComponent(name);
      return {
        gltf: new TextEncoder().encode(JSON.stringify(json)),
        bin: Uint8Array.from(bytes),
      };
    },
  };
}

export type Builder = ReturnType<typeof createBuilder>;

export function packGlb(json: unknown, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const room = Math.ceil(text.length / 4) * 4;
  const out = new Uint8Array(12 + 8 + room + 8 + binary.length);
  const data = new DataView(out.buffer);
  [0x46546c67, 2, out.length, room, 0x4e4f534a].forEach((word, i) => {
    data.setUint32(4 * i, word, true);
  });
  out.fill(32, 20, 20 + room);
  out.set(text, 20);
  data.setUint32(20 + room, binary.length, true);
  data.setUint32(24 + room, 0x004e4942, true);
  out.set(binary, 28 + room);
  return out;
}

/** A PNG of four pixels. */
export function tinyPng(): Uint8Array {
  const rows = Uint8Array.of(0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255);
  const chunk = (name: string, data: Uint8Array): number[] => {
    const body = [...new TextEncoder().encode(name), ...data];
    const word = (n: number): number[] => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
    return [...word(data.length), ...body, ...word(crc(body))];
  };
  return Uint8Array.from([
    ...[137, 80, 78, 71, 13, 10, 26, 10],
    ...chunk('IHDR', Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0)),
    ...chunk('IDAT', deflateSync(rows)),
    ...chunk('IEND', new Uint8Array(0)),
  ]);
}

function crc(bytes: readonly number[]): number {
  let c = 0xffffffff;
  for (const b of bytes) {
    c ^= b;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  }
  return (c ^ 0xffffffff) >>> 0;
}
