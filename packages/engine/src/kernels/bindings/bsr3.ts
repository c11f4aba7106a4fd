import type * as bsr3 from '../reference/bsr3.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindBsr3(call: Exports<typeof bsr3>, at: AddressOf): typeof bsr3 {
  return {
    bsr3Multiply: (y, rowPtr, cols, values, x, rows, scale, diagonal) =>
      void call.bsr3Multiply(
        at(y),
        at(rowPtr),
        at(cols),
        at(values),
        at(x),
        rows,
        scale,
        at(diagonal),
      ),
  };
}
