import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '../../src/geometry/types.ts';
import type { RegisterOptions } from '../../src/register/options.ts';
import { fit } from './fit.ts';
import { bend, egg, farthest, moved, shuffled, similarity } from './shapes.ts';

const template = egg(2);
const L = 4;
const fine = egg(3);
const bent: TriangleMesh = {
  triangles: fine.triangles,
  positions: moved(fine.positions, bend(0.8, 3)),
};
const quick: RegisterOptions = { frames: [1, 5, 12], cells: 14, samples: 200 };

describe('a template', () => {
  it('stays where it is on itself, with one frame', () => {
    const { positions, report } = fit(template, template, quick);
    expect(farthest(positions, template.positions)).toBeLessThan(1e-6 * L);
    expect(report.frames.mostActive).toBe(1);
    expect(report.converged).toBe(true);
  });

  it('comes to any similar copy of itself with one frame', () => {
    const target = { ...template, positions: moved(template.positions, similarity) };
    const { positions, report } = fit(template, target, { ...quick, prealign: 'full' });
    expect(farthest(positions, target.positions)).toBeLessThan(1e-6 * 25 * L);
    expect(report.frames.mostActive).toBe(1);
    expect(report.prealign.scale).toBeCloseTo(25, 1);
  });

  it('bends along with its target', () => {
    const { positions, report } = fit(template, bent, quick);
    const truth = moved(template.positions, bend(0.8, 3));
    let sum = 0;
    for (let i = 0; i < truth.length; i++) sum += (positions[i] - truth[i]) ** 2;
    expect(Math.sqrt((3 * sum) / truth.length)).toBeLessThan(0.06 * L);
    expect(report.distance.templateToTarget.mean).toBeLessThan(0.002 * L);
    expect(report.quality.folds).toBe(0);
    expect(report.fit).toBe('good');
    expect(report.warnings).toEqual([]);
  });

  it('gives the same answer in other units, places and turns, and for faces in another order', () => {
    const first = fit(template, bent, quick);
    const same = fit(template, { ...bent, triangles: shuffled(bent.triangles) }, quick);
    expect(farthest(first.positions, same.positions)).toBe(0);
    const other = fit(
      { ...template, positions: moved(template.positions, similarity) },
      { ...bent, positions: moved(bent.positions, similarity) },
      quick,
    );
    expect(farthest(other.positions, moved(first.positions, similarity))).toBeLessThan(25e-6 * L);
  });

  it('finds a scan in other units, or beside it, without being told, and says so', () => {
    const first = fit(template, bent, quick);
    const away = (s: number, by: number) => {
      const map = ([x, y, z]: [number, number, number]) => [s * x + by, s * y, s * z] as const;
      const { positions, report } = fit(
        template,
        { ...bent, positions: moved(bent.positions, map) },
        quick,
      );
      expect(report.fit).toBe('good');
      expect(farthest(positions, moved(first.positions, map))).toBeLessThan(0.01 * s * L);
      return report.warnings;
    };
    expect(away(1000, 0).join()).toMatch(/scaled by \d+: are the files in other units/);
    expect(away(1, 30)).toEqual([]);
  });

  it('keeps its landmarks', () => {
    const truth = moved(template.positions, bend(0.8, 3));
    const landmarks = [0, 40, 90, 160].map((vertex) => ({
      vertex,
      target: Array.from(truth.subarray(3 * vertex, 3 * vertex + 3)) as [number, number, number],
    }));
    const { report } = fit(template, bent, { ...quick, landmarks });
    for (const { error } of report.landmarks) expect(error).toBeLessThan(0.0015 * L);
  });

  it('is not disturbed by what is masked', () => {
    const wild = { ...bent, positions: bent.positions.slice() };
    wild.positions.set([5, 5, 5], 3 * 100);
    const targetMask = new Float64Array(bent.positions.length / 3).fill(1);
    targetMask[100] = 0;
    const one = fit(template, bent, { ...quick, targetMask });
    const two = fit(template, wild, { ...quick, targetMask });
    expect(farthest(one.positions, two.positions)).toBe(0);
  });
});
