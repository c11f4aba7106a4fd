import { placementMatrix } from '@pliant/three';
import { describe, expect, it } from 'vitest';
import type { Json } from '../src/document/json.ts';
import { materialLook, matterOf } from '../src/view/material-look.ts';
import { nearestValues } from '../src/view/nearest-values.ts';
import { createQuality } from '../src/view/quality.ts';
import { MOST_TRIANGLES, sectionCells } from '../src/view/section.ts';
import { surfaceStretch } from '../src/view/stretch.ts';
import { coloringsOf, isOffered, needsCells, usualView } from '../src/view/view-settings.ts';
import { meshNames } from '../src/viewer/files.ts';
import { placementOf } from '../src/worker/placement.ts';

/** 3×4 maps of boxes of side 1/n that fill the unit cube from 0 to 1. */
function lattice(n: number): Float32Array {
  const poses: number[] = [];
  for (let z = 0; z < n; z++)
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++)
        for (const [r, at] of [x, y, z].entries())
          poses.push(...[0, 1, 2].map((c) => (c === r ? 1 / n : 0)), (at + 0.5) / n);
  return Float32Array.from(poses);
}

/** Area of what a section wrote. */
function areaOf(out: Float32Array, triangles: number): number {
  let sum = 0;
  for (let t = 0; t < 9 * triangles; t += 9) {
    const e = [0, 1, 2].map((c) => out[t + 3 + c] - out[t + c]);
    const f = [0, 1, 2].map((c) => out[t + 6 + c] - out[t + c]);
    const n = [0, 1, 2].map(
      (c) => e[(c + 1) % 3] * f[(c + 2) % 3] - e[(c + 2) % 3] * f[(c + 1) % 3],
    );
    sum += Math.hypot(...n) / 2;
  }
  return sum;
}

describe('the section of cells', () => {
  const cut = (shape: 'box' | 'tetrahedron', poses: Float32Array, axis: number, at: number) => {
    const count = poses.length / 12;
    const out = new Float32Array(9 * MOST_TRIANGLES * count);
    const cellOf = new Int32Array(MOST_TRIANGLES * count);
    const made = sectionCells(out, cellOf, { shape, count, poses }, axis, at, 1);
    return { area: areaOf(out, made), cells: new Set(cellOf.subarray(0, made)), out, made };
  };

  it('covers the section of what they fill, along every axis', () => {
    for (const axis of [0, 1, 2]) {
      const { area, cells, out, made } = cut('box', lattice(4), axis, 0.3);
      expect(area).toBeCloseTo(1, 5);
      expect(cells.size).toBe(16);
      for (let i = axis; i < 9 * made; i += 3) expect(out[i]).toBeCloseTo(0.3, 6);
    }
    expect(cut('box', lattice(4), 0, 1.2).made).toBe(0);
  });

  it('is a hexagon in the middle of a box that stands on a corner, and a triangle or quad of a tetrahedron', () => {
    // Rows of a rotation that takes the diagonal (1, 1, 1) to x.
    const [a, b, c] = [1 / Math.sqrt(3), 1 / Math.sqrt(2), 1 / Math.sqrt(6)];
    const turned = Float32Array.of(a, a, a, 0, b, -b, 0, 0, c, c, -2 * c, 0);
    expect(cut('box', turned, 0, 0).area).toBeCloseTo((3 * Math.sqrt(3)) / 4, 5);
    const whole = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    expect(cut('tetrahedron', whole, 2, 0.25).area).toBeCloseTo(0.5 * 0.75 ** 2, 6);
  });
});

describe('the stretch of a skin', () => {
  const rest = [0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0];
  const triangles = [0, 1, 2, 2, 1, 3];
  const stretchOf = (move: (x: number, y: number) => number[]): number[] => {
    const out = new Float32Array(4);
    const now = [0, 3, 6, 9].flatMap((i) => move(rest[i], rest[i + 1]));
    surfaceStretch(out, rest, now, triangles);
    return [...out];
  };
  const close = (all: number[], to: number) => all.map((x) => expect(x).toBeCloseTo(to, 5));

  it('is none of a turned one, and the larger change of length of one pulled or pressed', () => {
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
    close(
      stretchOf((x, y) => [c * x, y + 3, s * x]),
      0,
    );
    close(
      stretchOf((x, y) => [1.2 * x, y, 0]),
      0.2,
    );
    close(
      stretchOf((x, y) => [1.1 * x, 0.7 * y, 0]),
      0.3,
    );
    // Simple shear by k: stretches s and 1/s with s − 1/s = k.
    const long = 0.25 + Math.sqrt(1 + 0.25 ** 2);
    close(
      stretchOf((x, y) => [x + 0.5 * y, y, 0]),
      long - 1,
    );
  });
});

