import { expect, test } from 'vitest';
import type { SceneInput } from '../../../src/index.ts';
import { createWorld } from '../../../src/index.ts';
import type { Body } from '../../../src/models/body.ts';
import { MEASURE } from '../../../src/models/views.ts';
import { createCore } from '../../../src/world/build/scene.ts';
import { step } from '../../../src/world/step.ts';
import { effort } from '../../effort.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

const beam = (changes: Partial<BodyInput>, more: Partial<SceneInput> = {}): SceneInput => ({
  format: 'pliant/1',
  name: 'beam',
  bodies: [
    {
      name: 'beam',
      shape: { type: 'box', size: [0.8, 0.2, 0.2] },
      material: { young: 2e5, density: 1000, damping: { mass: 2, stiffness: 0.03 } },
      attachments: [
        { name: 'wall', region: { type: 'box', size: [0.02, 1, 1], position: [-0.4, 0, 0] } },
      ],
      probes: { tip: [0.4, 0, 0] },
      ...changes,
    },
  ],
  ...more,
});

/** Where all vertices of a body are, found anew at each call; the body is at rest, unturned, when this is called. */
function placesOf(body: Body): () => Float64Array {
  const rest = (body.state.arrays.x as Float64Array).slice();
  const points = body.points.embed(rest);
  return () => {
    const out = new Float64Array(rest.length);
    body.points.positions(points, out);
    return out;
  };
}

/** Mean and largest distance of all vertices in two states, in parts of the length 0.8 m. */
function apart(x: Float64Array, y: Float64Array): [number, number] {
  let [sum, most] = [0, 0];
  for (let i = 0; i < x.length; i += 3) {
    const d = Math.sqrt(
      (x[i] - y[i]) ** 2 + (x[i + 1] - y[i + 1]) ** 2 + (x[i + 2] - y[i + 2]) ** 2,
    );
    sum += d;
    most = Math.max(most, d);
  }
  return [sum / (x.length / 3) / 0.8, most / 0.8];
}

test('the same tip deflection whatever the base resolution; without ten-node elements it is not', () => {
  const tip = (cell: number, tenNode: boolean): number => {
    const world = createWorld(
      beam(
        { model: { type: 'tets', cell, levels: 1, adaptive: false, tenNode } },
        { dt: 0.1, solver: { tolerance: 1e-4 } },
      ),
    );
    for (let s = 0; s < 40; s++) world.step();
    return world.bodies[0].probe('tip')[1];
  };
  const ten = effort([0.2, 0.1], [0.2, 0.1, 0.05]).map((cell) => tip(cell, true));
  const linear = [0.2, 0.1].map((cell) => tip(cell, false));
  const finest = ten[ten.length - 1];
  for (const y of ten) expect(Math.abs(y / finest - 1)).toBeLessThan(0.05);
  expect(linear[0] / finest).toBeLessThan(0.8);
  expect(linear[1] / finest).toBeLessThan(0.95);
});

test('adaptive follows finest, and rests bent on its coarsest elements without a pop', () => {
  const model = { type: 'tets', cell: 0.2, levels: 2 } as const;
  const adaptive = createCore(beam({ model }));
  const finest = createCore(beam({ model: { ...model, adaptive: false } }));
  const [a, f] = [adaptive.bodies[0].body, finest.bodies[0].body];
  const [placesA, placesF] = [a, f].map(placesOf);
  let [mean, largest, jump, gain] = [0, 0, 0, 0];
  for (let s = 0; s < 720; s++) {
    step(adaptive);
    step(finest);
    const [m, l] = apart(placesA(), placesF());
    mean = Math.max(mean, m);
    largest = Math.max(largest, l);
    jump = Math.max(jump, a.levels.jump);
    gain = Math.max(gain, a.levels.kineticGain);
  }
  expect(mean).toBeLessThan(0.005);
  expect(largest).toBeLessThan(0.017);
  expect(a.levels.activeDofs).toBeLessThanOrEqual(3 * 24);
  expect(a.levels.switches).toBe(0);
  expect(jump).toBeLessThan(1e-13);
  expect(gain).toBeLessThan(1e-12);
});

