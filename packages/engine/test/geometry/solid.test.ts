import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { meshMass } from '../../src/geometry/mass.ts';
import { checkMesh } from '../../src/geometry/mesh/check.ts';
import { boxMesh, icosphere } from '../../src/geometry/mesh/primitives.ts';
import { makeSolid } from '../../src/geometry/solid/make.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';
import { effort } from '../effort.ts';
import { DAMAGE_KINDS, damagedMesh } from './damaged-meshes.ts';

/** Cheap kinds in every run, each with another way through: mended, filled, wrapped, cavities, islands. */
const SLICE = ['holes', 'soup', 'walls', 'sheet', 'hollow', 'islands'].map((kind) =>
  DAMAGE_KINDS.indexOf(kind),
);
const CASES = effort(
  SLICE,
  Array.from({ length: 200 }, (_, k) => k),
);

const errors = (mesh: TriangleMesh) => checkMesh(mesh).filter((f) => f.severity === 'error');

describe('a solid made of any mesh', () => {
  it.each(CASES.map((k) => [k, DAMAGE_KINDS[k % DAMAGE_KINDS.length]]))(
    'number %i, with %s, is closed and has the volume that was meant within 5 %',
    (k) => {
      const { mesh, volume } = damagedMesh(k as number, createRandom((k as number) + 1));
      const { boundary, surface, source } = makeSolid(mesh);
      expect(errors(boundary)).toEqual([]);
      const has = meshMass(boundary).volume;
      expect(has).toBeGreaterThan(0);
      if (volume !== null) expect(Math.abs(has / volume - 1)).toBeLessThan(0.05);
      // Every vertex that is used is still seen, at its place.
      const size = Math.max(...mesh.positions.map(Math.abs));
      let moved = 0;
      for (let c = 0; c < 3 * mesh.triangles.length; c++) {
        const v = mesh.triangles[Math.floor(c / 3)];
        if (source[v] < 0) continue;
        const at = surface.positions[3 * source[v] + (c % 3)];
        moved = Math.max(moved, Math.abs(at - mesh.positions[3 * v + (c % 3)]));
      }
      expect(moved).toBeLessThan(3e-7 * size);
    },
  );

  it('of a closed mesh is that mesh', () => {
    const mesh = icosphere(0.3, 2);
    const { boundary, surface, done } = makeSolid(mesh);
    expect(boundary).toBe(mesh);
    expect(surface).toBe(mesh);
    expect(done).toEqual([]);
  });

  it('of a square sheet is a plate of the asked thickness', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1);
    const mesh = { positions, triangles: Int32Array.of(0, 2, 1, 0, 3, 2) };
    const { boundary, done } = makeSolid(mesh, { thickness: 0.1 });
    // All points within 0.05 of the square: a plate, half cylinders around it, quarter balls at its corners.
    const exact = 0.1 + 4 * 0.5 * Math.PI * 0.05 ** 2 + (4 / 3) * Math.PI * 0.05 ** 3;
    expect(meshMass(boundary).volume / exact).toBeCloseTo(1, 1);
    expect(done).toEqual(['gave 1 open part a thickness of 0.10 m']);
  });

  it('of a closed mesh that was pressed flat is a plate', () => {
    const flat = icosphere(0.5, 3);
    for (let i = 1; i < flat.positions.length; i += 3) flat.positions[i] = 0;
    const { boundary, done } = makeSolid(flat, { thickness: 0.1 });
    expect(errors(boundary)).toEqual([]);
    // All points within 0.05 of the disc: half a ring around its rim.
    const rim = Math.PI ** 2 * 0.05 ** 2 * (0.5 + (4 * 0.05) / (3 * Math.PI));
    const exact = 0.1 * Math.PI * 0.5 ** 2 + rim;
    expect(meshMass(boundary).volume / exact).toBeCloseTo(1, 1);
    expect(done).toEqual(['gave 1 open part a thickness of 0.10 m']);
  });

  it('wraps a bowl that is asked to be wrapped, and fills it otherwise', () => {
    const ball = icosphere(0.5, 3);
    const bowl = {
      ...ball,
      triangles: ball.triangles.filter((_, c, t) =>
        [0, 1, 2].every((k) => ball.positions[3 * t[c - (c % 3) + k] + 1] < 1e-9),
      ),
    };
    const half = meshMass(ball).volume / 2;
    const filled = meshMass(makeSolid(bowl, { solid: 'fill' }).boundary).volume;
    expect(filled / half).toBeGreaterThan(0.9);
    expect(filled / half).toBeLessThan(1);
    const wrapped = meshMass(makeSolid(bowl, { solid: 'wrap', thickness: 0.05 }).boundary).volume;
    expect(wrapped / (0.05 * Math.PI * 0.5)).toBeCloseTo(1, 0);
  });

  it('is refused without extent, and if it is no mesh', () => {
    const point = { positions: new Float64Array(9).fill(1), triangles: Int32Array.of(0, 1, 2) };
    expect(() => makeSolid(point)).toThrow(/mesh: must have an extent/);
    const line = {
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0),
      triangles: Int32Array.of(0, 1, 2),
    };
    expect(() => makeSolid(line)).toThrow(/mesh: must have an extent/);
    const box = boxMesh();
    expect(() => makeSolid({ ...box, triangles: Int32Array.of(0, 1, 99) })).toThrow(/vertex 99/);
  });
});
