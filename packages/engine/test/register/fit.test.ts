import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { finish } from '../../src/core/steps.ts';
import { embedPoints, frameBody, movePoints, restFrames } from '../../src/register/body/body.ts';
import { easeQuadratics, easyMaps, splitEnergy } from '../../src/register/body/easy.ts';
import { addDisagreement, elasticPull, priorSteps } from '../../src/register/body/prior.ts';
import { fillCells } from '../../src/register/body/voxels.ts';
import { chooseSet, coarsenAll, createFrameSet, followSet } from '../../src/register/fit/active.ts';
import {
  createEquation,
  factorMatrix,
  fillDiagonal,
  fillMatrix,
  loadFrames,
  residual,
  solveEquation,
} from '../../src/register/fit/equation.ts';
import { createMixing, mixStep } from '../../src/register/fit/mixing.ts';
import { addRow, createRows } from '../../src/register/fit/rows.ts';
import { createSprings } from '../../src/register/fit/springs.ts';
import { closestInCone, createFoot } from '../../src/register/surface/closest.ts';
import { createSurface } from '../../src/register/surface/surface.ts';
import { egg, farthest } from './shapes.ts';

const mesh = egg(2);
const surface = createSurface(mesh.positions, mesh.triangles);
const voxels = fillCells(surface.bvh, 16, true);
const body = finish(frameBody(voxels, [1, 4, 12]));
const random = createRandom(3);
const shaken = (): Float64Array => restFrames(body.nodes).map((x) => x + random.range(-0.2, 0.2));

describe('the prior', () => {
  it('costs nothing for one affine map of all frames, and something for any other motion', () => {
    const n = 4 * body.nodes;
    const P = new Float64Array(n * n);
    addDisagreement(P, body, 1);
    const energy = (row: (k: number) => number): number => {
      let sum = 0;
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += row(i) * P[i * n + j] * row(j);
      return sum;
    };
    const affine = [0.7, -0.3, 1.9, 0.4];
    expect(Math.abs(energy((i) => affine[i % 4]))).toBeLessThan(1e-12);
    expect(energy((i) => (i < 4 ? affine[i] : 0))).toBeGreaterThan(1e-3);
  });

  it('lets the whole body bend for a part of the price, and all else for the same', () => {
    const n = 4 * body.nodes;
    const P = new Float64Array(n * n);
    addDisagreement(P, body, 1);
    const maps = easyMaps(P, body, restFrames(body.nodes))!;
    const eased = new Float64Array(n * n);
    easeQuadratics(eased, P, maps, 0.2);
    // Rows of D: x y / 3 − z² as tangent maps at the nodes, and numbers at random.
    const x = body.positions;
    const bend = Float64Array.from({ length: n }, (_, i) => {
      const [a, b, c] = x.subarray(3 * (i >> 2), 3 * (i >> 2) + 3);
      return [b / 3, a / 3, -2 * c, c * c - (a * b) / 3][i % 4];
    });
    const product = (A: Float64Array, u: Float64Array, v: Float64Array): number => {
      let sum = 0;
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += u[i] * A[i * n + j] * v[j];
      return sum;
    };
    const price = product(P, bend, bend);
    expect(product(eased, bend, bend)).toBeCloseTo(0.2 * price, 6);
    // What has no part of it, in the form's own sense, costs what it did.
    const D = shaken();
    const row = Float64Array.from({ length: n }, (_, i) => D[12 * (i >> 2) + (i & 3)]);
    const energies = new Float64Array(2);
    const one = D.map((value, i) => (i % 12 < 4 ? value : 0));
    splitEnergy(energies, P, maps, one);
    expect(energies[0] + energies[1]).toBeCloseTo(product(P, row, row), 9);
    expect(product(eased, row, row)).toBeCloseTo(0.2 * energies[0] + energies[1], 9);
    expect(energies[0]).toBeGreaterThan(0);
  });

  it('takes a large twist for quadratic, seen from halfway, and a small wave not', () => {
    const n = 4 * body.nodes;
    const P = new Float64Array(n * n);
    addDisagreement(P, body, 1);
    // Tangent maps of a displacement at the nodes, by differences.
    const framesOf = (move: (p: number[]) => number[]): Float64Array => {
      const D = new Float64Array(12 * body.nodes);
      for (let k = 0; k < body.nodes; k++) {
        const x = [...body.positions.subarray(3 * k, 3 * k + 3)];
        const there = move(x);
        for (let d = 0; d < 3; d++) {
          D[12 * k + 4 * d + 3] = there[d];
          for (let e = 0; e < 3; e++) {
            const beside = x.map((c, i) => (i === e ? c + 1e-5 : c));
            const slope = (move(beside)[d] - there[d]) / 1e-5;
            D[12 * k + 4 * d + e] = slope;
            D[12 * k + 4 * d + 3] -= slope * x[e];
          }
        }
      }
      return D;
    };
    const restOf = (D: Float64Array, from: Float64Array): number => {
      const energies = new Float64Array(2);
      splitEnergy(energies, P, easyMaps(P, body, from)!, D);
      return energies[1] / (energies[0] + energies[1]);
    };
    const twisted = framesOf(([x, y, z]) => {
      const [c, s] = [Math.cos(0.4 * x), Math.sin(0.4 * x)];
      return [x, c * y - s * z, s * y + c * z];
    });
    const waved = framesOf(([x, y, z]) => [x, y + 0.05 * Math.sin(4 * x), z]);
    const rest = restFrames(body.nodes);
    expect(restOf(twisted, twisted)).toBeLessThan(0.25 * restOf(twisted, rest));
    expect(restOf(waved, waved)).toBeGreaterThan(0.5);
  });

  it('pulls the elastic part back to where a turned body already is', () => {
    const { P, elastic } = finish(priorSteps(body, 'elastic', true));
    const n = 4 * body.nodes;
    const turn = [0, -1, 0, 0.3, 1, 0, 0, -2, 0, 0, 1, 0.1];
    const D = Float64Array.from({ length: 12 * body.nodes }, (_, i) => turn[i % 12]);
    const B = new Float64Array(12 * body.nodes);
    elasticPull(B, elastic!, D);
    for (let c = 0; c < 3; c++) {
      for (let i = 0; i < n; i++) {
        let force = -B[12 * Math.floor(i / 4) + 4 * c + (i % 4)];
        for (let j = 0; j < n; j++)
          force += P[i * n + j] * D[12 * Math.floor(j / 4) + 4 * c + (j % 4)];
        expect(Math.abs(force)).toBeLessThan(1e-10);
      }
    }
  });
});

