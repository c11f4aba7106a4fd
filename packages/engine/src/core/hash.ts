/** A running 64-bit digest: two independent 32-bit FNV-style lanes (four 16-bit limbs would be slow). */
export interface Digest {
  bytes(data: Uint8Array): void;
  text(data: string): void;
  /** Sixteen hexadecimal digits. */
  value(): string;
}

/** Creates a digest that distinguishes runs and contents; it is not cryptographic. */
export function createDigest(): Digest {
  let a = 0x811c9dc5 | 0;
  let b = 0x9747b28c | 0;
  const add = (byte: number): void => {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
    b ^= b >>> 13;
  };
  const hex = (n: number): string => (n >>> 0).toString(16).padStart(8, '0');
  return {
    bytes(data) {
      for (let i = 0; i < data.length; i++) add(data[i]);
    },
    text(data) {
      for (let i = 0; i < data.length; i++) {
        const code = data.charCodeAt(i);
        add(code & 255);
        add(code >>> 8);
      }
    },
    value() {
      a ^= a >>> 15;
      b ^= b >>> 11;
      return hex(a) + hex(b);
    },
  };
}

/** The bytes behind a typed array, without copying. */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
}
