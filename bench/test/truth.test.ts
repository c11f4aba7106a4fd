import { expect, test } from 'vitest';
import { FAMILIES } from '../src/truth/families.ts';
import { idOf, runEntry } from '../src/truth/run.ts';

/** The fast part of the accuracy tables that holds today, each against its own limit. What misses is in docs/accuracy.md. */
const HOLDS = ['beams/10:1, ν 0.3/tets finest @1/60'];

const entries = new Map(FAMILIES.flatMap((family) => family.entries()).map((e) => [idOf(e), e]));

test.each(HOLDS)('%s is within its limit', (id) => {
  const entry = entries.get(id);
  expect(entry, 'an entry of the truth suite').toBeDefined();
  expect(entry!.limit, 'something is promised').not.toBeNull();
  const row = runEntry(entry!);
  expect(row, `${(100 * row.error).toFixed(2)} % against ${100 * entry!.limit!} %`).toMatchObject({
    ok: true,
  });
});