describe('a set of frames', () => {
  it('moves nothing when all others fall asleep behind their offsets', () => {
    const D = shaken();
    const points = embedPoints(body, mesh.positions);
    const before = new Float64Array(mesh.positions.length);
    movePoints(before, points, D);
    const offsets = restFrames(body.nodes);
    const active = new Uint8Array(body.nodes).fill(1);
    coarsenAll(offsets, active, body, D);
    expect(active.reduce((sum, one) => sum + one, 0)).toBe(1);
    const set = createFrameSet(body);
    chooseSet(set, body, active, offsets, new Float64Array(16 * body.nodes * body.nodes));
    followSet(D, set, body.nodes);
    const after = new Float64Array(mesh.positions.length);
    movePoints(after, points, D);
    expect(farthest(before, after)).toBeLessThan(1e-12);
  });

  it('feels the gradient of its energy, springs and prior, and comes to the minimum', () => {
    const { P } = finish(priorSteps(body, 'smooth', false));
    const D = shaken();
    const active = Uint8Array.from({ length: body.nodes }, (_, k) => (k < 7 ? 1 : 0));
    const offsets = restFrames(body.nodes).map((x) => x + random.range(-0.1, 0.1));
    const set = createFrameSet(body);
    chooseSet(set, body, active, offsets, P);
    followSet(D, set, body.nodes);
    const points = embedPoints(body, mesh.positions);
    const springs = createSprings(100);
    const rows = createRows(100, mesh.positions.length / 3, body.nodes);
    for (let s = 0; s < 100; s++) {
      springs.vertices.set(mesh.triangles.subarray(9 * s, 9 * s + 3), 3 * s);
      springs.corners.set([0.2, 0.5, 0.3], 3 * s);
      for (let d = 0; d < 3; d++) springs.goal[3 * s + d] = random.range(-1, 1);
      const [x, y] = [random.range(-0.7, 0.7), random.range(-0.7, 0.7)];
      springs.normal.set([x, y, Math.sqrt(1 - x * x - y * y)], 3 * s);
      springs.tangent[s] = random.range(0.03, 1);
      springs.weight[s] = random.next() / 100;
      addRow(rows, points, set, springs.vertices, 3 * s, springs.corners, 3 * s);
    }
    springs.count = 100;
    const at = new Float64Array(mesh.positions.length);
    const n = 4 * body.nodes;
    const energy = (frames: Float64Array): number => {
      const all = frames.slice();
      followSet(all, set, body.nodes);
      movePoints(at, points, all);
      let sum = 0;
      for (let s = 0; s < 100; s++) {
        let [across, square] = [0, 0];
        for (let d = 0; d < 3; d++) {
          let p = -springs.goal[3 * s + d];
          for (let k = 0; k < 3; k++)
            p += springs.corners[3 * s + k] * at[3 * springs.vertices[3 * s + k] + d];
          across += springs.normal[3 * s + d] * p;
          square += p * p;
        }
        const t = springs.tangent[s];
        sum += springs.weight[s] * ((1 - t) * across * across + t * square);
      }
      for (let c = 0; c < 3; c++) {
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            const [u, v] = [i, j].map((k) => all[12 * Math.floor(k / 4) + 4 * c + (k % 4)]);
            sum += 0.01 * u * P[i * n + j] * v;
          }
        }
      }
      return sum;
    };
    const eq = createEquation(body.nodes);
    loadFrames(eq, set, D);
    residual(eq, set, rows, springs, 0.01, null);
    for (const [j, c, r] of [
      [0, 0, 1],
      [3, 2, 3],
      [6, 1, 0],
    ]) {
      const i = 12 * set.members[j] + 4 * c + r;
      const [up, down] = [D.slice(), D.slice()];
      up[i] += 1e-5;
      down[i] -= 1e-5;
      const slope = (energy(up) - energy(down)) / 2e-5;
      expect(eq.r[c * eq.stride + 4 * j + r]).toBeCloseTo(-slope / 2, 6);
    }
    fillMatrix(eq, set, rows, springs, 0.01);
    const diagonal = createEquation(body.nodes);
    fillDiagonal(diagonal, set, rows, springs, 0.01);
    for (let i = 0; i < 4 * set.count; i++)
      for (let j = i - (i % 4); j <= i; j++)
        expect(diagonal.L[4 * set.count * i + j]).toBe(eq.L[4 * set.count * i + j]);
    expect(factorMatrix(eq, set)).toBe(true);
    for (let round = 0; round < 8; round++) solveEquation(eq, set, rows, springs, 0.01, null);
    const best = D.slice();
    for (let j = 0; j < set.count; j++) {
      for (let i = 0; i < 12; i++)
        best[12 * set.members[j] + i] = eq.x[Math.floor(i / 4) * eq.stride + 4 * j + (i % 4)];
    }
    const least = energy(best);
    expect(least).toBeLessThan(energy(D));
    for (let trial = 0; trial < 10; trial++) {
      const other = best.map((x) => x + random.range(-0.01, 0.01));
      expect(energy(other)).toBeGreaterThan(least);
    }
  });
});

