import type { Shape } from '../shape.ts';
import { ball, both, egg, fuse, group, limb, standing } from './parts.ts';

/** Two long ears, hollowed in front, one a little tipped over. */
export function rabbitEars(): Shape {
  const ears = both((side) => {
    const lean = side > 0 ? 0.075 : 0.045;
    const blade = limb([
      [0.042 * side, 0.53, 0.17, 0.026],
      [(0.042 + 0.3 * lean) * side, 0.61, 0.145, 0.04],
      [(0.042 + 0.75 * lean) * side, 0.7, 0.125, 0.037],
      [(0.042 + 1.25 * lean) * side, 0.785, 0.12, 0.016],
    ]);
    const hollow = limb([
      [0.043 * side, 0.575, 0.205, 0.016],
      [(0.042 + 0.3 * lean) * side, 0.62, 0.19, 0.023],
      [(0.042 + 0.7 * lean) * side, 0.69, 0.168, 0.02],
      [(0.042 + 1.1 * lean) * side, 0.745, 0.15, 0.009],
    ]);
    return { type: 'difference', base: blade, cut: [hollow], smooth: 0.014 };
  });
  return group(...ears);
}

export function rabbitHead(): Shape {
  const skull = fuse(
    0.06,
    egg([0, 0.46, 0.2], [0.098, 0.1, 0.115]),
    ...both((side) => egg([0.044 * side, 0.428, 0.27], [0.05, 0.045, 0.045])),
    egg([0, 0.455, 0.3], [0.035, 0.032, 0.03]),
  );
  const nose = egg([0, 0.468, 0.336], [0.021, 0.014, 0.013]);
  const eyes = both((side) => ball(0.078 * side, 0.487, 0.262, 0.019));
  const cleft = egg([0, 0.435, 0.336], [0.003, 0.022, 0.014]);
  const faced: Shape = { type: 'difference', base: skull, cut: [cleft], smooth: 0.012 };
  return group(fuse(0.008, faced, nose), ...eyes);
}

/** A sitting rabbit. 0.8 m to the tips of its ears, 0.7 m long. */
export function rabbit(): Shape {
  const trunk = fuse(
    0.12,
    egg([0, 0.2, -0.07], [0.165, 0.19, 0.2]),
    egg([0, 0.27, 0.07], [0.12, 0.14, 0.115]),
  );
  const haunches = both((side) =>
    egg([0.12 * side, 0.14, -0.07], [0.075, 0.125, 0.13], [-20, 0, 0]),
  );
  const feet = both((side) => egg([0.14 * side, 0.036, 0.06], [0.045, 0.042, 0.105]));
  const forelegs = both((side) =>
    limb([
      [0.06 * side, 0.24, 0.12, 0.045],
      [0.06 * side, 0.12, 0.165, 0.036],
      [0.058 * side, 0.045, 0.18, 0.036],
      [0.058 * side, 0.034, 0.215, 0.036],
    ]),
  );
  const tail = ball(0, 0.13, -0.275, 0.068);
  const legs = group(...haunches, ...feet, ...forelegs, tail);
  const seated = fuse(0.045, trunk, legs);
  return standing(fuse(0.035, seated, fuse(0.02, rabbitHead(), rabbitEars())), 0.015);
}
