import { describe, expect, it } from 'vitest';
import { bytesOf, createDigest } from '../../../../src/core/hash.ts';
import { createRandom } from '../../../../src/core/random.ts';
import { embedFramePoints } from '../../../../src/models/frames/build/embed.ts';
import type { FramesData } from '../../../../src/models/frames/model.ts';
import { ball, block, union } from '../../../geometry/shapes.ts';
import { bar, build, sphere, wall } from './bodies.ts';
import { AT_REST, everywhere, pushPoint } from './statics.ts';

/** A digest of every array in the data. */
function digestOf(data: FramesData): string {
  const digest = createDigest();
  const add = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) digest.bytes(bytesOf(value));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add);
    else digest.text(String(value));
  };
  add(data);
  return digest.value();
}

describe('mass', () => {
  it('adds up to that of the solid, not of its voxels; so do centre and second moments', () => {
    const data = build(bar(), { voxel: 1 / 32, regions: [wall()] });
    const sum = new Float64Array(16);
    data.mass.forEach((m, i) => {
      sum[i % 16] += m;
    });
    const M = 62.5;
    expect(data.totalMass).toBeCloseTo(M, 10);
    const want = [M / 3, 0, 0, M / 2, 0, M / 192, 0, 0, 0, 0, M / 192, 0, M / 2, 0, 0, M];
    want.forEach((w, i) => {
      expect(Math.abs(sum[i] - w)).toBeLessThan(1e-11);
    });
    const round = build(sphere(), { voxel: 0.05 });
    expect(Math.abs(round.totalMass / ((1000 * Math.PI) / 6) - 1)).toBeLessThan(2e-3);
  });

  it('is symmetric, and its rows add up to the mass vector', () => {
    const data = build(sphere(), { frames: [1, 4, 10], voxel: 0.08 });
    const { nodes, massPtr, massCols, mass, massVector } = data;
    const block = (k: number, l: number): Float64Array => {
      const e = massCols.subarray(massPtr[k], massPtr[k + 1]).indexOf(l);
      return mass.subarray(16 * (massPtr[k] + e), 16 * (massPtr[k] + e) + 16);
    };
    for (let k = 0; k < nodes; k++) {
      const row = [0, 0, 0, 0];
      for (const l of massCols.subarray(massPtr[k], massPtr[k + 1])) {
        const [kl, lk] = [block(k, l), block(l, k)];
        for (let r = 0; r < 4; r++)
          for (let c = 0; c < 4; c++) expect(kl[4 * r + c]).toBe(lk[4 * c + r]);
        // Σ_l q_l = [p̄; 1], whose last entry is one.
        for (let r = 0; r < 4; r++) row[r] += kl[4 * r + 3];
      }
      for (let r = 0; r < 4; r++) expect(row[r]).toBeCloseTo(massVector[4 * k + r], 11);
    }
  });

  it('of random velocities is their kinetic energy, summed over samples', () => {
    const data = build(bar(), { voxel: 1 / 8, frames: [1, 4] });
    const random = createRandom(11);
    const v = everywhere(data.nodes, AT_REST).map(() => random.range(-1, 1));
    let energy = 0;
    for (let k = 0; k < data.nodes; k++)
      for (let e = data.massPtr[k]; e < data.massPtr[k + 1]; e++)
        for (let i = 0; i < 48; i++) {
          const [c, p, q] = [Math.floor(i / 16), (i >> 2) & 3, i & 3];
          energy +=
            0.5 *
            v[12 * k + 4 * c + p] *
            data.mass[16 * e + 4 * p + q] *
            v[12 * data.massCols[e] + 4 * c + q];
        }
    // 8³ samples a voxel by the middle rule: only the voxels' own moments tell the two apart.
    const samples: number[] = [];
    const { grid } = data;
    const [nx, ny] = grid.dims;
    grid.cellOf.forEach((i, c) => {
      if (i < 0) return;
      const at = [c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny))];
      for (let s = 0; s < 512; s++)
        [s & 7, (s >> 3) & 7, s >> 6].forEach((t, d) => {
          const [low, high] = grid.planes[d].subarray(at[d], at[d] + 2);
          samples.push(low + ((high - low) * (t + 0.5)) / 8);
        });
    });
    const weights = embedFramePoints(grid, Float64Array.from(samples));
    let sum = 0;
    for (let i = 0; i < samples.length / 3; i++)
      sum += pushPoint(weights, i, v).reduce((a, x) => a + x * x, 0);
    const want = (0.5 * data.totalMass * sum) / (samples.length / 3);
    expect(Math.abs(energy / want - 1)).toBeLessThan(2e-3);
  });
});

