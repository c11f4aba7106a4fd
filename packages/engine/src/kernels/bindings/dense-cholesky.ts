import type * as cholesky from '../reference/dense-cholesky.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindDenseCholesky(call: Exports<typeof cholesky>, at: AddressOf): typeof cholesky {
  return {
    choleskyFactor: (A, n) => call.choleskyFactor(at(A), n),
    choleskySolve: (x, L, n) => void call.choleskySolve(at(x), at(L), n),
  };
}
