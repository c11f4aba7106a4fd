import { describe, expect, it } from 'vitest';
import {
  createRandom,
  createWorld,
  InputError,
  type ObstacleInput,
  type SceneInput,
  type World,
} from '../../src/index.ts';
import { effort } from '../effort.ts';
import { cube, difference, floor, norm, scene } from './helpers.ts';

const cache = new Map();
const make = (changes: Partial<SceneInput>): World => createWorld(scene(changes), { cache });

describe('events', () => {
  it('a landing is told once, with names, place, normal and impulse; so is the parting', () => {
    const w = make({ bodies: [cube({ position: [0, 0.13, 0] })], obstacles: [floor] });
    const told: string[] = [];
    w.on('contact', ({ a, b, point, normal, impulse }) => {
      told.push(`contact ${a} ${b}`);
      expect(normal[1]).toBeCloseTo(1, 6);
      expect(Math.abs(point[1])).toBeLessThan(0.02);
      expect(impulse).toBeGreaterThan(0);
    });
    w.on('separate', ({ a, b }) => told.push(`separate ${a} ${b}`));
    const hard: number[] = [];
    w.on('contact', ({ impulse }) => hard.push(impulse), { impulse: 1e6 });
    w.step(20);
    expect(told[0]).toBe('contact cube floor');
    w.body('cube').impulse([0, 30, 0]);
    w.step(10);
    expect(told.at(-1)).toBe('separate cube floor');
    expect(hard).toEqual([]);
  });

  it('rest and waking are told', () => {
    const w = make({ bodies: [cube({ position: [0, 0.1, 0] })], obstacles: [floor] });
    const told: string[] = [];
    w.on('rest', ({ body }) => told.push(`rest ${body}`));
    const stop = w.on('wake', ({ body }) => told.push(`wake ${body}`));
    for (let s = 0; s < 300 && told.length === 0; s++) w.step();
    w.body('cube').wake();
    w.step();
    expect(told).toEqual(['rest cube', 'wake cube']);
    stop();
    expect(() => w.on('dance' as never, () => {})).toThrow(InputError);
  });

  it('a sensor tells who comes and goes, and pushes nothing', () => {
    const gate = {
      name: 'gate',
      shape: { type: 'box' as const, size: [1, 0.3, 1] as [number, number, number] },
      position: [0, 1, 0] as [number, number, number],
      sensor: true,
    };
    const run = (obstacles: SceneInput['obstacles']): [World, string[]] => {
      const w = make({ bodies: [cube({ position: [0, 1.5, 0] })], obstacles });
      const told: string[] = [];
      w.on('sensor', ({ sensor, other, inside }) =>
        told.push(`${other} ${inside ? 'in' : 'out of'} ${sensor}`),
      );
      w.step(40);
      return [w, told];
    };
    const [w, told] = run([gate]);
    expect(told).toEqual(['cube in gate', 'cube out of gate']);
    expect(w.totals().momentum).toEqual(run([])[0].totals().momentum);
  });
});

it('groups say who touches whom; names that nothing has are refused', () => {
  const bodies = [
    cube({ position: [0, 0.3, 0], groups: ['ghost'], touches: ['ground'] }),
    cube({ name: 'other', position: [0, 0.6, 0], groups: ['solid'] }),
  ];
  const w = make({
    bodies,
    obstacles: [
      { ...floor, groups: ['ground'] },
      {
        ...floor,
        name: 'shelf',
        shape: { type: 'box', size: [1, 0.1, 1] },
        position: [0, 0.12, 0],
        groups: ['wall'],
      },
    ],
  });
  w.step(60);
  // The ghost goes through the shelf and through the other, down to the floor.
  expect(w.body('cube').motion().centre[1]).toBeLessThan(0.12);
  expect(w.body('other').motion().centre[1]).toBeGreaterThan(0.24);
  const names = Array.from({ length: w.contacts.count }, (_, i) => w.contacts.names(i).join(' '));
  expect(new Set(names)).toEqual(new Set(['cube floor', 'other shelf']));
  expect(() => make({ bodies: [cube({ touches: ['nobody'] })] })).toThrow(
    'must be the name of a group, got "nobody"',
  );
});

