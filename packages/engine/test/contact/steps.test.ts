import { expect, test } from 'vitest';
import type { Contacts, Grouping } from '../../src/contact/solve/contacts.ts';
import { advance } from '../../src/contact/solve/steps.ts';
import { typescriptKernels } from '../../src/kernels/kernels.ts';

/** One body of unit mass without contacts, on its way by z. */
function oneBody(z: number) {
  const of = (value: number) => Float64Array.of(value);
  const live = {
    body: {
      equation: {
        unknowns: () => 1,
        multiply: (out: Float64Array, x: Float64Array) => out.set(x),
        constrain: () => {},
      },
    },
    ...{ u: of(2), r: of(z), z: of(z), g: of(z), q: of(0), p: of(0), Ap: of(0), Jp: of(0) },
  };
  const none = new Float64Array(0);
  const memory = { problem: { count: 0, p: none, begin: none, way: none } };
  const contacts = { memory, bodies: [live], kernels: typescriptKernels };
  return { live, contacts: contacts as unknown as Contacts };
}

const ALONE = { members: Int32Array.of(0), start: Int32Array.of(0, 1) } as unknown as Grouping;

test.each([0, 3])('a step of %d goes where it should, also when it is nothing at all', (z) => {
  for (const fresh of [true, false]) {
    const { live, contacts } = oneBody(z);
    advance(contacts, ALONE, 0, z * z, fresh);
    expect(live.u[0]).toBe(2 + z);
    expect(live.r[0]).toBe(0);
  }
});
