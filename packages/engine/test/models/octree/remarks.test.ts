import { expect, test } from 'vitest';
import { beam, octreeWorld } from './bodies.ts';

const WHOLE = { substeps: 1 };

test('stiffness that a step is too long for is told: field, value asked, value got, and remedies that work', () => {
  const stiff = { young: 1e5, density: 1000 };
  const notes = (dt: number, width = 0): readonly string[] =>
    octreeWorld({ dt, solver: WHOLE, bodies: [beam({ width }, { material: stiff })] }).notes;
  expect(notes(1 / 1000)).toEqual([]);
  // By itself it takes as many substeps as it needs.
  expect(octreeWorld({ bodies: [beam({}, { material: stiff })] }).notes).toEqual([]);
  const [note, ...others] = notes(1 / 60);
  expect(others).toEqual([]);
  const told =
    /^beam: material\.young asks for 100000 Pa, .* gets about (\d+) Pa .* dt ([\d.]+) s .* model\.width above ([\d.]+) m/;
  const [got, dt, width] = (told.exec(note) ?? []).slice(1).map(Number);
  // It hangs down by its own weight as if that had been asked for, more or less: it is a mean over regions.
  const hangs = [stiff.young, got].map((young) => {
    const region = {
      type: 'box' as const,
      size: [0.3, 1, 1] as const,
      position: [-0.5, 0, 0] as const,
    };
    const body = beam({}, {
      material: { young, density: 1000, damping: { mass: 4, stiffness: 0.01 } },
      attachments: [{ name: 'wall', region }],
      probes: { tip: [0.5, 0, 0] },
    } as Parameters<typeof beam>[1]);
    const world = octreeWorld({ dt: 1 / 60, solver: WHOLE, gravity: [0, -2, 0], bodies: [body] });
    world.step(240);
    return world.bodies[0].probe('tip')[1];
  });
  expect(hangs[0]).toBeLessThan(-0.003);
  expect(Math.abs(hangs[1] / hangs[0] - 1)).toBeLessThan(0.25);
  expect(notes(dt)).toEqual([]);
  const wider = /gets about (\d+) Pa/.exec(notes(1 / 60, width)[0] ?? '');
  expect(Number(wider?.[1] ?? 1e5)).toBeGreaterThan(1.3 * got);
});

test('bodies with the same lack share a note', () => {
  const material = { young: 1e5, density: 1000 };
  const bodies = ['a', 'b', 'c'].map((name, i) =>
    beam({}, { name, material, position: [0, i, 0] }),
  );
  const { notes } = octreeWorld({ solver: WHOLE, bodies });
  expect(notes.length).toBe(1);
  expect(notes[0]).toMatch(/^a and 2 more: /);
});

test('walls of one or two cells are told, with a size that is finer, and walls of four are not', () => {
  const notes = (cell: number): readonly string[] =>
    octreeWorld({
      bodies: [
        {
          name: 'tray',
          shape: { type: 'box', size: [0.4, 0.04, 0.3] },
          model: { type: 'octree', cell },
        },
      ],
    }).notes;
  expect(notes(0.01)).toEqual([]);
  for (const cell of [0.04, 0.02]) {
    const [note] = notes(cell);
    const told = /^tray: model\.cell: cells of ([\d.]+) m, one or two .* ([\d.]+) m or less/.exec(
      note,
    );
    expect(Number(told?.[1])).toBeCloseTo(cell);
    expect(Number(told?.[2])).toBeCloseTo(cell / 2);
  }
});