it('groups stay known when their last member is gone, and may be named before the first comes', () => {
  const foe = cube({ name: 'foe', position: [1, 1, 0], groups: ['foes'] });
  const hero = cube({ position: [0, 1, 0], groups: ['heroes'], touches: ['foes', 'coins'] });
  const w = make({ groups: ['coins'], bodies: [hero, foe] });
  w.body('foe').remove();
  const coin = {
    name: 'coin',
    shape: { type: 'sphere' as const, radius: 0.1 },
    groups: ['coins'],
  } satisfies ObstacleInput;
  w.apply({ do: 'add', obstacle: { ...coin, position: [0, 0.85, 0] } });
  w.step(2);
  expect(w.contacts.names(0)).toEqual(['cube', 'coin']);
  const saved = w.snapshot();
  const again = make({ groups: ['coins'], bodies: [hero, foe] });
  again.restore(saved);
  expect(again.hash()).toBe(w.hash());
  expect(w.raycast([0, 5, 0], [0, -1, 0], { groups: ['foes'] })).toBe(null);
  expect(() => w.raycast([0, 5, 0], [0, -1, 0], { groups: ['foe'] })).toThrow(
    'there is no group "foe". Did you mean "foes"?',
  );
});

it('a scene goes on changing after the joint of an event is gone', () => {
  const joint = { name: 'j', type: 'hinge', a: { body: 'cube', point: [0, 0.1, 0] } } as const;
  const events = [{ at: 9, do: 'motor', joint: 'j', speed: 1 }] as const;
  for (const remove of ['joint', 'body'] as const) {
    const w = make({
      bodies: [cube(), cube({ name: 'other', position: [1, 0, 0] })],
      joints: [joint],
      events: [...events],
    });
    w.apply(remove === 'joint' ? { do: 'remove', joint: 'j' } : { do: 'remove', body: 'cube' });
    w.apply({ do: 'add', joint: { ...joint, name: 'k', a: { ...joint.a, body: 'other' } } });
    expect(w.scene.events).toEqual([]);
  }
});

describe('queries', () => {
  const w = make({
    bodies: [
      cube({ position: [0, 0.12, 0] }),
      cube({ name: 'other', position: [0.35, 0.15, 0.1], rotation: [20, 30, 0] }),
    ],
    obstacles: [
      floor,
      { name: 'ball', shape: { type: 'sphere', radius: 0.1 }, position: [-0.4, 0.2, 0] },
    ],
  });
  w.step(12);
  for (const body of w.bodies) body.draw();

  /** All triangles, one by one. */
  const brute = (o: readonly number[], d: readonly number[]): number => {
    let best = Number.POSITIVE_INFINITY;
    for (const { positions: x, surface } of w.bodies) {
      for (let t = 0; t < surface.triangles.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => {
          const i = 3 * surface.triangles[t + k];
          return [x[i], x[i + 1], x[i + 2]];
        });
        const cross = (p: number[], q: number[]) => [
          p[1] * q[2] - p[2] * q[1],
          p[2] * q[0] - p[0] * q[2],
          p[0] * q[1] - p[1] * q[0],
        ];
        const dot = (p: readonly number[], q: readonly number[]) =>
          p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
        const [e, f] = [difference(b, a), difference(c, a)];
        const h = cross([...d], f);
        const det = dot(e, h);
        if (Math.abs(det) < 1e-15) continue;
        const s = difference(o, a);
        const u = dot(s, h) / det;
        const q = cross(s, e);
        const v = dot(d, q) / det;
        const distance = dot(f, q) / det;
        if (u >= 0 && v >= 0 && u + v <= 1 && distance > 0) best = Math.min(best, distance);
      }
    }
    return best;
  };

  it('rays meet what the drawn triangles say', () => {
    const random = createRandom(3);
    let hits = 0;
    for (let i = 0; i < effort(400, 10_000); i++) {
      const o = [random.next() - 0.3, 0.02 + 0.5 * random.next(), random.next() - 0.5] as const;
      const raw = [random.next() - 0.5, random.next() - 0.5, random.next() - 0.5];
      const d = raw.map((c) => c / norm(raw)) as unknown as readonly [number, number, number];
      const hit = w.raycast(o, d, { filter: (_name, kind) => kind === 'body' });
      const expected = brute(o, d);
      if (hit === null) expect(expected).toBe(Number.POSITIVE_INFINITY);
      else {
        hits++;
        expect(hit.distance).toBeCloseTo(expected, 9);
        expect(hit.barycentric.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
      }
    }
    expect(hits).toBeGreaterThan(30);
  });

  it('obstacles are met, the nearest place is found, shapes overlap', () => {
    const hit = w.raycast([-0.4, 2, 0], [0, -3, 0])!;
    expect(hit.name).toBe('ball');
    expect(hit.distance).toBeCloseTo(1.7, 6);
    expect(hit.normal[1]).toBeCloseTo(1, 4);
    expect(w.raycastAll([-0.4, 2, 0], [0, -1, 0]).map((h) => h.name)).toEqual(['ball', 'floor']);
    const near = w.closest([0, 0.6, 0])!;
    expect([near.name, near.kind]).toEqual(['cube', 'body']);
    expect(w.overlap({ type: 'sphere', radius: 0.05, position: [0, 0.12, 0] })).toEqual(['cube']);
    expect(w.overlap({ type: 'sphere', radius: 0.15, position: [-0.55, 0.1, 0] }).sort()).toEqual([
      'ball',
      'floor',
    ]);
    expect(() => w.raycast([0, 0, 0], [0, 0, 0])).toThrow(InputError);
  });
});

