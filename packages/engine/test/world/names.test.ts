import { expect, it } from 'vitest';
import { createWorld, InputError, parseScene, recordWorld, replay } from '../../src/index.ts';
import { cube, floor, scene } from './helpers.ts';

const NASTY = [
  'a b',
  'a.b',
  'a/b',
  'Käse',
  '立方体 №1',
  '🧊',
  '"quoted", too',
  "it's",
  '<b>&amp;',
  '../../etc',
  'C:\\x',
  '#{x}`',
  '%00',
  'constructor',
  '__proto__',
  'x'.repeat(64),
];
const cache = new Map();
const REFUSED = ['', ' a', 'a ', 'a\nb', 'a\u0000', 'a/1', 'x'.repeat(65), '\ud800'];

it.each(NASTY)('a thing may be called %j', (name) => {
  const held = {
    name,
    region: { type: 'box', size: [0.3, 0.05, 0.3], position: [0, 0.1, 0] } as const,
    bone: `${name}.${name}`,
  };
  const input = scene({
    bodies: [
      cube({
        name,
        model: { type: 'solid', cell: 0.1, mesh: 'grid' },
        attachments: [held],
        probes: { tip: [0, 0, 0] },
      }),
      cube({ name: 'other', model: { type: 'rigid' }, position: [1, 1, 0] }),
    ],
    obstacles: [floor, { ...floor, name }],
    skeletons: [{ name, bones: [{ name, joint: [0, 0, 0] }] }],
    springs: [
      { name, a: { body: name, point: [0, 0, 0] }, b: { point: [0, 1, 0] }, stiffness: 10 },
    ],
  });
  const { world, recording } = recordWorld(createWorld(input, { cache }));
  world.body(name).impulse([0.1, 0, 0]);
  world.bone(`${name}.${name}`).moveTo({ position: [0, 0.1, 0] });
  world.obstacle(name).moveTo({ position: [0, -1, 0] });
  world.apply({ do: 'wind', name, velocity: [1, 0, 0] });
  world.step(2);
  const bytes = world.snapshot();
  world.apply({ do: 'release', target: `${name}.${name}` });
  world.apply({ do: 'release', target: name });
  world.step(2);
  const again = createWorld(input, { cache });
  replay(again, JSON.parse(JSON.stringify(recording)));
  expect(again.hash()).toBe(world.hash());
  world.restore(bytes);
  expect(world.attachment(`${name}.${name}`).held).toBe(true);
});

it.each(REFUSED)('nothing may be called %j', (name) => {
  expect(() => parseScene(scene({ bodies: [cube({ name })] }))).toThrow(InputError);
});

it('names with dots that read the same are refused', () => {
  const region = { type: 'sphere', radius: 0.1 } as const;
  const bodies = [
    cube({ name: 'a.b', attachments: [{ name: 'c', region }] }),
    cube({ name: 'a', attachments: [{ name: 'b.c', region }] }),
  ];
  expect(() => parseScene(scene({ bodies }))).toThrow('must be a name of its own, got "a.b.c"');
});
