import { describe, expect, it } from 'vitest';
import { bytesOf, createDigest } from '../../src/core/hash.ts';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import type { Shape } from '../../src/geometry/sdf/shape.ts';
import { dualSurface } from '../../src/geometry/surface/dual.ts';
import { sampleField } from '../../src/geometry/surface/samples.ts';
import { splitQuads } from '../../src/geometry/surface/split.ts';
import { extractSurface } from '../../src/geometry/surface/surface.ts';
import type { Sdf } from '../../src/geometry/types.ts';
import { meshFacts } from './sdf/mesh-facts.ts';

const SPHERE: Shape = { type: 'sphere', radius: 1 };
const TORUS: Shape = { type: 'torus', radius: 1, tube: 0.3 };
const BOX: Shape = { type: 'box', size: [1, 0.8, 0.6], rotation: [20, 30, 40] };

describe.each<[string, Shape, number, number]>([
  ['a sphere', SPHERE, 2, (4 / 3) * Math.PI],
  ['a torus', TORUS, 0, 2 * Math.PI ** 2 * 0.09],
  ['a turned box', BOX, 2, 0.48],
  ['a cylinder', { type: 'cylinder', radius: 0.5, height: 1 }, 2, Math.PI / 4],
])('%s', (_name, shape, euler, volume) => {
  const sdf = compileShape(shape);
  const meshes = [0.1, 0.05].map((cell) => extractSurface(sdf, cell));
  const facts = meshes.map(meshFacts);

  it('is closed, manifold and of the right kind', () => {
    for (const fact of facts) {
      expect(fact).toMatchObject({ closed: true, fans: true, components: 1, euler });
    }
  });

  it('faces outward and its volume comes closer with the square of the cell', () => {
    const [coarse, fine] = facts.map((fact) => Math.abs(fact.volume / volume - 1));
    expect(coarse).toBeLessThan(0.04);
    expect(fine).toBeLessThan(0.4 * coarse);
  });

  it('has its vertices on the surface and no needles', () => {
    const out = new Float64Array(meshes[1].positions.length / 3);
    sdf.evaluate(meshes[1].positions, out.length, out);
    const farthest = out.reduce((most, d) => Math.max(most, Math.abs(d)), 0);
    expect(farthest).toBeLessThan(0.01 * 0.05);
    expect(facts[1].sharpest).toBeGreaterThan(12);
  });
});

describe('whatever the field', () => {
  /** A hash of the nearest grid point: all 256 cases and all ambiguous faces turn up. */
  const noise = (seed: number, share: number): Sdf => ({
    bounds: [0, 0, 0, 2.2, 2.2, 2.2],
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        let h = seed;
        for (let a = 0; a < 3; a++) {
          h = Math.imul(h ^ Math.round(xyz[3 * i + a] * 10 + 100), 0x5bd1e995);
          h ^= h >>> 15;
        }
        out[i] = 0.04 * ((h >>> 0) / 4294967296 - share);
      }
    },
  });

  it.each([0.2, 0.35, 0.5, 0.65, 0.8])('the surface is a closed manifold, %d inside', (share) => {
    for (let seed = 1; seed <= 2; seed++) {
      const surface = dualSurface(sampleField(noise(seed, share), 0.1));
      // Faces with more than four corners come up once most of the grid is inside.
      if (share >= 0.5) expect(surface.triangles.length).toBeGreaterThan(0);
      const facts = meshFacts({ positions: surface.positions, triangles: splitQuads(surface) });
      expect(facts.closed).toBe(true);
      expect(facts.fans).toBe(true);
      expect(facts.volume).toBeGreaterThan(0);
    }
  });

  it('bounds that are too small still give a closed surface', () => {
    const sdf = compileShape({ type: 'sphere', radius: 1 });
    const cut = extractSurface({ ...sdf, bounds: [-1, -1, -1, 0.2, 1, 1] }, 0.1);
    expect(meshFacts(cut)).toMatchObject({ closed: true, fans: true, euler: 2 });
  });
});

describe('pieces', () => {
  it('far apart are all found', () => {
    const shape: Shape = { type: 'repeat', shape: SPHERE, count: [3, 1, 2], spacing: [9, 1, 7] };
    const facts = meshFacts(extractSurface(compileShape(shape), 0.2));
    expect(facts).toMatchObject({ closed: true, components: 6, euler: 12 });
  });

  it('a hollow ball has an inner surface that faces the hollow', () => {
    const facts = meshFacts(
      extractSurface(compileShape({ type: 'shell', shape: SPHERE, thickness: 0.4 }), 0.1),
    );
    expect(facts).toMatchObject({ closed: true, components: 2, euler: 4 });
    expect(facts.volume).toBeCloseTo((4 / 3) * Math.PI * (1 - 0.6 ** 3), 1);
  });

  it('flat faces stay flat', () => {
    const mesh = extractSurface(compileShape({ type: 'box', size: [1, 0.8, 0.6] }), 0.07);
    let onFace = 0;
    const n = mesh.positions.length / 3;
    for (let v = 0; v < n; v++) {
      const [x, y, z] = [0, 1, 2].map((a) => Math.abs(mesh.positions[3 * v + a]));
      const gap = Math.min(Math.abs(x - 0.5), Math.abs(y - 0.4), Math.abs(z - 0.3));
      if (gap < 1e-6) onFace++;
    }
    expect(onFace / n).toBeGreaterThan(0.99);
  });
});

it('gives the same bits every time', () => {
  const digest = (): string => {
    const mesh = extractSurface(compileShape({ type: 'thing', name: 'rabbit' }), 0.03);
    const sum = createDigest();
    sum.bytes(bytesOf(mesh.positions));
    sum.bytes(bytesOf(mesh.triangles));
    return sum.value();
  };
  expect(digest()).toBe(digest());
});

describe('refused', () => {
  it.each<[string, Shape, number]>([
    ['cell: must be more than zero', SPHERE, 0],
    ['million are the most. Take a cell of about 0.0055 m', SPHERE, 0.001],
    ['Intersect it with a box', { type: 'plane', normal: [0, 1, 0], offset: 0 }, 0.1],
    ['cell: must be smaller than the solid is thick', { type: 'sphere', radius: 0.01 }, 1],
  ])('%s', (message, shape, cell) => {
    expect(() => extractSurface(compileShape(shape), cell)).toThrow(message);
  });
});