describe('embedded points', () => {
  it('are where they belong at rest and in any affine motion, surface and contacts too', () => {
    const random = createRandom(2);
    const D = Array.from({ length: 12 }, () => random.range(-2, 2));
    const data = build(union(ball(0.4), block(0.5, 0.1, 0.1, 0.5)), {
      surface: null,
      voxel: 0.06,
    });
    expect(data.surface.positions.length).toBeGreaterThan(1000);
    const outside = Float64Array.from({ length: 300 }, () => random.range(-3, 3));
    for (const [weights, x] of [
      [data.skin, data.surface.positions],
      [data.contacts, data.contactPoints],
      [embedFramePoints(data.grid, outside), outside],
    ] as const) {
      expect(weights.ptr.length).toBe(x.length / 3 + 1);
      for (const map of [AT_REST, D]) {
        const all = everywhere(data.nodes, map);
        for (let i = 0; i < x.length / 3; i++) {
          const p = [x[3 * i], x[3 * i + 1], x[3 * i + 2], 1];
          pushPoint(weights, i, all).forEach((y, c) => {
            const want = p.reduce((s, pj, j) => s + map[4 * c + j] * pj, 0);
            expect(Math.abs(y - want)).toBeLessThan(1e-13 * 20);
          });
        }
      }
    }
  });

  it('move continuously with their place, across voxels and out of the body', () => {
    const data = build(bar(), { voxel: 1 / 24 });
    const random = createRandom(8);
    const D = everywhere(data.nodes, AT_REST).map((x) => x + random.range(-0.5, 0.5));
    const steps = 4000;
    const path = new Float64Array(3 * steps);
    for (let i = 0; i < steps; i++)
      path.set([-0.1 + (1.2 * i) / steps, 0.15 - (0.3 * i) / steps, 0.07], 3 * i);
    const weights = embedFramePoints(data.grid, path);
    let last = pushPoint(weights, 0, D);
    for (let i = 1; i < steps; i++) {
      const next = pushPoint(weights, i, D);
      expect(Math.hypot(...next.map((x, c) => x - last[c]))).toBeLessThan(0.01);
      last = next;
    }
  });
});

describe('building', () => {
  it('gives the same bits twice', () => {
    const again = (): string =>
      digestOf(
        build(sphere(), {
          surface: null,
          voxel: 0.07,
          frames: [1, 3, 9],
          regions: [block(1, 0.1, 1, 0, -0.5)],
        }),
      );
    expect(again()).toBe(again());
  });

  it('chooses voxels for the number of frames', () => {
    const cells = (frames: number[]): number => build(sphere(), { frames }).grid.corners.length / 8;
    expect(cells([1])).toBeGreaterThan(3000);
    const many = cells([1, 30]);
    expect(many).toBeGreaterThan(7000);
    expect(many).toBeLessThan(11000);
  });

  it('refuses what it cannot build, by name', () => {
    expect(() => build(bar(), { frames: [] })).toThrow(/model.frames: must be at least one level/);
    expect(() => build(bar(), { frames: [3, 3] })).toThrow(/model.frames\[1\].*at least 4, got 3/);
    expect(() => build(bar(), { frames: [9000] })).toThrow(/at most 1500/);
    expect(() => build(bar(), { density: -1 })).toThrow(/material.density/);
    expect(() => build(bar(), { voxel: 0 })).toThrow(/model.voxel/);
    expect(() => build(bar(), { influences: 2.5 })).toThrow(/model.influences/);
    expect(() => build(bar(), { regions: [block(0.1, 0.1, 0.1, 9)] })).toThrow(
      /attachments\[0\].region: must hold a free part/,
    );
    expect(() => build({ ...bar(), bounds: [0, 0, 0, Infinity, 1, 1] })).toThrow(/shape: must be/);
  });
});
