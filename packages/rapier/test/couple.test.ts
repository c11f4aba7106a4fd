import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, it } from 'vitest';
import { couple } from '../src/index.ts';
import { add, addFloor, cube, distance, rigidWorld, softWorld, totals } from './helpers.ts';

const { ColliderDesc, RigidBodyDesc } = RAPIER;
const G = 9.81;

beforeAll(() => RAPIER.init());

describe('a ball thrown off-centre at a soft cube in free space', () => {
  // Density of the ball over that of the cube. The ball has half the cube's volume.
  it.each([
    ['equal', 1000],
    ['100 times as heavy', 2e5],
    ['a hundredth as heavy', 19],
  ])('%s: keeps momentum to 1e-6 and gains no energy', (_, density) => {
    const soft = softWorld({ gravity: [0, 0, 0], bodies: [cube()] });
    const rapier = rigidWorld(0);
    const desc = RigidBodyDesc.dynamic().setLinvel(3, 0, 0);
    const ball = add(rapier, [-0.32, 0.05, 0.02], ColliderDesc.ball(0.1).setDensity(density), desc);
    const link = couple(soft, rapier);
    const start = totals(soft, [ball]);
    const p = 3 * ball.mass();
    let most = start.energy;
    for (let s = 0; s < 30; s++) {
      link.step();
      const now = totals(soft, [ball]);
      expect(distance(now.linear, start.linear) / p).toBeLessThan(1e-6);
      // Rapier's places are good to 6e-8 of how far out they are: a third of a metre here.
      expect(distance(now.angular, start.angular) / (p / 3)).toBeLessThan(1e-6);
      expect(now.energy).toBeLessThan(most * (1 + 1e-4));
      most = Math.min(most, now.energy);
    }
    expect(ball.linvel().x).toBeLessThan(2.99);
    expect(soft.totals().momentum.linear[0]).toBeGreaterThan(0.01 * p);
  });
});

describe('a box on a soft block on a fixed floor', () => {
  it.each([
    ['equal', 1000, 1000, 1e5],
    ['box 100 times as heavy', 2e4, 200, 1e6],
    ['block 100 times as heavy', 10, 1000, 1e5],
  ])('%s: comes to rest, weighs what it weighs, and sleeps', (_, box, block, young) => {
    const material = { young, poisson: 0.3, density: block };
    const soft = softWorld({ bodies: [cube({ position: [0, 0.1, 0], material })] });
    const rapier = rigidWorld();
    addFloor(rapier);
    const half = ColliderDesc.cuboid(0.1, 0.1, 0.1).setDensity(box);
    const body = add(rapier, [0, 0.3, 0], half);
    const link = couple(soft, rapier);
    let load = 0;
    for (let s = 0; s < 300 && !body.isSleeping(); s++) {
      link.step();
      load = link.impulse(body)?.linear[1] ?? load;
    }
    expect(load / (body.mass() * G * soft.scene.dt)).toBeCloseTo(1, 3);
    link.step();
    expect(body.isSleeping()).toBe(true);
    expect(soft.report.rounds).toBe(0);
    expect(soft.report.penetration).toBeLessThan(1e-4);
    // The faces touch, and the block is squashed as a column under its own half and the box's whole weight, about.
    expect(body.translation().y - 0.1 - soft.bodies[0].probe('top')[1]).toBeCloseTo(0, 3);
    const pressure = (body.mass() + soft.bodies[0].mass / 2) * G * 25;
    const squash = 0.2 - (soft.bodies[0].probe('top')[1] - soft.bodies[0].probe('bottom')[1]);
    expect(squash / ((pressure / young) * 0.2)).toBeGreaterThan(0.75);
    expect(squash / ((pressure / young) * 0.2)).toBeLessThan(1.1);
  });
});

it('a plate of a hundredth of its mass carries a soft block, and the floor carries both', () => {
  const soft = softWorld({ bodies: [cube({ position: [0, 0.151, 0] })] });
  const rapier = rigidWorld();
  addFloor(rapier);
  const plate = add(rapier, [0, 0.025, 0], ColliderDesc.cuboid(0.15, 0.025, 0.15).setDensity(17.8));
  const link = couple(soft, rapier);
  let load = 0;
  for (let s = 0; s < 200 && !plate.isSleeping(); s++) {
    link.step();
    load = link.impulse(plate)?.linear[1] ?? load;
    expect(Math.abs(plate.translation().y - 0.025)).toBeLessThan(1e-3);
  }
  expect(load / (soft.bodies[0].mass * G * soft.scene.dt)).toBeCloseTo(-1, 3);
  expect(soft.bodies[0].probe('bottom')[1]).toBeCloseTo(0.05, 3);
  expect([...soft.issues]).toEqual([]);
  expect(plate.isSleeping()).toBe(true);
});
