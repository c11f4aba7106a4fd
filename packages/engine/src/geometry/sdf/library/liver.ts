import type { Shape } from '../shape.ts';
import { ball, egg, fuse, group, limb } from './parts.ts';

/** The veins inside, a tree from the gate at the underside: stiffer than the tissue around them. */
export function liverVessels(): Shape {
  return group(
    limb([
      [0.005, 0.06, 0.012, 0.0125],
      [-0.005, 0.088, 0.008, 0.0115],
      [-0.045, 0.108, 0.0, 0.01],
      [-0.085, 0.12, -0.008, 0.008],
      [-0.125, 0.13, -0.005, 0.006],
    ]),
    limb([
      [-0.045, 0.108, 0.0, 0.009],
      [-0.075, 0.088, 0.015, 0.0075],
      [-0.105, 0.07, 0.02, 0.0055],
    ]),
    limb([
      [-0.06, 0.113, -0.003, 0.008],
      [-0.075, 0.145, 0.01, 0.0065],
      [-0.085, 0.168, 0.018, 0.005],
    ]),
    limb([
      [-0.005, 0.088, 0.008, 0.0105],
      [0.035, 0.112, 0.006, 0.009],
      [0.08, 0.128, 0.008, 0.007],
      [0.12, 0.136, 0.01, 0.005],
    ]),
    limb([
      [0.035, 0.112, 0.006, 0.008],
      [0.05, 0.132, -0.008, 0.006],
      [0.062, 0.148, -0.012, 0.005],
    ]),
  );
}

/** The pear-shaped bag under the right lobe. */
export function liverGallbladder(): Shape {
  return limb([
    [-0.012, 0.068, 0.036, 0.009],
    [-0.026, 0.05, 0.056, 0.015],
    [-0.036, 0.03, 0.07, 0.018],
  ]);
}

/** A liver seen from the front: thick right lobe at −x, thin left lobe at +x. 0.34 m wide, 0.2 m tall. */
export function liver(): Shape {
  const body = fuse(
    0.07,
    egg([-0.075, 0.1, -0.005], [0.092, 0.096, 0.075], [0, 0, 10]),
    egg([-0.01, 0.135, 0], [0.1, 0.058, 0.068], [0, 0, 6]),
    egg([0.09, 0.132, 0.004], [0.082, 0.038, 0.046], [0, 0, 2]),
  );
  // The underside is hollowed by the organs it lies on; a cleft parts the lobes in front.
  const hollow = egg([0.075, 0.005, -0.045], [0.13, 0.105, 0.1]);
  const cleft: Shape = {
    type: 'capsule',
    from: [0.04, 0.07, 0.075],
    to: [0.032, 0.205, 0.062],
    radius: 0.009,
  };
  const lobes: Shape = { type: 'difference', base: body, cut: [hollow], smooth: 0.035 };
  const parted: Shape = { type: 'difference', base: lobes, cut: [cleft], smooth: 0.02 };
  const gate = ball(0.005, 0.066, 0.012, 0.018);
  return fuse(0.012, fuse(0.02, parted, gate), liverGallbladder());
}
