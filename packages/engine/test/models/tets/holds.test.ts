import { expect, test } from 'vitest';
import { createRegions } from '../../../src/models/shared/held-regions.ts';
import { errorOfHolds, movedApart } from '../../../src/models/tets/adapt/holds.ts';
import { setup } from './helpers.ts';

const pose = (angle: number, x: number): Float64Array => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return Float64Array.of(1, 0, 0, x, 0, c, -s, 0, 0, s, c, 0);
};

test('what holds a body apart is wrong by the part of the energy that is missing, whatever moves as a whole', () => {
  const { data: box } = setup({ size: [1, 0.4, 0.4], options: { levels: 1 } });
  const at = (x: number): Int32Array =>
    Int32Array.from(
      [...new Array(box.vertices).keys()].filter((v) => box.tree.positions[3 * v] === x),
    );
  const none = new Int32Array(0);
  const data = {
    ...box,
    regions: [-0.5, 0.5].map((x) => ({ vertices: at(x), pinned: none })),
  };
  const regions = createRegions(new Uint8Array(2), new Float64Array(24), () => {});
  expect(errorOfHolds(data, regions, 1, 10, 1e-3)).toBe(0);
  regions.hold(0, pose(0.3, 2));
  expect(errorOfHolds(data, regions, 1, 10, 1e-3)).toBe(0);
  regions.hold(1, pose(0.3, 2));
  expect(movedApart(data, regions)).toBe(0);
  // A turn moves the corner of the face, an eighth of a metre and more from the axis, by twice the sine of half of it.
  regions.hold(1, pose(0.3 + 0.02, 2));
  const way = 2 * Math.sin(0.01) * Math.hypot(0.2, 0.2);
  expect(movedApart(data, regions)).toBeCloseTo(way, 12);
  expect(errorOfHolds(data, regions, 1, 10, 1e-3)).toBeCloseTo(0.1 * way, 12);
  // A hundredth of the force is right enough, however far the way is.
  regions.hold(1, pose(0.3, 3));
  expect(errorOfHolds(data, regions, 1, 100, 1e-3)).toBeCloseTo(1e-3, 12);
});
