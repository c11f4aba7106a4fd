import type { Shape } from '../shape.ts';
import { ball, both, egg, fuse, group, limb, standing } from './parts.ts';

export function torsoHead(): Shape {
  const skull = fuse(
    0.05,
    egg([0, 0.855, -0.005], [0.078, 0.095, 0.098]),
    egg([0, 0.805, 0.035], [0.058, 0.075, 0.06]),
    egg([0, 0.752, 0.062], [0.03, 0.024, 0.03]),
  );
  const sockets = both((side) => egg([0.032 * side, 0.84, 0.103], [0.024, 0.014, 0.017]));
  const hollowed: Shape = { type: 'difference', base: skull, cut: sockets, smooth: 0.02 };
  const nose = limb([
    [0, 0.848, 0.09, 0.008],
    [0, 0.822, 0.104, 0.0105],
    [0, 0.804, 0.112, 0.0135],
  ]);
  const brows = both((side) =>
    egg([0.034 * side, 0.863, 0.085], [0.026, 0.007, 0.011], [0, 18 * side, -9 * side]),
  );
  const eyes = both((side) => ball(0.031 * side, 0.839, 0.08, 0.0135));
  const lips = group(
    egg([0, 0.782, 0.094], [0.024, 0.0065, 0.011]),
    egg([0, 0.7705, 0.0925], [0.02, 0.0065, 0.011]),
  );
  const ears = both((side): Shape => {
    const cup = egg([0.08 * side, 0.835, -0.008], [0.014, 0.033, 0.021], [0, 24 * side, 0]);
    const hole = egg([0.094 * side, 0.837, -0.002], [0.01, 0.021, 0.011]);
    return { type: 'difference', base: cup, cut: [hole], smooth: 0.008 };
  });
  const features = fuse(0.014, hollowed, nose, ...brows, lips);
  const head = fuse(0.006, features, group(...ears, ...eyes));
  return { type: 'transform', shape: head, scale: 1.13, position: [0, -0.125, 0] };
}

export function torsoChest(): Shape {
  const cage = fuse(
    0.09,
    egg([0, 0.43, -0.005], [0.165, 0.19, 0.108]),
    egg([0, 0.16, 0.005], [0.14, 0.2, 0.1]),
    egg([0, 0.05, -0.005], [0.17, 0.12, 0.115]),
  );
  const shoulders = limb([
    [0.2, 0.515, -0.015, 0.066],
    [0.13, 0.548, -0.02, 0.056],
    [0, 0.585, -0.02, 0.05],
    [-0.13, 0.548, -0.02, 0.056],
    [-0.2, 0.515, -0.015, 0.066],
  ]);
  const stumps = both((side) =>
    limb([
      [0.2 * side, 0.51, -0.012, 0.064],
      [0.225 * side, 0.42, -0.012, 0.055],
      [0.235 * side, 0.37, -0.01, 0.05],
    ]),
  );
  const breast = both((side) =>
    egg([0.075 * side, 0.455, 0.068], [0.085, 0.06, 0.042], [0, 16 * side, 0]),
  );
  const muscled = fuse(0.06, fuse(0.06, cage, shoulders), group(...breast));
  return standing(fuse(0.035, muscled, group(...stumps)), 0.02);
}

/** A bust from the hips up, arms ending above the elbow. 0.95 m tall, 0.57 m wide. */
export function torso(): Shape {
  const neck = limb([
    [0, 0.55, -0.02, 0.075],
    [0, 0.64, -0.01, 0.058],
    [0, 0.74, 0.0, 0.06],
  ]);
  const navel = ball(0, 0.2, 0.112, 0.009);
  const trunk: Shape = { type: 'difference', base: torsoChest(), cut: [navel], smooth: 0.014 };
  return fuse(0.03, fuse(0.05, trunk, neck), torsoHead());
}
