import { InputError } from '../core/errors.ts';
import { FIRST_ADDRESS } from './arena.ts';

/** The address of an array's first byte in the module's memory. */
export type AddressOf = (view: ArrayBufferView) => number;

/** What the module exports for the kernels `K`: the same names, with addresses in place of arrays. */
export type Exports<K> = { readonly [name in keyof K]: (...args: number[]) => number };

/**
 * An array from elsewhere would make a kernel read and write the wrong place in silence. An array with a buffer of its
 * own starts at 0, where an arena has none: that is seen at once, while asking for the buffer costs more than the call.
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
