import { expect, test } from 'vitest';
import { beam, octreeWorld } from './bodies.ts';

const WHOLE = { substeps: 1 };

test('stiffness that a step is too long for is told: field, value asked, value got, and remedies that work', () => {
  const stiff = { young: 3e4, density: 1000 };
  const notes = (dt: number): readonly string[] =>
    octreeWorld({ dt, solver: WHOLE, bodies: [beam({}, { material: stiff })] }).notes;
  expect(notes(1 / 1000)).toEqual([]);
  // By itself it takes as many substeps as it needs.
  expect(octreeWorld({ bodies: [beam({}, { material: stiff })] }).notes).toEqual([]);
  const [note, ...others] = notes(1 / 60);
  expect(others).toEqual([]);
  const told = /^beam: material\.young asks for 30000 Pa, .* gets about (\d+) Pa .* dt ([\d.]+) s /;
  const [got, dt] = (told.exec(note) ?? []).slice(1).map(Number);
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
