import { expect, test } from 'vitest';
import { FAMILIES } from '../src/truth/families.ts';
import { idOf, runEntry } from '../src/truth/run.ts';

/** The fast part of the accuracy tables that holds today, each against its own limit. What misses is in docs/accuracy.md. */
const HOLDS = [
  ...[2.5, 5, 10].flatMap((ratio) =>
    [0, 0.3, 0.45, 0.49].map((nu) => `beams/${ratio}:1, ν ${nu}/solid @1/60`),
  ),
  'beams/20:1, ν 0.3/solid @1/60',
  'beams/5:1, ν 0.3/tets finest @1/60',
  'beams/10:1, ν 0.3/tets finest @1/60',
  'beams/5:1, ν 0.3/rigid + hex @1/60',
  'torsion/5:1, ν 0.3, 10°/tets finest @1/60',
  'tumbling/near the axis of largest inertia/rigid @1/60',
  'tumbling/near the middle axis/rigid @1/60',
  ...['sphere', 'cylinder', 'box'].flatMap((thing) =>
    [1, 3, 10, 20].flatMap((angle) =>
      (angle === 10 ? [30, 60, 240] : [60]).map(
        (rate) => `rolling/${thing} on ${angle}°/rigid @1/${rate}`,
      ),
    ),
  ),
  ...[3, 10, 20].map((angle) => `rolling/box on ${angle}°/solid @1/60`),
  'sliding/box on 30°, friction 0.3/rigid @1/60',
  'sliding/box on 30°, friction 0.3/solid @1/60',
  'floor/weight on both/rigid @1/60',
  'floor/share of the far one/rigid @1/60',
  'floor/weight on both/solid @1/60',
  'floor/share of the far one/solid @1/60',
  'heavy/100:1/rigid @1/60',
];

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
