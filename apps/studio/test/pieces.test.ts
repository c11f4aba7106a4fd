import { createWorld } from 'pliant';
import { expect, test } from 'vitest';
import type { Reply } from '../src/protocol.ts';
import { createRun } from '../src/worker/run.ts';

test('the page hears of pieces that come off, and of their going when the scene begins anew', () => {
  const replies: Reply[] = [];
  const run = createRun(
    () =>
      createWorld({
        format: 'pliant/1',
        name: 'knife',
        bodies: [
          {
            name: 'block',
            shape: { type: 'box', size: [0.2, 0.1, 0.1] },
            material: { young: 20000 },
            model: { type: 'octree', cell: 0.025, levels: 1, coarseness: 1 },
          },
        ],
      }),
    (reply) => replies.push(reply),
  );
  const bodies = () =>
    replies.splice(0).flatMap((reply) => (reply.type === 'bodies' ? [reply] : []));
  const numbers = () =>
    run.world().bodies.reduce((sum, { positions }) => sum + 2 * positions.length, 0);
  const shown = () => replies.flatMap((r) => (r.type === 'frame' ? [r.frame.buffer] : []));
  run.handle({ type: 'step', count: 1 });
  expect(shown()[0].byteLength).toBe(4 * numbers());
  expect(bodies()).toEqual([]);
  run.handle({
    type: 'apply',
    action: {
      do: 'cut',
      body: 'block',
      blade: [
        [
          [0.02, 1, -1],
          [0.02, 1, 1],
        ],
        [
          [0.02, -1, -1],
          [0.02, -1, 1],
        ],
      ],
    },
  });
  run.handle({ type: 'step', count: 1 });
  // New buffers, for the surfaces there are now.
  expect(shown()[0].byteLength).toBe(4 * numbers());
  const [came] = bodies();
  expect(came.from).toBe(0);
  expect(came.bodies.map(({ name, origin }) => [name, origin])).toEqual([
    ['block', 0],
    ['block/1', 0],
  ]);
  run.handle({ type: 'reset', first: [] });
  const [gone] = bodies();
  expect(gone.bodies.map(({ name }) => name)).toEqual(['block']);
});
