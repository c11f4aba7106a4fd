import { expect, test } from 'vitest';
import { packData, unpackData } from '../../src/core/pack.ts';

test('plain data comes back as it was, to the bit', () => {
  const data = {
    name: 'a',
    numbers: [1, 2.5, -0.1],
    deep: { x: Float64Array.of(0.1, Math.PI, -0), i: Int32Array.of(-1, 7), none: null },
    bytes: Uint8Array.of(1, 2, 3),
    empty: new Float32Array(0),
  };
  const bytes = packData(data);
  expect(unpackData(bytes)).toStrictEqual(data);
  // As files are read: the bytes begin anywhere, and slices share them.
  const pool = new Uint8Array(bytes.length + 5);
  pool.set(bytes, 3);
  const shared = pool.subarray(3, 3 + bytes.length);
  shared.slice = shared.subarray as typeof shared.slice;
  expect(unpackData(shared)).toStrictEqual(data);
});

test('bytes that are cut off, longer or foreign are not taken for data', () => {
  const bytes = packData({ x: Float64Array.of(1, 2, 3) });
  expect(unpackData(bytes.subarray(0, bytes.length - 8))).toBe(null);
  expect(unpackData(new Uint8Array(bytes.length))).toBe(null);
  expect(unpackData(new Uint8Array(3))).toBe(null);
});
