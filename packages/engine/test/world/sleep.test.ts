import { expect, it } from 'vitest';
import { createWorld } from '../../src/index.ts';
import { BODIES } from './every-model.ts';
import { cube, floor, scene } from './helpers.ts';

/** Half a second of rest, and time to get there. */
const LONGEST = 400;

it.each(Object.keys(BODIES))(
  'a cube of %s comes to rest on a floor and has no speed left',
  (kind) => {
    const body = cube({ ...BODIES[kind], position: [0, 0.15, 0] });
    const w = createWorld(scene({ bodies: [body], obstacles: [floor] }));
    let asleep = false;
    w.on('rest', () => {
      asleep = true;
    });
    for (let s = 0; s < LONGEST && !asleep; s++) w.step();
    expect(asleep).toBe(true);
    const { speed, energy } = w.totals();
    expect(speed).toBe(0);
    expect(energy.kinetic).toBe(0);
    // Nor does it move any more.
    w.bodies[0].draw();
    const before = w.bodies[0].positions.slice();
    w.step(20);
    w.bodies[0].draw();
    expect(w.bodies[0].positions).toEqual(before);
  },
);

/** Two cubes, one on the other, asleep. Far away a paddle waits, sways, or comes after a while. */
function pile(paddle: 'waits' | 'sways' | 'comes') {
  const soft = (name: string, y: number) => cube({ name, position: [0, y, 0] });
  const away: [number, number, number] = [5, 0.1, 0];
  const there: [number, number, number] = paddle === 'comes' ? [0.03, 0.1, 0] : [5, 1, 0];
  const keyframes = [
    { time: 4, position: away },
    { time: 8, position: there },
  ];
  return createWorld(
    scene({
      bodies: [soft('low', 0.101), soft('high', 0.302)],
      obstacles: [
        floor,
        {
          name: 'paddle',
          shape: { type: 'box', size: [0.1, 0.1, 0.1] },
          position: away,
          ...(paddle === 'waits' ? {} : { keyframes }),
        },
      ],
    }),
  );
}

it('a world asleep ends its steps early, and what it would have done is the same to the bit', () => {
  const still = pile('waits');
  const busy = pile('sways');
  for (const w of [still, busy]) w.step(300);
  for (const w of [still, busy]) expect(w.report.rounds).toBe(0);
  expect(still.report.contacts).toBe(busy.report.contacts);
  expect(still.report.contacts).toBeGreaterThan(0);
  expect(still.time).toBe(busy.time);
  for (const name of ['low', 'high']) {
    const [a, b] = [still, busy].map((w) => w.bodies.find((body) => body.name === name)!);
    expect(a.motion()).toEqual(b.motion());
  }
  // Woken in the same way, both go on alike.
  for (const w of [still, busy]) {
    w.apply({ do: 'impulse', body: 'high', impulse: [1, 0, 0] });
    w.step(30);
  }
  const [a, b] = [still, busy].map((w) => {
    w.bodies[0].draw();
    return w.bodies[0].positions.slice();
  });
  expect(still.report.rounds).toBeGreaterThan(0);
  expect(a).toEqual(b);
});

it('what begins to move wakes a world that was asleep', () => {
  const w = pile('comes');
  w.step(235);
  expect(w.report.rounds).toBe(0);
  const [x] = w.bodies[0].motion().centre;
  w.step(245);
  expect(w.report.rounds).toBeGreaterThan(0);
  expect(w.bodies[0].motion().centre[0]).toBeLessThan(x - 0.05);
});

it('a body that is put to rest wakes with what it is tied to, also through others, and goes on the same from a snapshot', () => {
  const names = ['a', 'b', 'c'];
  const spring = (a: string, b: string) => ({
    name: `${a}${b}`,
    a: { body: a, point: [0.05, 0, 0] as [number, number, number] },
    b: { body: b, point: [-0.05, 0, 0] as [number, number, number] },
    stiffness: 100,
  });
  const input = scene({
    bodies: names.map((name, i) => cube({ name, position: [0.3 * i, 1, 0] })),
    springs: [spring('b', 'c'), spring('a', 'b')],
  });
  const w = createWorld(input);
  w.step(3);
  for (const body of ['c', 'b']) w.apply({ do: 'rest', body });
  const kept = w.snapshot();
  w.step(5);
  for (const { resting } of w.bodies) expect(resting).toBe(false);
  const other = createWorld(input);
  other.restore(kept);
  other.step(5);
  expect(other.hash()).toBe(w.hash());
});
