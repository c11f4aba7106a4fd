import { check } from '../core/errors.ts';

/** Largest part of a stored block of deflate. */
const BLOCK = 65_535;
/** Remainder of a byte after eight steps of CRC-32 (PNG, annex D). */
const CRC = crcTable();

/**
 * A PNG of 16 bits a channel, red, green and blue, without compression, so that nothing is needed to write it.
 * `values` are from 0 to 65 535, shape [height, width, 3].
 */
export function writePng16(values: Uint16Array, width: number, height: number): Uint8Array {
  check(
    values.length === 3 * width * height && width > 0 && height > 0,
    () =>
      `must have ${width} × ${height} × 3 numbers, got ${values.length}. Give red, green and blue of every pixel.`,
    'values',
  );
  // Each row begins with its filter: none.
  const row = 1 + 6 * width;
  const raw = new Uint8Array(row * height);
  for (let y = 0; y < height; y++)
    for (let i = 0; i < 3 * width; i++) {
      const value = values[3 * width * y + i];
      raw[row * y + 1 + 2 * i] = value >> 8;
      raw[row * y + 2 + 2 * i] = value & 255;
    }
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  head.setUint8(8, 16);
  head.setUint8(9, 2);
  const parts = [
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk('IHDR', new Uint8Array(head.buffer)),
    chunk('IDAT', stored(raw)),
    chunk('IEND', new Uint8Array(0)),
  ];
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Bytes as a zlib stream of stored blocks. */
function stored(raw: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(raw.length / BLOCK));
  const out = new Uint8Array(2 + 5 * blocks + raw.length + 4);
  out[0] = 0x78;
  out[1] = 0x01;
  let at = 2;
  for (let b = 0; b < blocks; b++) {
    const part = raw.subarray(b * BLOCK, (b + 1) * BLOCK);
    out[at] = b === blocks - 1 ? 1 : 0;
    out[at + 1] = part.length & 255;
    out[at + 2] = part.length >> 8;
    out[at + 3] = ~part.length & 255;
    out[at + 4] = (~part.length >> 8) & 255;
    out.set(part, at + 5);
    at += 5 + part.length;
  }
  // Adler-32.
  let [a, b] = [1, 0];
  for (let i = 0; i < raw.length; i++) {
    a = (a + raw[i]) % 65_521;
    b = (b + a) % 65_521;
  }
  new DataView(out.buffer).setUint32(at, ((b << 16) | a) >>> 0);
  return out;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) out[4 + i] = name.charCodeAt(i);
  out.set(data, 8);
  let crc = -1;
  for (let i = 4; i < 8 + data.length; i++) crc = (crc >>> 8) ^ CRC[(crc ^ out[i]) & 255];
  view.setUint32(8 + data.length, ~crc >>> 0);
  return out;
}

function crcTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    return c;
  });
}