describe('obstacles that move', () => {
  const paddle = { name: 'paddle', shape: { type: 'box', size: [0.2, 0.2, 0.2] } } as const;
  const ride = [
    { time: 0, position: [5, 0, 0] },
    { time: 1, position: [6, 0, 0] },
  ] as const;

  it('stand where they are now, before the first step and after steps in parts', () => {
    const w = make({
      dt: 0.1,
      solver: { substeps: 3 },
      obstacles: [{ ...paddle, keyframes: [...ride] }],
    });
    expect(w.obstacle('paddle').pose[3]).toBe(5);
    w.step();
    expect(w.obstacle('paddle').pose[3]).toBeCloseTo(5.1, 12);
    expect(w.raycast([9, 0, 0], [-1, 0, 0])?.point[0]).toBeCloseTo(5.2, 6);
    expect(w.overlap({ type: 'sphere', radius: 0.01, position: [5.195, 0, 0] })).toEqual([
      'paddle',
    ]);
  });

  it('are drawn between the last two states', () => {
    const w = make({ dt: 0.1, obstacles: [paddle] });
    w.obstacle('paddle').moveTo({ position: [1, 0, 0], rotation: [0, 90, 0] });
    w.advance(0.125);
    // What is told for the next step does not change the picture of this one.
    w.obstacle('paddle').moveTo({ position: [9, 0, 0] });
    const pose = w.obstacle('paddle').poseAt(w.alpha);
    expect(pose[3]).toBeCloseTo(0.25, 9);
    expect(pose[0]).toBeCloseTo(Math.cos(Math.PI / 8), 9);
    expect(w.obstacle('paddle').poseAt(1)).toEqual(w.obstacle('paddle').pose);
    expect(() => w.obstacle('paddle').poseAt(2)).toThrow('alpha: must be a number from 0 to 1');
  });
});

describe('time', () => {
  it('frames of any length make the same steps; too many are dropped', () => {
    const w = make({ bodies: [cube({ position: [0, 3, 0] })] });
    for (let i = 0; i < 144; i++) w.advance(1 / 144);
    expect(w.steps).toBe(60);
    expect(w.advance(10, { maxSteps: 3 })).toBe(3);
    expect(w.alpha).toBe(0);
    expect(() => w.advance(-1)).toThrow(InputError);
    expect(() => w.advance(Number.NaN)).toThrow(InputError);
  });

  it('a picture between two states is off by less than 5 % of the step’s move', () => {
    const flying = {
      gravity: [0, 0, 0] as [number, number, number],
      bodies: [cube({ velocity: [2, 0, 0], spin: [0, 0, 3] })],
    };
    const w = make(flying);
    const fine = make({ ...flying, dt: 1 / 240 });
    w.advance(10 / 60 + 1e-6, { maxSteps: 20 });
    w.advance(1 / 240);
    expect(w.alpha).toBeCloseTo(0.25, 3);
    const draw = (alpha: number): number[] => {
      w.bodies[0].draw({ alpha });
      return [...w.bodies[0].positions];
    };
    const [a, b, between] = [draw(0), draw(1), draw(0.25)];
    // The exact state in between, by steps a quarter as long.
    fine.step(9 * 4 + 1);
    fine.bodies[0].draw();
    const most = (x: readonly number[], y: ArrayLike<number>) =>
      Math.max(...x.map((c, i) => Math.abs(c - y[i])));
    expect(most(between, fine.bodies[0].positions)).toBeLessThan(0.05 * most(a, b));
  });
});
