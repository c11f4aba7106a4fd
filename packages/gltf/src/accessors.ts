import type { Accessor } from '@gltf-transform/core';
import { InputError } from 'pliant/core';

/** Largest value of a whole component type: normalised values are parts of it. */
const LARGEST: Readonly<Record<number, number>> = {
  5120: 127,
  5121: 255,
  5122: 32767,
  5123: 65535,
  5125: 4294967295,
};

/** All numbers of an accessor; whole ones that stand for parts of one are made so. Not finite ones are refused. */
export function numbersOf(accessor: Accessor, path: string): Float64Array {
  const array = accessor.getArray();
  if (array === null) throw new InputError('has no data. Is the file whole?', path);
  const out = Float64Array.from(array);
  const largest = accessor.getNormalized() ? LARGEST[accessor.getComponentType()] : undefined;
  for (let i = 0; i < out.length; i++) {
    if (largest !== undefined) out[i] = Math.max(-1, out[i] / largest);
    if (!Number.isFinite(out[i])) {
      throw new InputError(`number ${i} is ${out[i]}. Export the file again.`, path);
    }
  }
  return out;
}

/** Whole numbers from 0 to `below`, exclusive. */
export function indicesOf(accessor: Accessor, below: number, path: string): Int32Array {
  const array = accessor.getArray();
  if (array === null) throw new InputError('has no data. Is the file whole?', path);
  const out = new Int32Array(array.length);
  for (let i = 0; i < out.length; i++) {
    const value = array[i];
    if (!Number.isInteger(value) || value < 0 || value >= below) {
      throw new InputError(
        `number ${i} must be from 0 to ${below - 1}, got ${value}. Export the file again.`,
        path,
      );
    }
    out[i] = value;
  }
  return out;
}
