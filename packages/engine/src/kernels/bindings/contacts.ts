import type * as contacts from '../reference/contacts.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindContacts(call: Exports<typeof contacts>, at: AddressOf): typeof contacts {
  return {
    relaxContacts: (
      impulse,
      offset,
      velocity,
      W,
      normal,
      bias,
      friction,
      own,
      side,
      body,
      list,
      from,
      n,
      tolerance,
      sweeps,
    ) =>
      call.relaxContacts(
        at(impulse),
        at(offset),
        at(velocity),
        at(W),
        at(normal),
        at(bias),
        at(friction),
        at(own),
        at(side),
        at(body),
        at(list),
        from,
        n,
        tolerance,
        sweeps,
      ),
    learnSecant: (W, dp, dw, work, n, least) =>
      void call.learnSecant(at(W), at(dp), at(dw), at(work), n, least),
  };
}
