import { expect, it } from 'vitest';
import { icosphere } from '../../src/geometry/mesh/primitives.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';
import { sin } from '../../src/math/elementary.ts';
import { fit } from './fit.ts';
import { moved, similarity } from './shapes.ts';

/** Three bumps about the x axis of a body of revolution: nothing but them tells how it is turned. */
function bumpy(splits: number): TriangleMesh {
  const { positions, triangles } = icosphere(1, splits);
  const bumps = [
    [0.2, 0.9, 0.39],
    [-0.3, -0.5, 0.81],
    [0.5, -0.3, -0.81],
  ];
  return {
    triangles,
    positions: moved(positions, ([x, y, z]) => {
      let out = 1;
      for (const [a, b, c] of bumps) {
        const square = (x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2;
        out += 0.12 * Math.max(0, 1 - square / 0.12) ** 2;
      }
      return [1.7 * x * out, y * out * (1 - 0.2 * x), z * out * (1 - 0.2 * x)];
    }),
  };
}

const sway = ([x, y, z]: [number, number, number]): [number, number, number] => [
  x + 0.06 * sin(1.5 * y),
  y + 0.06 * sin(1.5 * z + 1),
  z + 0.06 * sin(1.5 * x + 2),
];

it('a nearly symmetric template from anywhere is turned until its small features meet', () => {
  const template = bumpy(3);
  const scan = bumpy(4);
  const size = 25 * 4.2;
  const [c, s] = [Math.cos(2.9), Math.sin(2.9)];
  const place = (p: [number, number, number]): readonly [number, number, number] => {
    const [x, y, z] = sway(p);
    return similarity([x, c * y - s * z, s * y + c * z]);
  };
  const target = { ...scan, positions: moved(scan.positions, place) };
  const truth = moved(template.positions, place);
  const { positions, report } = fit(template, target, {
    prealign: 'full',
    frames: [1, 6, 24],
    cells: 14,
    samples: 500,
  });
  let sum = 0;
  for (let i = 0; i < truth.length; i++) sum += (positions[i] - truth[i]) ** 2;
  expect(Math.sqrt((3 * sum) / truth.length)).toBeLessThan(0.025 * size);
  expect(report.warnings).toEqual([]);
});
