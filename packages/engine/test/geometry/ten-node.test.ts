import { expect, test } from 'vitest';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import { planeGrid } from '../../src/geometry/tets/box-grid.ts';
import { tetVolumes } from '../../src/geometry/tets/mesh.ts';
import { tenNodeMesh, tenVertices } from '../../src/geometry/tets/ten-node.ts';
import { sizeUp } from '../../src/geometry/voxels/thickness.ts';

const planes = [
  Float64Array.from([0, 1, 3]),
  Float64Array.from([-1, 0.5, 1]),
  Float64Array.from([0, 0.25]),
] as const;

test('ten-node elements: eight positive parts of equal volume each, middles in the middle', () => {
  const mesh = planeGrid([planes[0], planes[1], planes[2]]);
  const { fine, table } = tenNodeMesh(mesh);
  const whole = tetVolumes(mesh);
  tetVolumes(fine).forEach((v, t) => {
    expect(v).toBeCloseTo(whole[t >> 3] / 8, 12);
  });
  const ten = tenVertices(table);
  for (let e = 0; e < whole.length; e++) {
    expect(new Set(ten.subarray(10 * e, 10 * e + 10)).size).toBe(10);
    for (let k = 0; k < 4; k++) {
      for (let i = 0; i < 4; i++) {
        for (let c = 0; c < 3; c++) {
          const [a, b] = [mesh.tets[4 * e + k], mesh.tets[4 * e + i]];
          const middle = 0.5 * (mesh.positions[3 * a + c] + mesh.positions[3 * b + c]);
          expect(fine.positions[3 * table[16 * e + 4 * k + i] + c]).toBeCloseTo(middle, 12);
        }
      }
    }
  }
});

test('a body is as thick as its thin parts', () => {
  const bar = { type: 'box', size: [2, 0.2, 0.3], rotation: [10, 20, 30] } as const;
  const plate = { type: 'box', size: [1, 1, 0.1] } as const;
  const ball = { type: 'sphere', radius: 0.5 } as const;
  const thick = (shape: Parameters<typeof compileShape>[0]) => sizeUp(compileShape(shape));
  expect(thick(bar as never).thickness).toBeGreaterThan(0.15);
  expect(thick(bar as never).thickness).toBeLessThan(0.25);
  expect(thick(plate as never).thickness).toBeCloseTo(0.1, 1);
  expect(thick(ball).thickness).toBeGreaterThan(0.85);
  expect(thick(ball).volume).toBeCloseTo(Math.PI / 6, 1);
});
