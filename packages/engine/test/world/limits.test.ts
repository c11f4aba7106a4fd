import { expect, test } from 'vitest';
import { type BuildOptions, InputError } from '../../src/index.ts';
import { BODIES } from './every-model.ts';
import { cube, floor, world } from './helpers.ts';

const bodies = (kind: string) => [cube({ ...BODIES[kind] })];

test.each(['quadratic', 'frames', 'octree', 'tets', 'layers, rigid'])(
  'whoever looks on while a %s body is built can end it, and nothing is kept of it',
  (kind) => {
    const cache: BuildOptions['cache'] = new Map();
    const seen = new Set<string>();
    let left = 2;
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
  let said = '';
  try {
    make(0.1);
  } catch (error) {
    said = (error as InputError).message;
  }
  const needed = Number(/^bodies: the world needs (\d+) MB; 0.1 are allowed/.exec(said)?.[1]);
  const small = make(needed);
  const body = cube({ name: 'more', position: [1, 0, 0] });
  expect(() => small.apply({ do: 'add', body })).toThrow(/the world needs/);
  expect(small.bodies.length).toBe(1);
  small.step();
});
