import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../src/kernels/base64.ts';

describe('base64', () => {
  it('comes back as the bytes it was made from', () => {
    for (let length = 0; length < 70; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length * 7) & 255);
      expect(decodeBase64(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
    }
  });
});
