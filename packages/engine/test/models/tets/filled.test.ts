import { expect, test } from 'vitest';
import { tetVolumes } from '../../../src/geometry/tets/mesh.ts';
import { stuffTets } from '../../../src/geometry/tets/stuff.ts';
import { findFilled } from '../../../src/models/tets/build/filled.ts';
import { findPoints } from '../../../src/models/tets/build/points.ts';
import { growTree, levelMesh } from '../../../src/models/tets/build/tree.ts';
import { ball, block, ring } from '../../geometry/shapes.ts';

const shapes = {
  ball: { shape: ball(), volume: (4 / 3) * Math.PI, coarse: 0.94 },
  ring: { shape: ring(), volume: 2 * Math.PI ** 2 * 0.35 ** 2, coarse: 0.9 },
  block: { shape: block(1, 0.6, 0.4), volume: 1.92, coarse: 0.99 },
};

test.each(Object.entries(shapes))(
  'what a coarse mesh of a %s fills, and what lies beside it, add up',
  (_name, { shape, volume, coarse }) => {
    const cell = 0.6;
    const mesh = stuffTets(shape, cell);
    const tree = growTree(mesh, 0);
    const volumes = tetVolumes(mesh);
    const { parts } = findFilled(tree, volumes, mesh, shape, cell);
    let all = 0;
    let covered = 0;
    volumes.forEach((v, t) => {
      all += v * parts[t];
      covered += v;
    });
    expect(covered / volume).toBeLessThan(coarse);
    expect(Math.abs(all / volume - 1)).toBeLessThan(Math.min(0.05, 0.5 * (1 - covered / volume)));
  },
);

test('four points of every coarsest element together have the second moments of the shape', () => {
  const shape = ball();
  const mesh = stuffTets(shape, 0.7, { grow: 0.1 });
  const tree = growTree(mesh, 2);
  const volumes = tetVolumes({ positions: tree.positions, tets: tree.tets });
  const filled = findFilled(tree, volumes, levelMesh(tree, 2), shape, 0.175);
  const { place, coordinates } = findPoints(tree, filled.parts, filled);
  let second = 0;
  for (let t = 0; t < tree.roots; t++) {
    expect(place[t]).toBeGreaterThanOrEqual(-1);
    for (let q = 0; q < 4; q++) {
      for (let c = 0; c < 3; c++) {
        let x = 0;
        for (let k = 0; k < 4; k++) {
          const even = k === q ? 0.5854101966249685 : 0.1381966011250105;
          const l = place[t] < 0 ? even : coordinates[16 * place[t] + 4 * k + q];
          x += l * tree.positions[3 * tree.tets[4 * t + k] + c];
        }
        second += 0.25 * volumes[t] * filled.parts[t] * x * x;
      }
    }
  }
  expect(Math.abs(second / ((4 / 5) * Math.PI) - 1)).toBeLessThan(0.02);
});
