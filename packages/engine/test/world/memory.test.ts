import { describe, expect, it } from 'vitest';
import { type BuildOptions, InputError, parseScene } from '../../src/index.ts';
import { createRoom } from '../../src/kernels/room.ts';
import { createCore } from '../../src/world/build/scene.ts';
import { faceOf } from '../../src/world/world.ts';
import { effort } from '../effort.ts';
import { BODIES } from './every-model.ts';
import { cube, floor, scene } from './helpers.ts';

/** Bodies that come and go. */
const COMING = effort(30, 200);

const cache: BuildOptions['cache'] = new Map();

/** A heap of four models on a floor, so that every part of the memory is used. */
function makeHeap() {
  const bodies = ['quadratic', 'lattice', 'frames', 'rigid'].map((kind, i) =>
    cube({ ...BODIES[kind], name: kind, position: [0.02 * i, 0.11 + 0.21 * i, 0.03 * i] }),
  );
  const core = createCore(parseScene(scene({ bodies, obstacles: [floor] })), { cache });
  return { core, world: faceOf(core) };
}

describe('the memory of worlds', () => {
  it('used memory makes no difference to the next world', () => {
    const first = makeHeap();
    first.world.step(20);
    const hash = first.world.hash();
    const { room, compliance } = first.core.housing;
    for (const { part } of first.core.bodies) part.fill(0xff);
    first.core.housing.contacts.fill(0xff);
    compliance.fill(0xff);
    first.world.dispose();
    const second = makeHeap();
    expect(second.core.kernels).toBe(room.kernels);
    expect(second.core.housing.compliance[100]).toBe(0xff);
    second.world.step(20);
    expect(second.world.hash()).toBe(hash);
  });

  it('a world that was disposed of says so', () => {
    const { world } = makeHeap();
    world.dispose();
    world.dispose();
    expect(() => world.step()).toThrow(InputError);
    expect(() => world.hash()).toThrow(/disposed of/);
    expect(() => world.snapshot()).toThrow(/disposed of/);
  });

  it('a world that a listener disposes of makes no further step', () => {
    const { world } = makeHeap();
    world.on('contact', () => world.dispose());
    world.step(100);
    const { steps } = world;
    expect(steps).toBeLessThan(100);
    const other = makeHeap().world;
    expect(() => world.advance(1)).toThrow(/disposed of/);
    expect([world.steps, other.steps]).toEqual([steps, 0]);
  });

  it(`${COMING} bodies that come and go stay in the same memory, and those that stand are not made again`, () => {
    const { core, world } = makeHeap();
    let { room } = core.housing;
    let [standing] = core.bodies;
    for (let i = 0; i < COMING; i++) {
      const body = cube({ ...BODIES.rigid, name: `body${i}`, position: [9, 5, 0] });
      world.apply({ do: 'add', body });
      if (i >= 5) world.apply({ do: 'remove', body: `body${i - 5}` });
      if (i < 6) {
        // The first ones make room.
        ({ room } = core.housing);
        [standing] = core.bodies;
      }
      expect(core.housing.room).toBe(room);
      expect(core.bodies[0]).toBe(standing);
    }
    // A room that grew is larger than what is in it, but what lies beyond its last part was never written to.
    const parts = [...core.bodies.map(({ part }) => part), core.housing.contacts];
    parts.push(core.housing.compliance);
    const used = parts.reduce((sum, { length }) => sum + length, 0);
    const ends = parts.map(({ byteOffset, length }) => byteOffset + length);
    expect(Math.max(...ends)).toBeLessThan(4 * used);
  });

  it('bodies move at most once when twenty come one after the other', () => {
    const body = (name: string) => cube({ ...BODIES.lattice, name, position: [9, 5, 0] });
    const core = createCore(parseScene(scene({ bodies: [body('first')] })), { cache });
    const world = faceOf(core);
    let moves = 0;
    for (let i = 0; i < 20; i++) {
      const [standing] = core.bodies;
      world.apply({ do: 'add', body: body(`body${i}`) });
      if (core.bodies[0] !== standing) moves++;
    }
    expect(moves).toBeLessThanOrEqual(1);
  });

  it('what fails to come in leaves the world and its memory as they were', () => {
    const { core, world } = makeHeap();
    const before = world.hash();
    const { room } = core.housing;
    const body = cube({ name: 'none', shape: { type: 'mesh', file: 'nowhere.obj' } });
    expect(() => world.apply({ do: 'add', body })).toThrow(InputError);
    expect(core.housing.room).toBe(room);
    expect(world.hash()).toBe(before);
  });
});

describe('a room', () => {
  it('hands out parts that do not overlap, zero-filled, and takes them back in any order', () => {
    const room = createRoom(4096, 'typescript');
    const parts = [100, 1000, 16, 500, 0, 2000].map((bytes) => room.take(bytes)!);
    parts.forEach((part, i) => void part.fill(i + 1));
    parts.forEach((part, i) => void expect(part.every((x) => x === i + 1)).toBe(true));
    expect(room.take(1000)).toBe(null);
    for (const i of [3, 0, 5, 4, 1, 2]) room.give(parts[i]);
    const whole = room.take(4096)!;
    expect(whole.every((x) => x === 0)).toBe(true);
    whole.fill(7);
    room.give(whole);
    expect(room.take(64, true)![63]).toBe(7);
  });
});
