import type { Shape } from '../shape.ts';
import { around, egg, fuse, group, limb, standing, turned } from './parts.ts';

/** Middle of the head [m] and how it nods towards +z [degrees]. */
const HEAD = [0, 0.78, 0.05] as const;
const NOD = 62;

export function flowerStem(): Shape {
  const stalk = limb(
    [
      [0, -0.01, 0, 0.06],
      [0, 0.035, 0, 0.038],
      [0, 0.1, -0.006, 0.024],
      [0.012, 0.3, -0.02, 0.021],
      [0.01, 0.55, -0.025, 0.02],
      [0, 0.72, 0.0, 0.022],
      [0, 0.775, 0.035, 0.03],
    ],
    5,
  );
  const leaf = (y: number, yaw: number, lift: number): Shape => {
    const blade = egg([0, 0, 0.14], [0.06, 0.026, 0.145]);
    return turned(turned(blade, [-lift, 0, 0]), [0, yaw, 0], [0.008, y, -0.012]);
  };
  const leaves = group(leaf(0.16, 80, 38), leaf(0.28, -95, 42));
  return standing(fuse(0.03, stalk, leaves));
}

/** Two rings of petals, the inner one half a step on and raised. */
export function flowerPetals(petals = 9): Shape {
  const petal = (length: number, width: number, lift: number): Shape => {
    const blade = egg([0, 0, 0.03 + length], [width, 0.025, length]);
    return turned(blade, [-lift, 0, 0]);
  };
  // As wide as the ring has room for.
  const width = 0.504 / petals;
  const rings = fuse(
    0.03,
    group(...around(petals, () => petal(0.113, width, 4))),
    group(...around(petals, () => petal(0.09, 0.82 * width, 22), 180 / petals)),
  );
  return { type: 'transform', shape: rings, rotation: [NOD, 0, 0], position: HEAD };
}

export function flowerHeart(): Shape {
  const seeds = around(10, () => egg([0, 0.046, 0.05], [0.014, 0.014, 0.014]));
  const disc = fuse(0.012, egg([0, 0.008, 0], [0.085, 0.05, 0.085]), group(...seeds));
  return { type: 'transform', shape: disc, rotation: [NOD, 0, 0], position: HEAD };
}

/** A daisy that looks at you, with so many petals in each of two rings. 1 m tall, head 0.5 m across. */
export function flower(petals = 9): Shape {
  return fuse(0.025, flowerStem(), fuse(0.018, flowerPetals(petals), flowerHeart()));
}
