import { expect, test } from 'vitest';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { givenModes } from '../../../src/models/layers/basis/given-modes.ts';
import { hexPatch } from '../../../src/models/layers/basis/hex.ts';
import { findModes } from '../../../src/models/layers/basis/modes.ts';

const BAR = compileShape({ type: 'box', size: [0.8, 0.2, 0.2] });
const PATCH = hexPatch(BAR, null, 0.1, 'patch');
const SIZE = PATCH.places.length;

test('computed modes that are given back at the nodes are the same modes', () => {
  const cells = PATCH.cells.length;
  const computed = findModes(
    PATCH,
    new Float64Array(cells).fill(4e4),
    new Float64Array(cells).fill(6e4),
    1000,
    4,
  );
  const shapes = [0, 1, 2, 3].map((m) =>
    computed.shapes.slice(m * SIZE, (m + 1) * SIZE).map((c) => 7 * c),
  );
  const given = givenModes(PATCH, { places: PATCH.places, shapes }, 'given');
  expect(given.count).toBe(4);
  given.shapes.forEach((c, i) => {
    expect(Math.abs(c - computed.shapes[i])).toBeLessThan(1e-6);
  });
});

test('an affine mode known at a few places arrives everywhere', () => {
  const places = Float64Array.of(0, 0, 0, 0.3, 0, 0, 0, 0.1, 0, 0, 0, 0.1, -0.2, 0.05, -0.1);
  const shear = places.map((_, i) => (i % 3 === 0 ? 1 + 2 * places[i + 1] - places[i + 2] : 0));
  const { shapes } = givenModes(PATCH, { places, shapes: [shear] }, 'given');
  const scale = shapes[0] / (1 + 2 * PATCH.places[1] - PATCH.places[2]);
  for (let i = 0; i < SIZE; i += 3) {
    const wanted = 1 + 2 * PATCH.places[i + 1] - PATCH.places[i + 2];
    expect(Math.abs(shapes[i] / scale - wanted)).toBeLessThan(1e-6);
    expect(Math.abs(shapes[i + 1]) + Math.abs(shapes[i + 2])).toBeLessThan(1e-9);
  }
});

test('modes that say nothing new, or too little, are refused by name', () => {
  const { places } = PATCH;
  const one = places.map((_, i) => (i % 3 === 0 ? 1 : 0));
  const twice = one.map((c) => 2 * c);
  expect(() => givenModes(PATCH, { places, shapes: [one, twice] }, 'given')).toThrow(
    /shapes\[1\].*made of the modes before it/s,
  );
  expect(() => givenModes(PATCH, { places, shapes: [one.map(() => 0)] }, 'given')).toThrow(
    /moves nothing/,
  );
  expect(() => givenModes(PATCH, { places, shapes: [Float64Array.of(1, 0, 0)] }, 'given')).toThrow(
    /1 displacements for/,
  );
});
