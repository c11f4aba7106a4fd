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