describe('mixed steps', () => {
  it('come to the fixed point of a slow linear iteration in as many steps as it has dimensions', () => {
    const rates = Float64Array.of(0.9, 0.8, 0.6, -0.5);
    const goal = Float64Array.of(1, -2, 3, 0.5);
    const x = new Float64Array(4);
    const [step, taken] = [new Float64Array(4), new Float64Array(4)];
    const mixing = createMixing(4);
    for (let i = 0; i < 15; i++) {
      for (let d = 0; d < 4; d++) step[d] = (1 - rates[d]) * (goal[d] - x[d]);
      mixStep(mixing, taken, step, 4);
      for (let d = 0; d < 4; d++) x[d] += taken[d];
    }
    // Plain steps would leave a fifth of the first.
    expect(Math.max(...x.map((c, d) => Math.abs(c - goal[d])))).toBeLessThan(1e-3);
  });
});

it('the closest place within a cone is that of a search through all triangles', () => {
  const foot = createFoot();
  const one = createFoot();
  for (let trial = 0; trial < 40; trial++) {
    const p = Float64Array.from({ length: 3 }, () => random.range(-2, 2));
    const t = random.below(surface.areas.length);
    closestInCone(foot, surface, p, 0, surface.normals, 3 * t, 0.6, random.below(300));
    let least = Infinity;
    for (let u = 0; u < surface.areas.length; u++) {
      let cos = 0;
      for (let d = 0; d < 3; d++) cos += surface.normals[3 * t + d] * surface.normals[3 * u + d];
      if (cos < 0.6) continue;
      const lone = createSurface(mesh.positions, mesh.triangles.slice(3 * u, 3 * u + 3));
      closestInCone(one, lone, p, 0, p, 0, -1, -1);
      least = Math.min(least, one.distance2);
    }
    expect(foot.distance2).toBe(least);
  }
});
