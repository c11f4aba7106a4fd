import { compileShape, type Shape } from 'pliant';
import { Box3, Mesh, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { createObstacleMesh, isPlain, obstacleSurface, placementMatrix } from '../src/index.ts';

/** Every vertex that is drawn of an object, in its parent's coordinates, flat. */
function drawnPoints(shape: Shape): Float64Array {
  const object = createObstacleMesh(shape);
  object.updateMatrixWorld(true);
  const points: number[] = [];
  object.traverse((child) => {
    if (!(child instanceof Mesh)) return;
    const position = child.geometry.attributes.position;
    for (let i = 0; i < position.count; i++) {
      const point = new Vector3().fromBufferAttribute(position, i);
      points.push(...point.applyMatrix4(child.matrixWorld).toArray());
    }
  });
  return Float64Array.from(points);
}

const SHAPES: Shape[] = [
  { type: 'box', size: [1, 0.5, 0.3], position: [0.2, 0.4, -1], rotation: [20, 40, -70] },
  { type: 'sphere', radius: 0.3, position: [1, 2, 3] },
  { type: 'cylinder', radius: 0.2, height: 0.8, rotation: [90, 0, 30] },
  { type: 'capsule', from: [0, 0, 0], to: [0.5, -0.2, 0.7], radius: 0.1 },
  { type: 'torus', radius: 0.5, tube: 0.1, rotation: [0, 0, 45] },
  { type: 'plane', normal: [1, 2, -1], offset: 0.3, rotation: [10, 20, 30], position: [0, 1, 0] },
  { type: 'union', shapes: [{ type: 'sphere', radius: 0.1 }], position: [0, 1, 0] },
  { type: 'ellipsoid', radii: [0.3, 0.2, 0.1], position: [0, 1, 0] },
];

describe('what is drawn of an obstacle lies on its surface', () => {
  it.each(SHAPES)('$type', (shape) => {
    const points = drawnPoints(shape);
    const distance = new Float64Array(points.length / 3);
    compileShape(shape).evaluate(points, distance.length, distance);
    expect(distance.length).toBeGreaterThan(20);
    for (const d of distance) expect(Math.abs(d)).toBeLessThan(2e-3);
  });
});

describe('plain shapes', () => {
  it('are primitives and sharp unions of them', () => {
    const ball: Shape = { type: 'sphere', radius: 1 };
    expect(isPlain({ type: 'union', shapes: [ball, ball] })).toBe(true);
    expect(isPlain({ type: 'union', shapes: [ball, ball], smooth: 0.1 })).toBe(false);
    expect(isPlain({ type: 'shell', shape: ball, thickness: 0.1 })).toBe(false);
  });
});

it('a shape without an end is drawn within reach', () => {
  const valley: Shape = {
    type: 'union',
    shapes: [
      { type: 'plane', normal: [1, 1, 0], offset: 0 },
      { type: 'plane', normal: [-1, 1, 0], offset: 0 },
    ],
  };
  const { positions } = obstacleSurface(compileShape(valley), { reach: 1, cell: 0.2 });
  const box = new Box3().setFromArray(Array.from(positions));
  expect(box.max.x).toBeLessThan(1.05);
  expect(box.min.y).toBeGreaterThan(-1.05);
});

it('a placement turns about x, then y, then z', () => {
  const matrix = placementMatrix({ rotation: [90, 90, 0], position: [0, 0, 1] });
  // y turns to z about x, then z turns to x about y.
  const image = new Vector3(0, 1, 0).applyMatrix4(matrix);
  expect(image.distanceTo(new Vector3(1, 0, 1))).toBeLessThan(1e-12);
});

it('edges are drawn sharp: no triangle cuts a corner', () => {
  const bowl: Shape = {
    type: 'intersection',
    shapes: [
      { type: 'shell', shape: { type: 'sphere', radius: 0.6 }, thickness: 0.1 },
      { type: 'plane', normal: [0, 1, 0], offset: 0 },
    ],
  };
  const cell = 0.025;
  const sdf = compileShape(bowl);
  const { positions, triangles } = obstacleSurface(sdf, { cell });
  // Middles of all sides: those that cut a corner lie inside the solid.
  const middles: number[] = [];
  for (let i = 0; i < triangles.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    for (let c = 0; c < 3; c++) {
      middles.push((positions[3 * triangles[i] + c] + positions[3 * triangles[next] + c]) / 2);
    }
  }
  const distance = new Float64Array(middles.length / 3);
  sdf.evaluate(Float64Array.from(middles), distance.length, distance);
  expect(distance.length).toBeGreaterThan(1000);
  expect(Math.max(...distance.map(Math.abs))).toBeLessThan(0.06 * cell);
});
