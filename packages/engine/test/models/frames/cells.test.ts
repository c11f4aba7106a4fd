import { expect, test } from 'vitest';
import { createWorld, type WorldBody } from '../../../src/index.ts';

function bar(spin: [number, number, number] = [0, 0, 0]) {
  return createWorld({
    format: 'pliant/1',
    name: 'cells',
    gravity: [0, 0, 0],
    bodies: [
      {
        name: 'bar',
        shape: { type: 'box', size: [1, 0.25, 0.25] },
        position: [2, 0, 0],
        spin,
        material: { young: 1e6, damping: { stiffness: 0.01 } },
        model: { type: 'frames', frames: [1, 3, 7] },
        attachments: [],
      },
    ],
  });
}

/** Volume and centre of all cells together. */
function whole({ cells }: WorldBody) {
  const { count, poses } = cells!;
  let volume = 0;
  const centre = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [a, b, c, x, d, e, f, y, g, h, k, z] = poses.subarray(12 * i, 12 * i + 12);
    const own = a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g);
    volume += own;
    [x, y, z].forEach((at, r) => {
      centre[r] += own * at;
    });
  }
  return { volume, centre: centre.map((sum) => sum / volume) };
}

test('cells fill the body, where it is', () => {
  const [body] = bar().bodies;
  body.drawCells();
  const { volume, centre } = whole(body);
  expect(body.cells?.shape).toBe('box');
  expect(volume).toBeGreaterThan(0.95 * 0.0625);
  expect(volume).toBeLessThan(1.15 * 0.0625);
  expect(Math.abs(centre[0] - 2)).toBeLessThan(1e-2);
  expect(Math.max(...body.cells!.values)).toBeLessThan(1e-6);
});

test('cells turn with a body and keep their volume; none is strained much', () => {
  const w = bar([0, 0, 3]);
  w.bodies[0].drawCells();
  const before = whole(w.bodies[0]).volume;
  w.step(30);
  w.bodies[0].drawCells();
  const { volume } = whole(w.bodies[0]);
  expect(Math.abs(volume / before - 1)).toBeLessThan(0.03);
  expect(Math.max(...w.bodies[0].cells!.values)).toBeLessThan(0.2);
});

test('cells have one key an integration point, and fewer when points merge', () => {
  const w = bar();
  const [body] = w.bodies;
  const keys = (): number => {
    body.drawCells();
    return new Set(body.cells!.keys).size;
  };
  w.step();
  const merged = keys();
  expect(merged).toBe(body.levels.activePoints);
  w.apply({ do: 'tune', body: 'bar', adaptive: false });
  w.step();
  expect(keys()).toBe(body.levels.totalPoints);
  expect(keys()).toBeGreaterThan(merged);
});

test('looking at cells leaves the state as it is', () => {
  const w = bar([1, 2, 3]);
  w.step(3);
  const hash = w.hash();
  w.bodies[0].drawCells();
  expect(w.hash()).toBe(hash);
});
