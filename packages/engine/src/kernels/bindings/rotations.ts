import type * as rotations from '../reference/rotations.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindRotations(call: Exports<typeof rotations>, at: AddressOf): typeof rotations {
  return {
    extractRotations: (q, R, A, n) => void call.extractRotations(at(q), at(R), at(A), n),
  };
}
