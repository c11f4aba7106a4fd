import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { boxGrid } from '../../src/geometry/tets/box-grid.ts';
import { tetSurface } from '../../src/geometry/tets/mesh.ts';
import { createArena } from '../../src/kernels/index.ts';
import { createGuestBody } from '../../src/models/rigid/guest.ts';
import { allocateRigid } from '../../src/models/rigid/memory.ts';
import { createSupports } from '../../src/models/rigid/support.ts';
import { cube, floor, norm, world } from '../world/helpers.ts';

const surface = tetSurface(boxGrid([0.4, 0.1, 0.2], [4, 1, 2], { centre: [0, 0, 0] })).mesh;
const form = { surface, contactPoints: surface.positions, size: 0.4 };
const weight = {
  mass: 0.5,
  centre: [0.02, 0.01, -0.03] as const,
  inertia: Float64Array.of(3e-3, 2e-4, 1e-4, 2e-4, 7e-3, -3e-4, 1e-4, -3e-4, 6e-3),
};

function guest(locked: Uint8Array | null = null) {
  const supports = createSupports();
  const memory = allocateRigid(createArena(4096));
  const body = createGuestBody(form, { ...weight, locked }, memory, supports);
  const turned = Float64Array.of(0.2, -0.1, 0.3, 0.92);
  body.set(
    Float64Array.of(1, 2, 3),
    turned,
    Float64Array.of(0, 0.01, 0.02),
    Float64Array.of(0, 0, 0),
  );
  return { body, supports };
}

/** Two places under the guest that push it up, one beside it. */
function hold(supports: ReturnType<typeof createSupports>): void {
  supports.count = 3;
  supports.load = 30;
  supports.points.set([1.1, 1.95, 3, 0.9, 1.95, 3.05, 1.2, 2, 3]);
  supports.normals.set([0, 1, 0, 0, 1, 0, -1, 0, 0]);
  supports.friction.fill(0.5);
}

describe('a guest on supports', () => {
  it('has a symmetric matrix whose inverse is exact, and a response that follows from it', () => {
    const { body, supports } = guest();
    hold(supports);
    body.equation.assemble(1 / 60, new Float64Array(3), null);
    const random = createRandom(7);
    const vector = () => Float64Array.from({ length: 6 }, () => random.next() - 0.5);
    const [x, y] = [vector(), vector()];
    const [ax, ay, back] = [vector(), vector(), vector()];
    body.equation.multiply(ax, x);
    body.equation.multiply(ay, y);
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((s, c, i) => s + c * b[i], 0);
    expect(dot(ax, y) / dot(ay, x)).toBeCloseTo(1, 10);
    body.equation.precondition(back, ax);
    back.forEach((c, i) => {
      expect(c).toBeCloseTo(x[i], 8);
    });
    // W from impulses, pulled up, solved and pushed down again.
    const list = Int32Array.of(0, 5, 11);
    const places = {
      group: new Int32Array(3),
      points: Int32Array.of(0, 0, 0, 0, 5, 0, 0, 0, 11, 0, 0, 0),
      weights: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    };
    const X = new Float64Array(54);
    const none = new Float64Array(0);
    body.points.compliance!.factor!(
      [{ points: body.points.contacts, v: none, f: none }],
      places,
      3,
      X,
    );
    const f = new Float64Array(3 * form.contactPoints.length);
    const v = new Float64Array(form.contactPoints.length);
    for (let j = 0; j < 9; j++) {
      f.fill(0);
      f[3 * list[Math.floor(j / 3)] + (j % 3)] = 1;
      const b = new Float64Array(6);
      body.points.forces(body.points.contacts, f, b);
      body.equation.precondition(b, b);
      body.points.velocities(body.points.contacts, b, v);
      for (let i = 0; i < 9; i++) {
        let w = 0;
        for (let k = 0; k < 6; k++) w += X[6 * i + k] * X[6 * j + k];
        expect(w).toBeCloseTo(v[3 * list[Math.floor(i / 3)] + (i % 3)], 10);
      }
    }
  });

  it('gives way to a load a thousandth as fast as without, and its supports bear that load', () => {
    const { body, supports } = guest();
    hold(supports);
    // A tripod below it.
    supports.points.set([1.2, 1.95, 3.1, 0.8, 1.95, 3.1, 1, 1.95, 2.8]);
    supports.normals.set([0, 1, 0, 0, 1, 0, 0, 1, 0]);
    body.equation.assemble(1 / 60, new Float64Array(3), null);
    const b = Float64Array.from(body.equation.rhs);
    b[1] -= 5;
    const u = new Float64Array(6);
    body.equation.correctMomentum(u, b);
    expect(Math.abs(u[1])).toBeLessThan(0.01);
    const { impulses } = supports;
    expect(impulses[1] + impulses[4] + impulses[7]).toBeCloseTo(5, 1);
    // Never pulling: an upward load gets nothing from the places below.
    b[1] += 10;
    body.equation.correctMomentum(u, b);
    expect([impulses[1], impulses[4], impulses[7]]).toEqual([0, 0, 0]);
  });

  it('that tips over one of them is let go by the other, as if that one had never been there', () => {
    // A load of 5 N s far beyond the first support.
    const pushOf = (count: number): number[] => {
      const { body, supports } = guest();
      supports.count = count;
      supports.load = 30;
      supports.points.set([1.05, 1.9, 3, 0.8, 1.9, 3]);
      supports.normals.set([0, 1, 0, 0, 1, 0]);
      body.equation.assemble(1 / 60, new Float64Array(3), null);
      const b = Float64Array.from(body.equation.rhs);
      body.points.forces(
        body.points.embed(Float64Array.of(0.6, 0, 0)),
        Float64Array.of(0, -5, 0),
        b,
      );
      body.equation.correctMomentum(new Float64Array(6), b);
      return [supports.impulses[1], supports.impulses[4]];
    };
    const [alone] = pushOf(1);
    const [first, second] = pushOf(2);
    expect(second).toBe(0);
    expect(first).toBeGreaterThan(1);
    expect(first / alone).toBeCloseTo(1, 3);
  });

  it('slides where friction is not enough', () => {
    const { body, supports } = guest();
    supports.count = 1;
    supports.load = 30;
    supports.points.set([1.02, 1.9, 3]);
    supports.normals.set([0, 1, 0]);
    supports.friction[0] = 0.5;
    body.equation.assemble(1 / 60, new Float64Array(3), null);
    const b = Float64Array.from(body.equation.rhs);
    b[0] += 3;
    b[1] -= 1;
    const u = new Float64Array(6);
    body.equation.correctMomentum(u, b);
    const [px, py, pz] = supports.impulses;
    expect(py).toBeGreaterThan(0);
    expect(Math.sqrt(px * px + pz * pz)).toBeLessThanOrEqual(0.5 * py * (1 + 1e-12));
  });
});

