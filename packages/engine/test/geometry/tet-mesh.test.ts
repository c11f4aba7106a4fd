import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { meshMass } from '../../src/geometry/mass.ts';
import { checkMesh } from '../../src/geometry/mesh/check.ts';
import { boxGrid } from '../../src/geometry/tets/box-grid.ts';
import {
  compactTets,
  shapeGradients,
  tetComponents,
  tetNeighbours,
  tetSurface,
  tetVolumes,
} from '../../src/geometry/tets/mesh.ts';
import { dihedralRange, tetQualities } from '../../src/geometry/tets/quality.ts';
import type { TetMesh } from '../../src/geometry/types.ts';

const regular: TetMesh = {
  positions: Float64Array.of(1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, 1),
  tets: Int32Array.of(0, 1, 2, 3),
};

describe('structured boxes', () => {
  for (const tetsPerCell of [5, 6] as const) {
    it(`${tetsPerCell} tets per cell fill the box and match across cells`, () => {
      const mesh = boxGrid([2, 1, 0.5], [4, 3, 2], { tetsPerCell, centre: [1, 2, 3] });
      const volumes = tetVolumes(mesh);
      expect(volumes.length).toBe(24 * tetsPerCell);
      expect(volumes.every((v) => v > 0)).toBe(true);
      expect(volumes.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      const surface = tetSurface(mesh).mesh;
      expect(checkMesh(surface)).toEqual([]);
      expect(surface.triangles.length / 3).toBe(2 * 2 * (12 + 8 + 6));
      const { volume, centre } = meshMass(surface, 1);
      expect(volume).toBeCloseTo(1, 12);
      expect(centre[0]).toBeCloseTo(1, 12);
      expect(centre[2]).toBeCloseTo(3, 12);
    });
  }

  it('names the side that is wrong', () => {
    expect(() => boxGrid([1, -1, 1], [1, 1, 1])).toThrow(/size\[1\]/);
    expect(() => boxGrid([1, 1, 1], [1, 1, 0.5])).toThrow(/cells\[2\]/);
  });
});

describe('tets', () => {
  it('have shape gradients that reproduce any linear map', () => {
    const mesh = boxGrid([1, 1, 1], [2, 2, 2]);
    const random = createRandom(3);
    for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] += random.range(-0.05, 0.05);
    const g = shapeGradients(mesh);
    const A = Array.from({ length: 9 }, () => random.range(-1, 1));
    for (let t = 0; t < mesh.tets.length / 4; t++) {
      const F = new Float64Array(9);
      for (let a = 0; a < 4; a++) {
        const v = 3 * mesh.tets[4 * t + a];
        for (let i = 0; i < 3; i++) {
          let y = 0;
          for (let j = 0; j < 3; j++) y += A[3 * i + j] * mesh.positions[v + j];
          for (let j = 0; j < 3; j++) F[3 * i + j] += y * g[12 * t + 3 * a + j];
        }
      }
      for (let i = 0; i < 9; i++) expect(F[i]).toBeCloseTo(A[i], 11);
    }
  });

  it('have quality 1 and angles of 70.53° if regular', () => {
    expect(tetVolumes(regular)[0]).toBeGreaterThan(0);
    expect(tetQualities(regular)[0]).toBeCloseTo(1, 12);
    const [low, high] = dihedralRange(regular);
    expect(low).toBeCloseTo(Math.acos(1 / 3), 12);
    expect(high).toBeCloseTo(Math.acos(1 / 3), 12);
    const corner = { ...regular, positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1) };
    // r = V·3/area = 1/(3+√3), R = √3/2.
    expect(tetQualities(corner)[0]).toBeCloseTo(3 / (3 + Math.sqrt(3)) / (Math.sqrt(3) / 2), 12);
    expect(dihedralRange(corner)[1]).toBeCloseTo(Math.PI / 2, 12);
  });

  it('know their neighbours, and neighbours know them', () => {
    const mesh = boxGrid([1, 1, 1], [2, 2, 2]);
    const { tets, border } = tetNeighbours(mesh);
    for (let s = 0; s < tets.length; s++) {
      if (tets[s] < 0) continue;
      expect(tets.subarray(4 * tets[s], 4 * tets[s] + 4)).toContain(s >> 2);
    }
    expect(border.length).toBe(6 * 2 * 4);
  });

  it('fall into pieces, and lose their unused vertices', () => {
    const mesh = boxGrid([3, 1, 1], [3, 1, 1]);
    const keep = new Uint8Array(15).fill(1).fill(0, 5, 10);
    const { mesh: two, vertices } = compactTets(mesh, keep);
    const pieces = tetComponents(two);
    expect([pieces.count, ...pieces.sizes]).toEqual([2, 5, 5]);
    expect(two.positions.length / 3).toBe(16);
    const one = compactTets(
      two,
      Uint8Array.from(pieces.label, (l) => l),
    );
    expect(one.mesh.positions.length / 3).toBe(8);
    expect(Math.min(...one.mesh.positions.filter((_, i) => i % 3 === 0))).toBeCloseTo(0.5, 12);
    expect(vertices.length).toBe(16);
  });
});
