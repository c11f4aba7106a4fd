import type * as symmetric from '../reference/dense-symmetric.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindDenseSymmetric(
  call: Exports<typeof symmetric>,
  at: AddressOf,
): typeof symmetric {
  return {
    symmetricMultiply: (y, A, x, n) => void call.symmetricMultiply(at(y), at(A), at(x), n),
  };
}