test('a bent body in balance stays so while its elements merge', () => {
  const material = { young: 1.7e5, density: 1000, damping: { mass: 8, stiffness: 0.05 } };
  const model = { type: 'tets', cell: 0.2, levels: 2, adaptive: false } as const;
  const core = createCore(beam({ material, model }));
  const { body } = core.bodies[0];
  for (let s = 0; s < 240; s++) step(core);
  body.adapt?.tune?.({ adaptive: true });
  let [fronts, worst] = [0, 0];
  for (let s = 0; s < 120; s++) {
    step(core);
    if (body.levels.switches === 0) continue;
    fronts++;
    // With hardly any velocity the right side is h times the force that is left.
    const { equation } = body;
    equation.assemble(1 / 60, core.gravity, null);
    equation.constrain(equation.rhs);
    for (let i = 0; i < equation.unknowns(); i++)
      worst = Math.max(worst, 60 * Math.abs(equation.rhs[i]));
  }
  expect(fronts).toBeGreaterThan(1);
  expect(body.levels.activeDofs).toBeLessThanOrEqual(3 * 24);
  // Of 314 N that the body weighs.
  expect(worst).toBeLessThan(0.1);
});

test('kinetic energy as the criterion: follows, rests coarse, and overlooks what it is told to', () => {
  const run = (speed: number, adaptive = true) => {
    const model = {
      type: 'tets',
      cell: 0.2,
      levels: 1,
      criterion: 'energy',
      speed,
      adaptive,
    } as const;
    return createCore(beam({ model }));
  };
  const [fine, slow, deaf] = [run(0.005, false), run(0.005), run(10)];
  const bodies = [fine, slow, deaf].map((core) => core.bodies[0].body);
  const places = bodies.map(placesOf);
  let [mean, splits] = [0, 0];
  const start = bodies[2].levels.activeDofs;
  for (let s = 0; s < 560; s++) {
    for (const core of [fine, slow, deaf]) step(core);
    const [m] = apart(places[1](), places[0]());
    mean = Math.max(mean, m);
    splits = Math.max(splits, bodies[2].levels.activeDofs - start);
  }
  expect(mean).toBeLessThan(0.02);
  expect(bodies[1].levels.activeDofs).toBeLessThanOrEqual(3 * 24);
  expect(splits).toBeLessThanOrEqual(0);
});

test('the valid range as the criterion: strained parents split, others do not', () => {
  const core = createCore(
    beam({
      shape: { type: 'box', size: [0.8, 0.2, 0.2] },
      material: {
        young: 2e5,
        stiffness: { type: 'cells', size: 0.1, values: [0.5, 2] },
        damping: { mass: 2, stiffness: 0.03 },
      },
      model: {
        type: 'tets',
        cell: 0.4,
        levels: 1,
        estimation: 'sampled',
        criterion: 'range',
        tenNode: false,
      },
    }),
  );
  const { body } = core.bodies[0];
  // Eighteen parents that start whole, six of them inside the wall; the wall's end strains first.
  expect(body.levels.activePoints).toBe(18);
  let part = 0;
  for (let s = 0; s < 12; s++) {
    step(core);
    if (body.levels.activePoints > 18 && body.levels.activePoints < 81) part++;
  }
  expect(part).toBeGreaterThan(0);
  // Nearly all twelve outside the wall, none of those inside.
  expect(body.levels.activePoints).toBeGreaterThan(18 + 7 * 9);
  expect(body.levels.activePoints).toBeLessThanOrEqual(102);
});

test('coarse elements with estimated elasticity are closer than with averaged ones', () => {
  const material = {
    young: 1e5,
    density: 1000,
    stiffness: {
      type: 'vessels',
      value: 100,
      tubes: [
        {
          points: [
            [-0.4, 0.03, 0.02],
            [0.4, -0.03, -0.04],
          ],
          radius: 0.022,
        },
        {
          points: [
            [-0.1, 0.02, 0],
            [0.25, 0.08, 0.08],
          ],
          radius: 0.016,
        },
      ],
    },
    damping: { mass: 2, stiffness: 0.03 },
  } satisfies BodyInput['material'];
  const make = (estimation: 'mean' | 'voigt', coarse: boolean, adaptive = false) => {
    const core = createCore(
      beam(
        { material, model: { type: 'tets', cell: 0.1, levels: 2, estimation, adaptive } },
        { dt: 0.05 },
      ),
    );
    const { body } = core.bodies[0];
    const places = placesOf(body);
    if (coarse) {
      (body.state.arrays.split as Uint8Array).fill(0);
      (body.state.arrays.ten as Uint8Array).fill(0);
      body.state.restored();
    }
    for (let s = 0; s < 25; s++) step(core);
    return places();
  };
  const finest = make('mean', false);
  const [estimated] = apart(make('mean', true), finest);
  const [averaged] = apart(make('voigt', true), finest);
  const [adaptive] = apart(make('mean', false, true), finest);
  expect(averaged / estimated).toBeGreaterThan(1.4);
  expect(adaptive).toBeLessThan(0.01);
});

