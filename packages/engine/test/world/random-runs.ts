import { expect } from 'vitest';
import {
  type Action,
  createRandom,
  createWorld,
  InputError,
  type Random,
  recordWorld,
  replay,
  type World,
} from '../../src/index.ts';
import { BODIES } from './every-model.ts';
import { cube, floor, scene } from './helpers.ts';

const cache = new Map();

const vec = (random: Random, size: number): [number, number, number] => [
  size * (random.next() - 0.5),
  size * (random.next() - 0.5),
  size * (random.next() - 0.5),
];

/** A blade along z through a place, moved past it. */
function blade(
  [x, y]: readonly number[],
  [along, up]: readonly number[],
): [[number, number, number], [number, number, number]][] {
  return [-1, 1].map((t) => {
    const edge = (z: number): [number, number, number] => [x + t * along, y + 0.3 + t * up, z];
    return [edge(-1), edge(1)];
  });
}

/** A random thing that a game might do; some of it cannot be, and is refused. */
function randomAction(random: Random, i: number): Action {
  const body = 'cube';
  const deeds: (() => Action)[] = [
    () => ({ do: 'impulse', body, impulse: vec(random, 4) }),
    () => ({ do: 'impulse', body, impulse: vec(random, 2), point: vec(random, 0.2) }),
    () => ({ do: 'torque', body, torque: vec(random, 0.1) }),
    () => ({ do: 'velocity', body, velocity: vec(random, 2) }),
    () => ({ do: 'spin', body, spin: vec(random, 4) }),
    () => ({
      do: 'place',
      body,
      position: [0, 0.3 + random.next(), 0],
      rotation: vec(random, 360),
    }),
    () => ({ do: 'material', body, friction: random.next(), restitution: 0.3 * random.next() }),
    () => ({ do: 'material', body, damping: { mass: random.next() } }),
    () => ({ do: 'material', body, young: 3e4 + 1e5 * random.next() }),
    () => ({ do: 'pose', obstacle: 'arm', position: vec(random, 0.6), rotation: vec(random, 90) }),
    () => ({ do: 'pose', obstacle: 'arm', rotation: [0, random.next(), 0, 1], seconds: 0.2 }),
    () => ({ do: 'gravityScale', body, scale: 2 * random.next() }),
    () => ({ do: 'pause', body, paused: random.next() < 0.5 }),
    () => ({ do: 'wake', body }),
    () => ({ do: 'rest', body }),
    () => ({ do: 'wind', velocity: vec(random, 10), where: vec(random, 1), radius: 2 }),
    () => ({ do: 'wind' }),
    () => ({
      do: 'add',
      spring: {
        name: `s${i}`,
        a: { body, point: [0, 0, 0] },
        b: { point: [0, 1, 0] },
        stiffness: 100,
      },
    }),
    () => ({
      do: 'add',
      obstacle: { name: `o${i}`, shape: { type: 'sphere', radius: 0.1 }, position: vec(random, 1) },
    }),
    () => ({ do: 'remove', obstacle: 'arm' }),
    () => ({ do: 'add', obstacle: 'arm' }),
    () => ({ do: 'gravity', value: [0, -9.81 * random.next(), 0] }),
    () => ({ do: 'force', body, point: vec(random, 0.1), force: vec(random, 50), duration: 0.1 }),
    () => ({
      do: 'add',
      joint: {
        name: `j${i % 3}`,
        type: (['ball', 'hinge', 'slider', 'weld'] as const)[i % 4],
        a: { body, point: [0, 0.1, 0] },
        b: i % 2 === 0 ? {} : { obstacle: 'arm' },
        axis: [0, 0, 1],
        ...(i % 5 === 0 && { breakForce: 50 }),
      },
    }),
    () => ({ do: 'motor', joint: `j${i % 3}`, speed: random.next(), force: 5 }),
    () => ({ do: 'remove', joint: `j${i % 3}` }),
    () => ({ do: 'release', target: `j${i % 3}` }),
    () => ({ do: 'drag', id: 'hand', body, point: vec(random, 0.1), to: vec(random, 1) }),
    () => ({ do: 'move', id: 'hand', to: vec(random, 1) }),
    () => ({ do: 'drop', id: 'hand' }),
    () => ({
      do: 'add',
      body: cube({
        name: `b${i % 4}`,
        model: { type: 'rigid' },
        position: [random.next(), 1 + random.next(), 0],
        groups: [],
      }),
    }),
    () => ({ do: 'remove', body: `b${i % 4}` }),
    () => ({ do: 'cut', body, blade: blade(vec(random, 0.1), vec(random, 1)) }),
  ];
  return deeds[Math.floor(random.next() * deeds.length)]();
}

/** Done, snapshotted in between, restored into a fresh world, replayed: always the same bits. */
export function checkRandomRun(kind: string, seed: number, rounds: number): void {
  const random = createRandom(seed);
  const input = scene({
    bodies: [
      cube({
        ...BODIES[kind],
        position: [0, 0.3, 0],
        material: { young: 5e4, poisson: 0.3, density: 1000, damping: { air: 2 } },
      }),
    ],
    obstacles: [
      floor,
      { name: 'arm', shape: { type: 'box', size: [0.3, 0.1, 0.1] }, position: [0.5, 0.2, 0] },
    ],
  });
  const { world, recording } = recordWorld(createWorld(input, { cache }));
  let bytes: Uint8Array | null = null;
  let hash = '';
  for (let i = 0; i < rounds; i++) {
    try {
      world.apply(randomAction(random, i));
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
    }
    world.step(1 + Math.floor(3 * random.next()));
    if (i === rounds >> 1) {
      bytes = world.snapshot();
      hash = world.hash();
    }
  }
  const again = createWorld(input, { cache });
  replay(again, JSON.parse(JSON.stringify(recording)));
  expect(again.hash(), `${kind} ${seed} replay`).toBe(world.hash());
  const second = createWorld(input, { cache });
  second.restore(bytes!);
  expect(second.hash(), `${kind} ${seed} restore`).toBe(hash);
  const steps = (w: World, from: number): void => {
    const rest = recording.entries.filter((e) => e.step >= from);
    let next = 0;
    while (w.steps < recording.steps) {
      while (next < rest.length && rest[next].step <= w.steps) w.apply(rest[next++].action);
      w.step();
    }
  };
  const from = second.steps;
  steps(second, from);
  expect(second.hash(), `${kind} ${seed} resumed`).toBe(world.hash());
  // The world that went on goes back, and on again.
  world.restore(bytes!);
  expect(world.hash(), `${kind} ${seed} back`).toBe(hash);
}
