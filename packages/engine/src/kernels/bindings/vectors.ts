import type * as vectors from '../reference/vectors.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindVectors(call: Exports<typeof vectors>, at: AddressOf): typeof vectors {
  return {
    dot: (a, b, n) => call.dot(at(a), at(b), n),
    copy: (out, a, n) => void call.copy(at(out), at(a), n),
    axpy: (y, a, x, n) => void call.axpy(at(y), a, at(x), n),
    xpby: (y, x, b, n) => void call.xpby(at(y), at(x), b, n),
  };
}
