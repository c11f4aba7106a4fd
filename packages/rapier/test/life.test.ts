import RAPIER from '@dimforge/rapier3d-compat';
import type { BodyInput } from 'pliant';
import { beforeAll, describe, expect, it } from 'vitest';
import { couple } from '../src/index.ts';
import { coupledRun } from './coupled-run.ts';
import { add, addFloor, cube, rigidWorld, softWorld } from './helpers.ts';

const { ColliderDesc, RigidBodyDesc } = RAPIER;

beforeAll(() => RAPIER.init());

const held: Partial<BodyInput> = {
  attachments: [
    { name: 'back', region: { type: 'box', size: [0.3, 0.3, 0.1], position: [0, 0, -0.12] } },
  ],
};

describe('fast throws', () => {
  it.each([
    ['ball', 20],
    ['box', 20],
    ['box', 60],
  ])('a %s at %d m/s does not get through a held pad', (kind, speed) => {
    const pad = cube({
      shape: { type: 'box', size: [0.6, 0.6, 0.2] },
      model: { type: 'solid', cell: 0.1, mesh: 'grid' },
      material: { young: 1e6, poisson: 0.3, density: 1000 },
      attachments: [
        { name: 'back', region: { type: 'box', size: [1, 1, 0.1], position: [0, 0, -0.1] } },
      ],
    });
    const soft = softWorld({ gravity: [0, 0, 0], bodies: [pad] });
    const rapier = rigidWorld(0);
    const shape = kind === 'ball' ? ColliderDesc.ball(0.08) : ColliderDesc.cuboid(0.07, 0.08, 0.06);
    const desc = RigidBodyDesc.dynamic()
      .setLinvel(0, 0, -speed)
      .setAngvel({ x: 1, y: 3, z: 2 })
      .setCanSleep(false);
    const body = add(rapier, [0.03, -0.05, 1], shape.setDensity(300), desc);
    const link = couple(soft, rapier);
    let fastest = 0;
    for (let s = 0; s < 40; s++) {
      link.step();
      expect(body.translation().z).toBeGreaterThan(-0.05);
      const { x, y, z } = body.linvel();
      fastest = Math.max(fastest, Math.sqrt(x * x + y * y + z * z));
    }
    expect(body.linvel().z).toBeGreaterThan(0);
    expect(fastest).toBeLessThan(1.0001 * speed);
  });
});

it('a kinematic body pushes a soft one along, and a lift carries it up', () => {
  const soft = softWorld({ gravity: [0, 0, 0], bodies: [cube()] });
  const rapier = rigidWorld(0);
  const byPlace = RigidBodyDesc.kinematicPositionBased();
  const pusher = add(rapier, [-0.25, 0, 0], ColliderDesc.cuboid(0.1, 0.1, 0.1), byPlace);
  const link = couple(soft, rapier);
  for (let s = 1; s <= 30; s++) {
    pusher.setNextKinematicTranslation({ x: -0.25 + 0.02 * s, y: 0, z: 0 });
    link.step();
  }
  // The pusher's face is at 0.45; the cube's near side is no deeper in it than a millimetre.
  expect(pusher.translation().x).toBeCloseTo(0.35, 5);
  expect(soft.bodies[0].probe('middle')[0]).toBeGreaterThan(0.54);

  const lifted = softWorld({ bodies: [cube({ position: [0, 0.1, 0] })] });
  const other = rigidWorld();
  const bySpeed = RigidBodyDesc.kinematicVelocityBased().setLinvel(0, 0.5, 0);
  add(other, [0, -0.1, 0], ColliderDesc.cuboid(0.5, 0.1, 0.5), bySpeed);
  const second = couple(lifted, other);
  for (let s = 0; s < 60; s++) second.step();
  expect(lifted.bodies[0].probe('bottom')[1]).toBeCloseTo(0.5, 2);
});

