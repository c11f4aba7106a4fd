import type * as cholesky from '../reference/dense-cholesky.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindDenseCholesky(call: Exports<typeof cholesky>, at: AddressOf): typeof cholesky {
  return {
    choleskyFactor: (A, n) => call.choleskyFactor(at(A), n),
    choleskyForward: (X, L, n, count) => void call.choleskyForward(at(X), at(L), n, count),
    rowProducts: (W, X, count, n) => void call.rowProducts(at(W), at(X), count, n),
    choleskySolve: (x, L, n) => void call.choleskySolve(at(x), at(L), n),
  };
}
