import { expect, test } from 'vitest';
import { type BuildOptions, InputError } from '../../src/index.ts';
import { BODIES } from './every-model.ts';
import { cube, floor, world } from './helpers.ts';

const bodies = (kind: string) => [cube({ ...BODIES[kind], name: kind })];

test.each(['quadratic', 'frames', 'octree', 'tets', 'layers, rigid'])(
  'whoever looks on while a %s body is built can end it, and nothing is kept of it',
  (kind) => {
    const cache: BuildOptions['cache'] = new Map();
    const seen = new Set<string>();
    let left = 5;
    const watch = (stage: string): void => {
      seen.add(stage);
      if (--left === 0) throw new Error('enough');
    };
    expect(() => world({ bodies: bodies(kind) }, { cache, watch })).toThrow('enough');
    expect(cache.size).toBe(0);
    expect(seen.size).toBeGreaterThan(0);
  },
);

test('building that takes too long is refused with place and remedy', () => {
  const build = () => world({ bodies: bodies('frames') }, { maxBuild: 1e-6 });
  expect(build).toThrow(InputError);
  expect(build).toThrow(/^bodies\[0\]: building took more than .* s, and was at .*--max-build/);
});

test('a world that would take too much memory is refused before it takes any', () => {
  const make = (maxMemory: number) =>
    world({ bodies: bodies('rigid'), obstacles: [floor] }, { maxMemory });
  expect(() => make(0.1)).toThrow(/^bodies: the world needs \d+ MB; 0.1 are allowed/);
  const small = make(64);
  const body = cube({ name: 'fine', model: { type: 'solid', cell: 0.02 }, position: [1, 0, 0] });
  expect(() => small.apply({ do: 'add', body })).toThrow(/the world needs/);
  expect(small.bodies.length).toBe(1);
  small.step();
});
