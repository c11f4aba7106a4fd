import { InputError } from '../../core/errors.ts';
import { FIRST_ADDRESS } from '../arena.ts';

/** The address of an array's first byte in the module's memory. */
export type AddressOf = (view: ArrayBufferView) => number;

/** What the module exports for the kernels `K`: the same names, with addresses in place of arrays. */
export type Exports<K> = { readonly [name in keyof K]: (...args: number[]) => number };

/**
 * An array from elsewhere would make a kernel read and write the wrong place in silence. Arrays of their own start at 0, where an
 * arena has none, which is far cheaper to see than whose buffer it is (1 ns against 25).
 */
export const addressOf: AddressOf = (view) => {
  const address = view.byteOffset;
  if (address < FIRST_ADDRESS) {
    throw new InputError(
      'a WebAssembly kernel got an array from outside its arena. Allocate it with that arena.',
    );
  }
  return address;
};
