import type * as principal from '../reference/principal.ts';
import type { AddressOf, Exports } from './address.ts';

type Principal = typeof principal;

export function bindPrincipal(call: Exports<Principal>, at: AddressOf): Principal {
  return {
    principalStretches: (U, S, V, F, n) =>
      void call.principalStretches(at(U), at(S), at(V), at(F), n),
    principalStress: (P, U, p, V, n) => void call.principalStress(at(P), at(U), at(p), at(V), n),
    principalTangents: (T, U, V, moduli, first, n, work) =>
      void call.principalTangents(at(T), at(U), at(V), at(moduli), first, n, at(work)),
  };
}
