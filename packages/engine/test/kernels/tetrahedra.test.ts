import './all.ts';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { typescriptKernels as k } from '../../src/kernels/kernels.ts';

const random = createRandom(11);
const TETS = Int32Array.of(0, 1, 2, 3, 1, 2, 3, 4);
const REST = Float64Array.of(0, 0, 0, 1, 0.1, 0, 0.2, 1.1, 0, 0.1, 0.2, 0.9, 1, 1, 1.2);
const NODES = 5;
const MU = Float64Array.of(0.7, 1.1);
const LAMBDA = Float64Array.of(1.9, 0.6);

const cross = (a: number[], b: number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Shape function gradients: those of nodes 1 to 3 are the dual basis of the edges from node 0. */
function restGradients(): Float64Array {
  const out = new Float64Array(24);
  for (let e = 0; e < 2; e++) {
    const node = (a: number) => [...REST.subarray(3 * TETS[4 * e + a], 3 * TETS[4 * e + a] + 3)];
    const edge = (a: number) => node(a).map((x, i) => x - node(0)[i]);
    const [u, v, w] = [edge(1), edge(2), edge(3)];
    const det = dot(u, cross(v, w));
    const g = [cross(v, w), cross(w, u), cross(u, v)].map((row) => row.map((x) => x / det));
    g.forEach((row, a) => {
      row.forEach((x, i) => {
        out[12 * e + 3 + 3 * a + i] = x;
        out[12 * e + i] -= x;
      });
    });
  }
  return out;
}

const G = restGradients();
/** Every pair of nodes has a block, so the matrix can be read as a dense one. */
const SLOTS = Int32Array.from({ length: 32 }, (_, i) => {
  const e = Math.floor(i / 16);
  return NODES * TETS[4 * e + (Math.floor(i / 4) % 4)] + TETS[4 * e + (i % 4)];
});
const deformed = () => REST.map((x) => 1.1 * x + random.range(-0.2, 0.2));

function rotationsAt(x: Float64Array): Float64Array {
  const F = new Float64Array(18);
  const R = new Float64Array(18);
  k.tetGradients(F, x, TETS, G, 2);
  k.extractRotations(new Float64Array(8), R, F, 2);
  return R;
}

function forcesAt(x: Float64Array, R = rotationsAt(x)) {
  const F = new Float64Array(18);
  const f = new Float64Array(3 * NODES);
  k.tetGradients(F, x, TETS, G, 2);
  const energy = k.tetForces(f, TETS, G, R, F, MU, LAMBDA, 2);
  return { energy, f };
}

function moved(x: Float64Array, i: number, h: number): Float64Array {
  const out = x.slice();
  out[i] += h;
  return out;
}

describe('tets', () => {
  it('see an affine map as their deformation gradient', () => {
    const M = Float64Array.from({ length: 9 }, () => random.range(-1, 1));
    const x = new Float64Array(REST.length);
    for (let p = 0; p < NODES; p++)
      for (let i = 0; i < 3; i++)
        x[3 * p + i] = 7 + dot([...M.subarray(3 * i, 3 * i + 3)], [...REST.subarray(3 * p)]);
    const F = new Float64Array(18);
    k.tetGradients(F, x, TETS, G, 2);
    for (let i = 0; i < 18; i++) expect(F[i]).toBeCloseTo(M[i % 9], 12);
  });

  it('feel no force when turned and moved', () => {
    const [s, c] = [0.6, 0.8];
    const x = new Float64Array(REST.length);
    for (let p = 0; p < 3 * NODES; p += 3) {
      x[p] = c * REST[p] - s * REST[p + 1] + 3;
      x[p + 1] = s * REST[p] + c * REST[p + 1] - 2;
      x[p + 2] = REST[p + 2] + 1;
    }
    const { energy, f } = forcesAt(x);
    expect(energy).toBeLessThan(1e-18);
    for (const value of f) expect(Math.abs(value)).toBeLessThan(1e-9);
  });

  it('have forces that are minus the slope of the energy, the rotation following', () => {
    const x = deformed();
    const { f } = forcesAt(x);
    const h = 1e-5;
    for (let i = 0; i < x.length; i++) {
      const slope = (forcesAt(moved(x, i, h)).energy - forcesAt(moved(x, i, -h)).energy) / (2 * h);
      expect(f[i]).toBeCloseTo(-slope, 8);
    }
  });

  it('keep momentum and angular momentum', () => {
    const x = deformed();
    const { f } = forcesAt(x);
    const total = [0, 0, 0];
    const torque = [0, 0, 0];
    for (let p = 0; p < 3 * NODES; p += 3) {
      const at = [...f.subarray(p, p + 3)];
      const arm = cross([...x.subarray(p, p + 3)], at);
      for (let i = 0; i < 3; i++) {
        total[i] += at[i];
        torque[i] += arm[i];
      }
    }
    for (const value of [...total, ...torque]) expect(Math.abs(value)).toBeLessThan(1e-9);
  });

  it('have a stiffness that is minus the slope of the force, the rotation held still', () => {
    const x = deformed();
    const R = rotationsAt(x);
    const K = new Float64Array(9 * NODES * NODES);
    k.tetStiffness(K, SLOTS, G, R, MU, LAMBDA, 2);
    const entry = (i: number, j: number) =>
      K[9 * (NODES * Math.floor(i / 3) + Math.floor(j / 3)) + 3 * (i % 3) + (j % 3)];
    const size = 3 * NODES;
    for (let j = 0; j < size; j++) {
      const plus = forcesAt(moved(x, j, 0.5), R).f;
      const minus = forcesAt(moved(x, j, -0.5), R).f;
      for (let i = 0; i < size; i++) {
        expect(entry(i, j)).toBeCloseTo(minus[i] - plus[i], 10);
        expect(entry(i, j)).toBe(entry(j, i));
      }
    }
    for (let trial = 0; trial < 50; trial++) {
      const v = Array.from({ length: size }, () => random.range(-1, 1));
      const work = v.reduce(
        (s, vi, i) => s + vi * v.reduce((t, vj, j) => t + entry(i, j) * vj, 0),
        0,
      );
      expect(work).toBeGreaterThan(0);
    }
  });
});
