import { expect, test } from 'vitest';
import { tetVolumes } from '../../../src/geometry/tets/mesh.ts';
import { stuffTets } from '../../../src/geometry/tets/stuff.ts';
import { forUncovered } from '../../../src/models/shared/uncovered.ts';
import { ball } from '../../geometry/shapes.ts';

test('points outside lie between the facets and the surface, and make up for second moments', () => {
  const shape = ball();
  const mesh = stuffTets(shape, 0.7);
  const volumes = tetVolumes(mesh);
  const at = (t: number, lambda: ArrayLike<number>, c: number): number => {
    let x = 0;
    for (let k = 0; k < 4; k++) x += lambda[k] * mesh.positions[3 * mesh.tets[4 * t + k] + c];
    return x;
  };
  let second = 0;
  let last = 0;
  forUncovered(mesh, shape, (t, lambda, part) => {
    expect(t).toBeGreaterThanOrEqual(last);
    last = t;
    expect(lambda.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    expect(Math.min(...lambda)).toBeLessThan(0);
    const r2 = at(t, lambda, 0) ** 2 + at(t, lambda, 1) ** 2 + at(t, lambda, 2) ** 2;
    expect(r2).toBeLessThan(1.0001);
    second += volumes[t] * part * r2;
  });
  for (let t = 0; t < volumes.length; t++) {
    // ∫ x² over a tet: V/20 (Σ_k x_k² + (Σ_k x_k)²).
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) {
        const x = mesh.positions[3 * mesh.tets[4 * t + k] + c];
        sum += x;
        second += (volumes[t] / 20) * x * x;
      }
      second += (volumes[t] / 20) * sum * sum;
    }
  }
  expect(Math.abs(second / ((4 / 5) * Math.PI) - 1)).toBeLessThan(0.03);
});
