import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { meshEdges } from '../../src/geometry/mesh/edges.ts';
import { icosphere } from '../../src/geometry/mesh/primitives.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';
import { compileShape, extractSurface, LIBRARY } from '../../src/index.ts';
import { sin } from '../../src/math/elementary.ts';
import { foldedEdges } from '../../src/register/measure.ts';
import type { RegisterOptions } from '../../src/register/options.ts';
import { registerSteps } from '../../src/register/register.ts';
import type { RegisterReport } from '../../src/register/report.ts';
import { createSurface, vertexNormals } from '../../src/register/surface/surface.ts';
import { unfold } from '../../src/register/unfold.ts';
import { fit } from './fit.ts';
import { quartered } from './quartered.ts';
import { bend, egg, farthest, moved, similarity } from './shapes.ts';

const template = egg(2);
const L = 4;
const fine = egg(3);
const field = bend(0.6, 3);
const bent: TriangleMesh = {
  triangles: fine.triangles,
  positions: moved(fine.positions, field),
};
/** A wave across a rabbit. */
const sway = ([x, y, z]: [number, number, number]): [number, number, number] => [
  x + 0.03 * sin(7 * y),
  y + 0.03 * sin(7 * z + 1),
  z + 0.03 * sin(7 * x + 2),
];
const quick: RegisterOptions = { frames: [1, 5, 12], cells: 12, samples: 200 };

/** Root mean square distance from the truth over the first vertices. */
function errorOf(positions: Float64Array, rest: Float64Array): number {
  const truth = moved(rest, field);
  let sum = 0;
  for (let i = 0; i < truth.length; i++) sum += (positions[i] - truth[i]) ** 2;
  return Math.sqrt((3 * sum) / truth.length);
}

type Place = [number, number, number];
const at = (x: Float64Array, v: number): Place => [x[3 * v], x[3 * v + 1], x[3 * v + 2]];

function joined(...parts: TriangleMesh[]): TriangleMesh {
  const positions = parts.flatMap((part) => [...part.positions]);
  let first = 0;
  const triangles = parts.flatMap((part) => {
    const from = first;
    first += part.positions.length / 3;
    return [...part.triangles].map((v) => from + v);
  });
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

const shifted = (mesh: TriangleMesh, by: readonly number[]): TriangleMesh => ({
  ...mesh,
  positions: mesh.positions.map((x, i) => x + by[i % 3]),
});

it('springs act on faces: a template of 500 vertices and the same cut in four come to the same place', () => {
  const coarse = extractSurface(compileShape(LIBRARY.rabbit.shape()), 0.052);
  expect(Math.abs(coarse.positions.length / 3 - 500)).toBeLessThan(60);
  const scan = quartered(coarse);
  const truth = moved(coarse.positions, sway);
  const target = { ...scan, positions: moved(scan.positions, sway) };
  const error = (mesh: TriangleMesh): number => {
    const { positions } = fit(mesh, target, { cells: 16, frames: [1, 6, 20] });
    let sum = 0;
    for (let i = 0; i < truth.length; i++) sum += (positions[i] - truth[i]) ** 2;
    return Math.sqrt(sum);
  };
  const four = error(scan);
  expect(Math.abs(error(coarse) - four)).toBeLessThan(0.1 * four);
});

it('a shape with equal distances in it comes to the same place in other units, turned and moved', () => {
  const rabbit = extractSurface(compileShape(LIBRARY.rabbit.shape()), 0.04);
  const { positions: x, triangles } = quartered(rabbit);
  const scan = { positions: moved(x, sway), triangles };
  const landmarks = [10, 200].map((vertex) => ({ vertex, target: at(scan.positions, vertex) }));
  const first = fit(rabbit, scan, { landmarks });
  const other = fit(
    { ...rabbit, positions: moved(rabbit.positions, similarity) },
    { ...scan, positions: moved(scan.positions, similarity) },
    { landmarks: landmarks.map((l) => ({ ...l, target: similarity(l.target) as Place })) },
  );
  const { diagonal } = other.report.units;
  expect(farthest(other.positions, moved(first.positions, similarity))).toBeLessThan(
    1e-6 * diagonal,
  );
});

describe('noise', () => {
  it('of a scan is measured, and the prior does not get softer than it allows', () => {
    const random = createRandom(5);
    const normals = new Float64Array(bent.positions.length);
    vertexNormals(normals, createSurface(bent.positions, bent.triangles));
    const noisy = { ...bent, positions: bent.positions.slice() };
    for (let v = 0; v < normals.length; v += 3) {
      // Uniform between ±a has a standard deviation of a/√3.
      const step = 0.006 * L * Math.sqrt(3) * random.range(-1, 1);
      for (let d = 0; d < 3; d++) noisy.positions[v + d] += step * normals[v + d];
    }
    const { report } = fit(template, noisy, quick);
    const last = (history: RegisterReport['history']): number => history.at(-1)!.stiffness;
    expect(last(report.history)).toBeGreaterThan(1e-3);
    expect(report.noise).toBeGreaterThan(0.0015 * L);
    expect(report.noise).toBeLessThan(0.006 * L);
    const clean = fit(template, bent, quick).report;
    // The facets of a coarse template are all that is left of it.
    expect(clean.noise).toBeLessThan(0.001 * L);
    expect(last(clean.history)).toBeLessThan(0.5 * last(report.history));
  });
});

it('what is masked of the template is left where the rest takes it', () => {
  const mask = Float64Array.from({ length: template.positions.length / 3 }, (_, v) =>
    template.positions[3 * v] > 1 ? 0 : 1,
  );
  const longer = {
    ...fine,
    positions: moved(fine.positions, ([x, y, z]) => [x > 1 ? x + 0.5 * (x - 1) : x, y, z]),
  };
  const end = (options: RegisterOptions): number => {
    const { positions } = fit(template, longer, { ...quick, prealign: 'given', ...options });
    let far = -Infinity;
    for (let i = 0; i < positions.length; i += 3) far = Math.max(far, positions[i]);
    return far;
  };
  let before = -Infinity;
  for (let i = 0; i < template.positions.length; i += 3)
    before = Math.max(before, template.positions[i]);
  expect(end({})).toBeGreaterThan(before + 0.2);
  expect(Math.abs(end({ mask }) - before)).toBeLessThan(0.05);
});

describe('clutter', () => {
  const n = 12;
  const floor: TriangleMesh = {
    positions: new Float64Array(3 * n * n),
    triangles: new Int32Array(6 * (n - 1) ** 2),
  };
  for (let j = 0, t = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      floor.positions.set(
        [6 * (i / (n - 1) - 0.5), 4 * (j / (n - 1) - 0.5), -0.9],
        3 * (i + n * j),
      );
      if (i === n - 1 || j === n - 1) continue;
      const v = i + n * j;
      floor.triangles.set([v, v + 1, v + n, v + 1, v + n + 1, v + n], t);
      t += 6;
    }
  }
  it('beside the thing leaves the fit as it is, and is said', () => {
    const clean = errorOf(fit(template, bent, quick).positions, template.positions);
    const crowd = joined(bent, floor, shifted(icosphere(0.3, 2), [2.2, 1.4, 0]));
    const { positions, report } = fit(template, crowd, quick);
    expect(errorOf(positions, template.positions)).toBeLessThan(1.3 * clean + 0.002 * L);
    expect(report.clutter).toBeGreaterThan(0.3);
    expect(report.warnings.join()).toMatch(/taken for clutter/);
  });

  it('is not seen where there is none', () => {
    expect(fit(template, bent, quick).report.clutter).toBe(0);
  });
});

