import type { Shape } from '../shape.ts';
import { above, around, egg, fuse, group, limb, standing, turned } from './parts.ts';

export function mushroomStem(): Shape {
  const column = limb([
    [0, -0.02, 0, 0.078],
    [0.004, 0.05, 0, 0.068],
    [0.006, 0.13, 0, 0.05],
    [0.002, 0.22, 0, 0.045],
    [0, 0.3, 0, 0.05],
  ]);
  const skirt: Shape = {
    type: 'cone',
    from: [0.004, 0.19, 0],
    to: [0.002, 0.225, 0],
    radiusFrom: 0.074,
    radiusTo: 0.046,
  };
  return standing(fuse(0.02, column, skirt), 0.015);
}

/** A dome, hollow underneath, with raised spots. */
export function mushroomCap(): Shape {
  const dome: Shape = {
    type: 'difference',
    base: {
      type: 'intersection',
      shapes: [egg([0, 0.27, 0], [0.19, 0.165, 0.19]), above(0.262)],
      smooth: 0.035,
    },
    cut: [egg([0, 0.245, 0], [0.15, 0.055, 0.15])],
    smooth: 0.035,
  };
  // The dome is wider than high: spots lower down stand farther from its middle.
  const spot = (tilt: number, reach: number, radius: number): Shape => {
    const flat = egg([0, reach, 0], [radius, 0.016, radius]);
    return { type: 'transform', shape: turned(flat, [tilt, 0, 0]), position: [0, 0.27, 0] };
  };
  const spots = [
    spot(8, 0.163, 0.036),
    ...around(5, (i) => spot(i % 2 === 0 ? 42 : 48, 0.174, i % 2 === 0 ? 0.032 : 0.024), 12),
    ...around(7, (i) => spot(i % 2 === 0 ? 72 : 66, 0.184, i % 2 === 0 ? 0.021 : 0.028), 30),
  ];
  return fuse(0.012, dome, group(...spots));
}

/** A fly agaric. 0.45 m tall, cap 0.38 m across. */
export function mushroom(): Shape {
  return fuse(0.03, mushroomStem(), mushroomCap());
}
