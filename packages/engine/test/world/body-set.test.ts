import { describe, expect, it } from 'vitest';
import { type BodyInput, recordWorld, replay, type WorldOptions } from '../../src/index.ts';
import { cube, floor, world } from './helpers.ts';

const soft = { young: 5e4, poisson: 0.3, density: 1000 };
const far = { position: [50, 5, 0] as [number, number, number] };

/** Equal bodies are built once. */
const cache: NonNullable<WorldOptions['cache']> = new Map();

/** One body of each model, small and quick to build. */
const MODELS: BodyInput[] = [
  cube(),
  cube({ model: { type: 'rigid' } }),
  cube({ model: { type: 'frames', frames: 6 } }),
  cube({ model: { type: 'octree' }, material: { young: 5e4, density: 1000 } }),
  cube({ model: { type: 'tets', cell: 0.1, levels: 1 } }),
  cube({
    model: { type: 'layers', layers: [{ kind: 'rigid', name: 'whole' }] } as BodyInput['model'],
    material: soft,
  }),
];

describe('bodies that come and go in a running world', () => {
  it.each(MODELS.map((body) => [body.model?.type, body] as const))(
    'a %s body goes on bit for bit while others do',
    (_, body) => {
      const bodies = [
        {
          ...body,
          position: [0, 0.25, 0] as [number, number, number],
          spin: [0, 0, 3] as [number, number, number],
        },
      ];
      const make = () => world({ bodies, obstacles: [floor] }, { cache });
      const alone = make();
      alone.step(30);
      const busy = make();
      busy.step(10);
      const face = busy.bodies[0];
      busy.apply({ do: 'add', body: cube({ name: 'other', ...far }) });
      expect(busy.bodies.map((b) => b.name)).toEqual(['cube', 'other']);
      busy.step(10);
      busy.apply({ do: 'remove', body: 'other' });
      busy.step(10);
      expect(busy.bodies[0]).toBe(face);
      expect(busy.hash()).toBe(alone.hash());
      face.draw();
      alone.bodies[0].draw();
      expect(face.positions).toEqual(alone.bodies[0].positions);
    },
  );

  it('drags, springs and released attachments go on; what concerned a removed body is dropped', () => {
    const make = () =>
      world({
        bodies: [
          cube({
            attachments: [
              { name: 'left', region: { type: 'box', size: [0.1, 1, 1], position: [-0.1, 0, 0] } },
              { name: 'right', region: { type: 'box', size: [0.1, 1, 1], position: [0.1, 0, 0] } },
            ],
          }),
          cube({ name: 'other', ...far }),
        ],
        springs: [
          {
            name: 'rope',
            a: { body: 'cube', point: [0, 0, 0.1] },
            b: { point: [0, 0, 1] },
            stiffness: 10,
          },
          {
            name: 'gone',
            a: { body: 'other', point: [0, 0, 0] },
            b: { point: [0, 0, 1] },
            stiffness: 10,
          },
        ],
        events: [
          { at: 0.4, do: 'force', body: 'other', point: [0, 0, 0], force: [1, 0, 0], duration: 1 },
          { at: 0.4, do: 'release', target: 'gone' },
          { at: 0.5, do: 'release', target: 'rope' },
        ],
      });
    const run = (busy: boolean): number[] => {
      const w = make();
      w.apply({ do: 'drag', id: 'hand', body: 'cube', point: [0, 0.1, 0], to: [0, 0.3, 0] });
      w.apply({ do: 'release', target: 'cube.right' });
      w.step(10);
      if (busy) w.apply({ do: 'remove', body: 'other' });
      w.step(10);
      w.apply({ do: 'move', id: 'hand', to: [0, 0.4, 0] });
      w.step(20);
      w.bodies[0].draw();
      return [...w.bodies[0].positions];
    };
    expect(run(true)).toEqual(run(false));
  });

  it('a stack whose lowest body is taken away falls; one that sleeps beside stays asleep', () => {
    const material = { young: 5e5, poisson: 0.3, density: 1000 };
    const w = world({
      bodies: [
        cube({ position: [0, 0.1, 0], material }),
        cube({ name: 'upper', position: [0, 0.3, 0], material, probes: { middle: [0, 0, 0] } }),
        cube({ name: 'beside', position: [2, 0.1, 0], material }),
      ],
      obstacles: [floor],
    });
    for (let s = 0; s < 400 && (s < 60 || w.report.rounds > 0); s++) w.step();
    expect(w.report.rounds).toBe(0);
    // What sleeps stands still, and does not keep the little speed it fell asleep with.
    expect(w.totals().speed).toBe(0);
    w.apply({ do: 'remove', body: 'cube' });
    w.step(15);
    expect(w.bodies[0].probe('middle')[1]).toBeLessThan(0.15);
    // It lands at 7.5 m/s, and would still bounce with the default damping.
    const soft = { young: 5e4, damping: { stiffness: 0.02 } };
    w.apply({ do: 'add', body: cube({ name: 'late', position: [4, 3, 0], material: soft }) });
    w.step(120);
    expect(w.bodies.map((b) => b.name)).toEqual(['upper', 'beside', 'late']);
    expect(w.totals().energy.potential).toBeCloseTo(3 * 8 * 9.81 * 0.099, 0);
  });

  it('a recording repeats it', () => {
    const make = () =>
      world({ bodies: [cube({ position: [0, 0.2, 0] })], obstacles: [floor] }, { cache });
    const { world: w, recording } = recordWorld(make());
    w.step(5);
    w.apply({ do: 'add', body: cube({ name: 'other', position: [0, 0.5, 0] }) });
    w.step(20);
    const again = make();
    replay(again, recording);
    expect(again.bodies.length).toBe(2);
    expect(again.hash()).toBe(w.hash());
  });

  it('refuses what a scene would refuse, and changes nothing', () => {
    const w = world({ bodies: [cube()] });
    const before = w.hash();
    expect(() => w.apply({ do: 'add', body: cube() })).toThrow(/cube/);
    expect(() => w.apply({ do: 'remove', body: 'nobody' })).toThrow(/no body "nobody"/);
    expect(w.hash()).toBe(before);
  });
});