test('a snapshot in the middle of switching continues bit for bit', () => {
  const scene = beam({ model: { type: 'tets', cell: 0.2, levels: 2 } });
  const one = createWorld(scene);
  for (let s = 0; s < 130; s++) one.step();
  const snapshot = one.snapshot();
  const other = createWorld(scene);
  other.restore(snapshot);
  for (let s = 0; s < 60; s++) {
    one.step();
    other.step();
  }
  expect(other.hash()).toBe(one.hash());
});

test('both kinds of kernels give the same bits', () => {
  const scene = beam({
    model: { type: 'tets', cell: 0.2, levels: 2 },
    material: { young: 1e5, stiffness: { type: 'cells', size: 0.1, values: [0.3, 3] } },
  });
  const [a, b] = (['typescript', 'webassembly'] as const).map((kernels) =>
    createWorld(scene, { kernels }),
  );
  for (let s = 0; s < 40; s++) {
    a.step();
    b.step();
  }
  expect(a.hash()).toBe(b.hash());
});

test('a free body that spins and splits keeps its momentum and angular momentum', () => {
  const core = createCore({
    format: 'pliant/1',
    name: 'spin',
    gravity: [0, 0, 0],
    bodies: [
      {
        name: 'bar',
        shape: { type: 'box', size: [0.8, 0.2, 0.2] },
        material: { young: 1e5, damping: { stiffness: 0.01 } },
        model: { type: 'tets', cell: 0.2, levels: 2 },
        velocity: [0.3, 0.1, 0],
        spin: [0, 0, 6],
      },
    ],
  });
  const { body } = core.bodies[0];
  const out = new Float64Array(MEASURE.length);
  const none = new Float64Array(3);
  body.motion.measure(none, out);
  const before = out.slice();
  let switches = 0;
  for (let s = 0; s < 120; s++) {
    step(core);
    switches += body.levels.switches;
  }
  body.motion.measure(none, out);
  expect(switches).toBeGreaterThan(0);
  for (let c = 0; c < 3; c++) {
    for (const what of [MEASURE.linear, MEASURE.angular]) {
      const gap = out[what + c] - before[what + c];
      expect(Math.abs(gap) / before[MEASURE.mass]).toBeLessThan(1e-12);
    }
  }
});

test('the elasticity of other laws bends the same beam alike', () => {
  const tip = (law: 'corotational' | 'stvk' | 'neo-hookean'): number => {
    const world = createWorld(
      beam({
        material: { law, young: 1e6, damping: { mass: 2, stiffness: 0.03 } },
        model: { type: 'tets', cell: 0.2, levels: 1 },
      }),
    );
    for (let s = 0; s < 150; s++) world.step();
    return world.bodies[0].probe('tip')[1];
  };
  const reference = tip('corotational');
  expect(tip('stvk') / reference).toBeCloseTo(1, 1);
  expect(tip('neo-hookean') / reference).toBeCloseTo(1, 1);
});

test('elements show stress or stiffness, whichever is asked for, with the numbers they stand for', () => {
  const world = createWorld(
    beam({
      model: { type: 'tets', cell: 0.2, levels: 1, adaptive: false },
      material: {
        young: 1e5,
        stiffness: {
          type: 'layers',
          normal: [1, 0, 0],
          origin: [-0.4, 0, 0],
          thickness: 0.1,
          values: [3, 0.3],
        },
      },
    }),
  );
  for (let s = 0; s < 3; s++) world.step();
  const before = world.hash();
  const [body] = world.bodies;
  const cells = body.cells!;
  const { scale } = cells;
  expect(cells.choices).toEqual(['stress', 'stiffness']);
  body.drawCells();
  expect(scale).toMatchObject({ low: 0, unit: 'Pa', ratios: false });
  const stress = scale!.high;
  expect(stress).toBeGreaterThan(100);
  cells.valueLabel = 'stiffness';
  body.drawCells();
  expect(scale!.low).toBeCloseTo(3e4, 6);
  expect(scale!.high).toBeCloseTo(3e5, 6);
  expect(scale!.ratios).toBe(true);
  const shown = [...cells.values.subarray(0, cells.count)];
  expect(Math.min(...shown)).toBeCloseTo(0, 6);
  expect(Math.max(...shown)).toBeCloseTo(1, 6);
  cells.valueLabel = 'stress';
  body.drawCells();
  expect(scale!.high).toBe(stress);
  expect(world.hash()).toBe(before);
});

test('bad options are refused with a remedy', () => {
  const make = (model: BodyInput['model']) => () => createWorld(beam({ model }));
  expect(make({ type: 'tets', levels: 6, cell: 0.02 })).toThrow(/levels.*leaves/s);
  expect(make({ type: 'tets', criterion: 'range' })).toThrow(/sampled/);
});
