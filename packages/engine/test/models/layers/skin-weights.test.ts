import { expect, test } from 'vitest';
import { voxelize } from '../../../src/geometry/voxels/voxelize.ts';
import { compileShape, createRandom, parseScene } from '../../../src/index.ts';
import {
  createWeightField,
  fieldRows,
  type SkinWeights,
} from '../../../src/models/layers/basis/skin-weights.ts';

/** Two legs side by side with a narrow gap between them, joined at the top; weights of a leg's own bone below, of the hips above. */
const LEGS = compileShape({
  type: 'union',
  shapes: [
    { type: 'box', size: [0.2, 1, 0.2], position: [-0.13, 0.5, 0] },
    { type: 'box', size: [0.2, 1, 0.2], position: [0.13, 0.5, 0] },
    { type: 'box', size: [0.46, 0.3, 0.2], position: [0, 1.1, 0] },
  ],
});
const GRID = voxelize(LEGS, 0.03);

function skinOfLegs(): SkinWeights {
  const places: number[] = [];
  const bones: number[] = [];
  const weights: number[] = [];
  const add = (x: number, y: number, z: number): void => {
    const up = Math.min(1, Math.max(0, (y - 0.5) / 0.5));
    places.push(x, y, z);
    bones.push(x < 0 ? 0 : 1, 2);
    weights.push(1 - up, up);
  };
  for (let y = 0; y <= 1.201; y += 0.05) {
    for (const side of [-1, 1]) {
      for (let t = 0; t <= 1.001; t += 0.25) {
        add(side * (0.03 + 0.2 * t), y, -0.1);
        add(side * (0.03 + 0.2 * t), y, 0.1);
        if (y < 0.95) add(side * 0.03, y, 0.2 * t - 0.1);
        add(side * 0.23, y, 0.2 * t - 0.1);
      }
    }
  }
  return {
    places: Float64Array.from(places),
    influences: 2,
    bones: Int32Array.from(bones),
    weights: Float64Array.from(weights),
  };
}

const skin = skinOfLegs();
const weights = createWeightField(GRID, skin, 3, 1.2);
const field = (points: Float64Array) => fieldRows(weights, points);
const dense = (points: Float64Array): number[][] => {
  const { ptr, bone, weight } = field(points);
  return Array.from({ length: points.length / 3 }, (_, i) => {
    const row = [0, 0, 0];
    for (let e = ptr[i]; e < ptr[i + 1]; e++) row[bone[e]] += weight[e];
    return row;
  });
};

test('at the artist’s places the weights are the artist’s', () => {
  const rows = dense(skin.places);
  rows.forEach((row, p) => {
    const given = [0, 0, 0];
    for (let k = 0; k < 2; k++) given[skin.bones[2 * p + k]] += skin.weights[2 * p + k];
    row.forEach((w, b) => {
      expect(w).toBeCloseTo(given[b], 12);
    });
  });
});

test('inside they add up to one, follow the surface, and do not cross the gap between the legs', () => {
  const inside = Float64Array.of(
    -0.13,
    0.2,
    0,
    0.13,
    0.2,
    0,
    -0.05,
    0.1,
    0,
    0.05,
    0.1,
    0,
    0,
    1.1,
    0,
  );
  const rows = dense(inside);
  for (const row of rows) expect(row[0] + row[1] + row[2]).toBeCloseTo(1, 12);
  expect(rows[0][0]).toBeGreaterThan(0.95);
  expect(rows[1][1]).toBeGreaterThan(0.95);
  expect(rows[2][1]).toBeLessThan(0.01);
  expect(rows[3][0]).toBeLessThan(0.01);
  expect(rows[4][2]).toBeGreaterThan(0.8);
});

test('slopes are those of the weights', () => {
  const random = createRandom(3);
  const h = 1e-6;
  for (let k = 0; k < 40; k++) {
    const p = [0.13 + random.range(-0.08, 0.08), random.range(0.3, 1.1), random.range(-0.08, 0.08)];
    const { ptr, bone, slope } = field(Float64Array.from(p));
    for (let d = 0; d < 3; d++) {
      const [high, low] = [1, -1].map(
        (sign) => dense(Float64Array.from(p, (x, c) => x + (c === d ? sign * h : 0)))[0],
      );
      for (let e = ptr[0]; e < ptr[1]; e++) {
        // Weights that are left out for being small make steps of a thousandth.
        if (Math.min(...high.filter((w) => w > 0)) < 2e-3) continue;
        expect(slope[3 * e + d]).toBeCloseTo((high[bone[e]] - low[bone[e]]) / (2 * h), 4);
      }
    }
  }
});

test('weights that do not fit together are refused with their place', () => {
  const scene = (weights: { places: number[]; bones: number[]; weights: number[] }) => () =>
    parseScene({
      format: 'pliant/1',
      name: 'legs',
      bodies: [
        {
          name: 'leg',
          shape: { type: 'sphere', radius: 1 },
          material: { young: 1e4 },
          model: {
            type: 'layers',
            layers: [
              {
                kind: 'skeleton',
                name: 'bones',
                bones: [{ name: 'b', from: [0, 0, 0], to: [0, 1, 0] }],
                weights,
              },
            ],
          },
        },
      ],
    });
  expect(scene({ places: [0, 0, 0], bones: [0], weights: [1] })).not.toThrow();
  for (const wrong of [
    { places: [0, 0, 0, 1], bones: [0], weights: [1] },
    { places: [0, 0, 0, 1, 0, 0], bones: [0], weights: [1] },
    { places: [0, 0, 0], bones: [0], weights: [1, 1] },
    { places: [0, 0, 0], bones: [1], weights: [1] },
  ]) {
    expect(scene(wrong)).toThrow(/bodies\[0\]\.model\.layers\[0\]\.weights\./);
  }
});