describe('while it runs', () => {
  it('Rapier bodies come and go: what lies on them falls, what is dropped lies', () => {
    const soft = softWorld({ bodies: [cube({ position: [0, 0.1, 0] })] });
    const rapier = rigidWorld();
    const floor = addFloor(rapier);
    const link = couple(soft, rapier);
    expect(link.near).toBe(0);
    for (let s = 0; s < 60; s++) link.step();
    const top = soft.bodies[0].probe('top')[1];
    const box = add(rapier, [0, 0.305, 0], ColliderDesc.cuboid(0.1, 0.1, 0.1).setDensity(2000));
    for (let s = 0; s < 60; s++) link.step();
    expect(link.near).toBe(1);
    expect(soft.bodies[0].probe('top')[1]).toBeLessThan(top - 0.004);
    expect(box.translation().y).toBeGreaterThan(0.28);
    rapier.removeRigidBody(box);
    for (let s = 0; s < 90; s++) link.step();
    expect(link.near).toBe(0);
    expect(soft.bodies[0].probe('top')[1]).toBeCloseTo(top, 3);
    rapier.removeRigidBody(floor);
    for (let s = 0; s < 30; s++) link.step();
    expect(soft.bodies[0].probe('bottom')[1]).toBeLessThan(-0.5);
  });

  it('soft bodies come and go, and more rigid ones are near than there was room for', () => {
    const soft = softWorld({ bodies: [cube({ position: [0, 0.1, 0] })] });
    const rapier = rigidWorld();
    addFloor(rapier);
    const balls = [-1, 0, 1].map((k) =>
      add(rapier, [0.07 * k, 0.24, 0], ColliderDesc.ball(0.03).setDensity(1000)),
    );
    const link = couple(soft, rapier, { room: 1 });
    for (let s = 0; s < 20; s++) link.step();
    expect(link.near).toBe(3);
    for (const ball of balls) expect(ball.translation().y).toBeGreaterThan(0.21);
    const first = soft.bodies[0];
    soft.apply({ do: 'add', body: cube({ name: 'second', position: [0.3, 0.15, 0] }) });
    for (let s = 0; s < 60; s++) link.step();
    expect(soft.bodies.map((b) => b.name)).toEqual(['cube', 'second']);
    expect(soft.bodies[0]).toBe(first);
    expect(soft.bodies[1].probe('bottom')[1]).toBeCloseTo(0, 3);
    for (const ball of balls) expect(ball.translation().y).toBeGreaterThan(0.21);
    soft.apply({ do: 'remove', body: 'cube' });
    for (let s = 0; s < 90; s++) link.step();
    expect(soft.bodies.map((b) => b.name)).toEqual(['second']);
    for (const ball of balls) expect(ball.translation().y).toBeLessThan(0.1);
  });

  it('a sleeping body wakes when a soft one runs into it, and soft ones when a rigid one does', () => {
    const soft = softWorld({ bodies: [cube({ position: [-0.5, 0.11, 0], velocity: [4, 0, 0] })] });
    const rapier = rigidWorld();
    addFloor(rapier);
    const box = add(rapier, [0, 0.1, 0], ColliderDesc.cuboid(0.1, 0.1, 0.1).setDensity(200));
    for (let s = 0; s < 200; s++) rapier.step();
    const link = couple(soft, rapier);
    link.step();
    expect(box.isSleeping()).toBe(true);
    const start = box.translation();
    let woke = false;
    for (let s = 0; s < 240; s++) {
      link.step();
      woke ||= !box.isSleeping();
    }
    expect(woke).toBe(true);
    const { x, z } = box.translation();
    expect(Math.abs(x - start.x) + Math.abs(z - start.z)).toBeGreaterThan(1e-3);
    // All lie still now; a ball dropped on the cube wakes it.
    expect(soft.report.rounds).toBe(0);
    const [cx, cy, cz] = soft.bodies[0].probe('middle');
    add(rapier, [cx, cy + 0.4, cz], ColliderDesc.ball(0.05).setDensity(3000));
    let rounds = 0;
    for (let s = 0; s < 30; s++) {
      link.step();
      rounds = Math.max(rounds, soft.report.rounds);
    }
    expect(rounds).toBeGreaterThan(0);
  });

  it('a link that is freed leaves both worlds to themselves', () => {
    const soft = softWorld({ bodies: [cube({ position: [0, 0.1, 0], ...held })] });
    const rapier = rigidWorld();
    const box = add(rapier, [0, 0.3, 0], ColliderDesc.cuboid(0.1, 0.1, 0.1));
    const link = couple(soft, rapier);
    for (let s = 0; s < 10; s++) link.step();
    expect(box.translation().y).toBeGreaterThan(0.25);
    expect(() => soft.snapshot()).toThrow(/guests/);
    link.free();
    const bytes = soft.snapshot();
    soft.step();
    for (let s = 0; s < 30; s++) rapier.step();
    expect(box.translation().y).toBeLessThan(0);
    soft.restore(bytes);
  });
});

it('a tower of four boxes stands on a soft block', () => {
  const soft = softWorld({
    bodies: [cube({ position: [0, 0.1, 0], material: { young: 4e5, poisson: 0.3, density: 500 } })],
  });
  const rapier = rigidWorld();
  addFloor(rapier);
  const tower = [0, 1, 2, 3].map((k) =>
    add(rapier, [0, 0.251 + 0.1 * k, 0], ColliderDesc.cuboid(0.1, 0.05, 0.1).setDensity(1000)),
  );
  const link = couple(soft, rapier);
  let load = 0;
  for (let s = 0; s < 120; s++) {
    link.step();
    load = link.impulse(tower[0])?.linear[1] ?? load;
  }
  tower.forEach((box, k) => {
    const { x, y, z } = box.translation();
    expect(Math.abs(x) + Math.abs(z)).toBeLessThan(1e-3);
    expect(y).toBeGreaterThan(0.235 + 0.1 * k);
  });
  expect(load / (16 * 9.81 * soft.scene.dt)).toBeCloseTo(1, 2);
});

it('locked axes stay locked', () => {
  const soft = softWorld({ gravity: [0, 0, 0], bodies: [cube({ velocity: [2, 0, 0] })] });
  const rapier = rigidWorld(0);
  const desc = RigidBodyDesc.dynamic().enabledTranslations(false, true, true).lockRotations();
  const post = add(rapier, [0.3, 0.05, 0], ColliderDesc.cuboid(0.05, 0.2, 0.05), desc);
  const link = couple(soft, rapier);
  for (let s = 0; s < 30; s++) link.step();
  expect(post.translation().x).toBeCloseTo(0.3, 6);
  // The cube bounced off something that does not move.
  expect(soft.totals().momentum.linear[0]).toBeLessThan(0);
});

it('gives the same bits again, with either kind of kernels', () => {
  const first = coupledRun('webassembly');
  expect(coupledRun('webassembly')).toBe(first);
  expect(coupledRun('typescript')).toBe(first);
});

it('a rigid body stands on an obstacle of the Pliant world, too', () => {
  const shape = { type: 'plane', normal: [0, 1, 0], offset: 0 };
  const soft = softWorld({ obstacles: [{ name: 'floor', shape }] });
  const rapier = rigidWorld();
  const box = add(rapier, [0, 0.3, 0], ColliderDesc.cuboid(0.1, 0.1, 0.1));
  const link = couple(soft, rapier);
  for (let s = 0; s < 60; s++) link.step();
  expect(box.translation().y).toBeCloseTo(0.1, 3);
});
