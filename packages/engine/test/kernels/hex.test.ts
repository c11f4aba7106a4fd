import { describe, expect, it } from 'vitest';
import { decodeHex } from '../../src/kernels/hex.ts';

describe('hexadecimal text', () => {
  it('comes back as the bytes it was made from', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(decodeHex(Buffer.from(bytes).toString('hex'))).toEqual(bytes);
    expect(decodeHex('')).toEqual(new Uint8Array(0));
  });
});