it('locked axes keep their velocity, and the others turn as if cut off from them', () => {
  const { body } = guest(Uint8Array.of(1, 0, 0, 0, 1, 1));
  body.equation.assemble(1 / 60, new Float64Array(3), null);
  const u = new Float64Array(6);
  body.equation.correctMomentum(u, Float64Array.of(9, 0.5, 0, 0.01, 0.02, 0.03));
  expect([u[0], u[4], u[5]]).toEqual([0, 0, 0]);
  expect(u[1]).toBeCloseTo(1, 12);
  const y = new Float64Array(6);
  body.equation.multiply(y, u);
  expect(y[3]).toBeCloseTo(0.01, 14);
});

it('a guest bounces off a soft cube with the momentum it is told', () => {
  const w = world({ gravity: [0, 0, 0], bodies: [cube()], obstacles: [floor] });
  const shape = w.guests.prepare({ type: 'box', size: [0.1, 0.1, 0.1] }, true);
  const inertia = Float64Array.of(2e-3, 0, 0, 0, 2e-3, 0, 0, 0, 2e-3);
  const ball = w.guests.seat(shape, { mass: 2, centre: [0, 0, 0], inertia }, 0.5);
  const x = Float64Array.of(-0.2, 0.51, 0.02);
  const v = Float64Array.of(2, 0, 0);
  const spin = new Float64Array(3);
  const q = Float64Array.of(0, 0, 0, 1);
  // The cube is lifted off the floor first: only the guest touches it.
  w.apply({ do: 'remove', obstacle: 'floor' });
  x[1] = 0.03;
  for (let s = 0; s < 20; s++) {
    ball.set(x, q, v, spin);
    w.step();
    for (let c = 0; c < 3; c++) {
      v[c] += ball.impulse[c] / 2;
      spin[c] += ball.impulse[3 + c] / 2e-3;
      x[c] += v[c] * w.scene.dt;
    }
    q.fill(0, 0, 3);
    spin.fill(0);
    const { linear } = w.totals().momentum;
    expect(
      norm([linear[0] + 2 * v[0] - 4, linear[1] + 2 * v[1], linear[2] + 2 * v[2]]),
    ).toBeLessThan(1e-12);
  }
  expect(v[0]).toBeLessThan(1);
  ball.leave();
  w.step();
});
