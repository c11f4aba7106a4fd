import { type Action, buildScene, createWorld, parseScene, type World } from 'pliant';
import { expect, it } from 'vitest';
import { writeRun } from '../src/share/run-files.ts';
import { createTimeline } from '../src/worker/timeline.ts';

/** A jelly cube over a floor: a step takes a fraction of a millisecond. */
const built = buildScene(
  parseScene({
    format: 'pliant/1',
    name: 'cube',
    bodies: [
      {
        name: 'cube',
        shape: { type: 'box', size: [0.2, 0.2, 0.2] },
        position: [0, 0.12, 0],
        material: { young: 1e4 },
        model: { type: 'solid', cell: 0.1, elements: 'linear' },
      },
    ],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  }),
);
const create = (): World => createWorld(built);

const drag: Action = { do: 'drag', id: 'hand', body: 'cube', point: [0, 0.1, 0], to: [0, 0.5, 0] };
const deeds: Record<number, Action> = {
  10: drag,
  20: { do: 'move', id: 'hand', to: [0.2, 0.4, 0] },
  35: { do: 'drop', id: 'hand' },
  50: { do: 'material', body: 'cube', young: 3e4 },
};

function run(steps: number, options = {}) {
  const world = create();
  const timeline = createTimeline(world, options);
  const hashes: string[] = [];
  for (let s = 0; s < steps; s++) {
    if (deeds[s]) timeline.act(deeds[s]);
    hashes.push(world.hash());
    timeline.step();
  }
  return { world, timeline, hashes };
}

it('shows any step again, to the last bit, with all that was done', () => {
  const { world, timeline, hashes } = run(90, { steps: 16, wait: 1e9 });
  const end = world.hash();
  for (const step of [70, 3, 47, 36, 89, 0, 15, 16, 17]) {
    timeline.seek(step);
    expect(world.steps).toBe(step);
    // What was done at a step is done when time goes on from there.
    if (deeds[step] === undefined) expect(world.hash()).toBe(hashes[step]);
  }
  timeline.seek(1000);
  expect(world.steps).toBe(90);
  expect(world.hash()).toBe(end);
});

it('plays what was recorded, until something else is done', () => {
  const { world, timeline, hashes } = run(90, { steps: 16, wait: 1e9 });
  timeline.seek(5);
  while (world.steps < 89) timeline.step();
  expect(world.hash()).toBe(hashes[89]);
  expect(timeline.last).toBe(90);
  timeline.seek(25);
  expect(timeline.isHeld).toBe(true);
  timeline.act({ do: 'gravity', value: [0, 0, 0] });
  expect([timeline.last, timeline.isHeld]).toEqual([25, false]);
  for (let k = 0; k < 30; k++) timeline.step();
  const other = world.hash();
  timeline.seek(24);
  expect(world.hash()).toBe(hashes[24]);
  timeline.seek(55);
  expect(world.hash()).toBe(other);
});

it('keeps the last seconds in little room, and the start', () => {
  const { world, timeline } = run(200, { steps: 4, wait: 1e9, seconds: 1, bytes: 3e4 });
  expect(timeline.first).toBeGreaterThanOrEqual(140);
  expect(timeline.first).toBeLessThan(200);
  timeline.seek(0);
  expect(world.steps).toBe(0);
  expect(world.hash()).toBe(create().hash());
});

it('a recorded run is written frame by frame, to the bit, and the state is as before', async () => {
  const world = create();
  const timeline = createTimeline(world);
  const seen: Float32Array[] = [];
  for (let s = 0; s <= 8; s++) {
    if (s > 0) timeline.step();
    world.bodies[0].draw();
    if (s % 2 === 0) seen.push(world.bodies[0].positions.slice());
  }
  const before = world.hash();
  const pc2 = await writeRun(world, timeline, 'pc2');
  expect(world.hash()).toBe(before);
  expect(new Float32Array(pc2.slice(32).buffer)).toEqual(
    Float32Array.from(seen.flatMap((frame) => [...frame])),
  );
  expect((await writeRun(world, timeline, 'mdd')).length).toBe(
    8 + 4 * seen.length + 4 * seen.length * seen[0].length,
  );
  expect(new TextDecoder().decode(await writeRun(world, timeline, 'usda'))).toMatch(/timeSamples/);
});