describe('a snapshot', () => {
  it('goes on to the same bits', () => {
    const whole = fit(template, bent, quick);
    expect(whole.snapshots).toHaveLength(whole.report.history.length);
    const again = fit(template, bent, { ...quick, resume: structuredClone(whole.snapshots[1]) });
    expect(again.positions).toEqual(whole.positions);
    expect(again.report.history).toEqual(whole.report.history);
    expect(again.history).toEqual(whole.history);
  });

  it('of another template is refused', () => {
    const { snapshots } = fit(template, template, { ...quick, frames: [1, 3] });
    expect(() => fit(template, bent, { ...quick, resume: snapshots[0] })).toThrow(
      /options\.resume/,
    );
  });
});

it('weights of a mask act in proportion', () => {
  // One end of the target stands out by a bump; the less its weight, the less the template follows.
  const bumped = {
    ...fine,
    positions: moved(fine.positions, ([x, y, z]) => [x > 1 ? x + 0.3 * (x - 1) : x, y, z]),
  };
  const reach = [1, 0.25, 0.05].map((weight) => {
    const mask = Float64Array.from({ length: template.positions.length / 3 }, (_, v) =>
      template.positions[3 * v] > 1 ? weight : 1,
    );
    const { positions } = fit(template, bumped, {
      ...quick,
      prealign: 'given',
      backward: 0,
      stiffness: [0.3, 0.3, 0.5],
      mask,
    });
    let far = -Infinity;
    for (let i = 0; i < positions.length; i += 3) far = Math.max(far, positions[i]);
    return far;
  });
  expect(reach[0]).toBeGreaterThan(reach[1] + 0.01);
  expect(reach[1]).toBeGreaterThan(reach[2] + 0.01);
});

it('a softer end never raises the distance', () => {
  const means = [3e-2, 3e-3, 3e-4].map(
    (last) =>
      fit(template, bent, { ...quick, stiffness: [0.3, last, 0.1] }).report.distance
        .templateToTarget.mean,
  );
  expect(means[1]).toBeLessThan(1.02 * means[0]);
  expect(means[2]).toBeLessThan(1.02 * means[1]);
});

it('folds are laid smooth, and nothing else is touched', () => {
  const mesh = egg(3);
  const now = mesh.positions.slice();
  // A vertex pushed through its neighbours.
  const v = 300;
  for (let d = 0; d < 3; d++) now[3 * v + d] *= 0.6;
  for (let d = 0; d < 3; d++) now[3 * v + d] += 0.4 * (d === 0 ? 1 : -1);
  const edges = meshEdges(mesh.triangles);
  expect(foldedEdges(mesh.positions, now, mesh.triangles, edges).length).toBeGreaterThan(0);
  unfold(now, mesh.positions, mesh.triangles);
  expect(foldedEdges(mesh.positions, now, mesh.triangles, edges)).toEqual([]);
  expect(farthest(now, mesh.positions)).toBeLessThan(0.05);
});

it('progress shows where the fit is and which frames are awake', () => {
  let seen = 0;
  const work = registerSteps(template, bent, quick);
  for (;;) {
    const { done, value } = work.next();
    if (done) break;
    const look = value.look();
    if (value.phase !== 'fit') continue;
    expect(look!.positions).toHaveLength(template.positions.length);
    expect(look!.awake.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
    seen++;
  }
  expect(seen).toBeGreaterThan(4);
});
