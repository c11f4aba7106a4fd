import type * as reference from '../reference/block-cholesky.ts';
import type { AddressOf, Exports } from './address.ts';

type BlockCholesky = typeof reference;

export function bindBlockCholesky(call: Exports<BlockCholesky>, at: AddressOf): BlockCholesky {
  return {
    blockMultiply: (y, A, x, size, ptr, cols) =>
      void call.blockMultiply(at(y), at(A), at(x), size, at(ptr), at(cols)),
    copyBlocks: (out, from, count) => void call.copyBlocks(at(out), at(from), count),
    blockFactor: (L, size, ptr, cols, common) =>
      call.blockFactor(at(L), size, at(ptr), at(cols), at(common)),
    blockSolve: (x, L, size, ptr, cols) =>
      void call.blockSolve(at(x), at(L), size, at(ptr), at(cols)),
    blockForward: (X, L, size, ptr, cols, count) =>
      void call.blockForward(at(X), at(L), size, at(ptr), at(cols), count),
  };
}