it('a place has the number of the nearest cell, as trying all shows', () => {
  const poses = lattice(5);
  const count = 125;
  // Some are missing, so that the nearest is boxes away.
  const kept = Array.from({ length: count }, (_, i) => i).filter((i) => i % 7 !== 0 && i < 90);
  const some = Float32Array.from(kept.flatMap((i) => [...poses.subarray(12 * i, 12 * i + 12)]));
  const values = kept.map((i) => i);
  const points = Float32Array.from({ length: 120 }, (_, i) => ((i * 0.618034) % 1) * 1.4 - 0.2);
  const out = new Float32Array(40);
  nearestValues(out, points, { count: kept.length, poses: some, values, middle: 0 });
  out.forEach((found, p) => {
    const far = (i: number): number =>
      Math.hypot(...[0, 1, 2].map((r) => poses[12 * i + 4 * r + 3] - points[3 * p + r]));
    expect(far(found)).toBeCloseTo(Math.min(...kept.map(far)), 6);
  });
});

it('views offer what bodies have inside', () => {
  const cells = [
    { shape: 'box', capacity: 1, label: 'level', valueLabel: 'strain', hasRegions: false } as const,
  ];
  const frames = { hasParts: true, hasLayers: false, cells };
  const plain = { hasParts: false, hasLayers: false, cells: [] };
  expect(usualView(frames)).toBe('structure');
  expect(usualView(plain)).toBe('surface');
  expect(isOffered('structure', plain)).toBe(false);
  expect(coloringsOf('structure', frames).map(({ name }) => name)).toEqual([
    'frames',
    'level',
    'strain',
  ]);
  const heat = { view: 'heat', slice: { axis: 0, at: 0.5 } } as const;
  expect(needsCells({ ...heat, coloring: { kind: 'stretch', name: 'stretch' } }, frames)).toBe(
    false,
  );
  expect(needsCells({ ...heat, coloring: { kind: 'value', name: 'strain' } }, frames)).toBe(true);
});

it('a body is placed in the worker as it is in the picture', () => {
  for (const rotation of [
    [20, -70, 130],
    [0.3, -0.5, 0.2, 0.8],
  ]) {
    const placement = { position: [1, 2, 3], rotation };
    const { elements } = placementMatrix(placement);
    placementOf(placement).forEach((x, i) => {
      expect(x).toBeCloseTo(elements[4 * (i % 4) + Math.floor(i / 4)], 12);
    });
  }
});

it('pictures get simpler where they take long, step by step, and only then', () => {
  const quality = createQuality();
  const draw = (ms: number, times: number) =>
    Array.from({ length: times }, () => quality.took(ms)).filter(Boolean).length;
  expect(draw(17, 100)).toBe(0);
  // A page that was away did not draw.
  expect(draw(5000, 100)).toBe(0);
  expect([quality.pixels, quality.shadows]).toEqual([2, true]);
  expect(draw(50, 40)).toBe(2);
  expect([quality.pixels, quality.shadows]).toEqual([1, true]);
  expect(draw(50, 400)).toBe(2);
  expect(quality.shadows).toBe(false);
});

it('softer matter looks wetter', () => {
  const [jelly, flesh, rubber] = [1e4, 6e4, 2e6].map((young) => materialLook(young));
  expect(jelly.roughness).toBeLessThan(flesh.roughness);
  expect(flesh.roughness).toBeLessThan(rubber.roughness);
  expect([jelly.rim > flesh.rim, rubber.rim]).toEqual([true, 0]);
  expect(materialLook(Number.NaN).roughness).toBeGreaterThan(0);
});

it('matter looks like the named material whose numbers it has, else like what the scene calls it', () => {
  const scene = (name: string, material: Json): Json => ({ bodies: [{ name, material }] });
  const rubber = { young: 1.5e6, poisson: 0.49, density: 930 };
  expect(matterOf(scene('jelly', rubber), 0)).toBe('rubber');
  expect(matterOf(scene('jelly', { young: 4e4 }), 0)).toBe('jelly');
  expect(matterOf(scene('ball', { young: 4e4 }), 0)).toBe(null);
  expect(materialLook(1.5e6, 'jelly').inner).toBeGreaterThan(materialLook(1e4, 'rubber').inner);
});

it('a viewer fetches the mesh files that a scene names, each once', () => {
  const scene = { bodies: [{ file: 'a/hand.OBJ' }, { file: 'a/hand.OBJ' }, { name: 'x.png' }] };
  expect(meshNames(JSON.stringify(scene))).toEqual(['a/hand.OBJ']);
});
