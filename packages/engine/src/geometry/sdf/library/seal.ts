import type { Shape } from '../shape.ts';
import { ball, both, egg, fuse, group, limb, standing, turned } from './parts.ts';

export function sealFlippers(): Shape {
  const front = both((side) =>
    limb([
      [0.13 * side, 0.13, 0.12, 0.05],
      [0.22 * side, 0.07, 0.14, 0.042],
      [0.3 * side, 0.032, 0.1, 0.034],
      [0.36 * side, 0.026, 0.03, 0.024],
    ]),
  );
  const back = both((side) => {
    const fan = group(
      egg([0, 0, -0.1], [0.034, 0.018, 0.11], [0, -18, 0]),
      egg([0, 0, -0.1], [0.034, 0.018, 0.115]),
      egg([0, 0, -0.1], [0.034, 0.018, 0.11], [0, 18, 0]),
    );
    return turned(fan, [12, -24 * side, 0], [0.04 * side, 0.07, -0.62]);
  });
  return group(...front, ...back);
}

export function sealHead(): Shape {
  const skull = fuse(
    0.06,
    egg([0, 0.43, 0.4], [0.098, 0.098, 0.115]),
    ...both((side) => egg([0.034 * side, 0.4, 0.497], [0.042, 0.036, 0.042])),
    egg([0, 0.378, 0.48], [0.034, 0.024, 0.036]),
  );
  const nose = egg([0, 0.428, 0.537], [0.024, 0.016, 0.017]);
  const eyes = both((side) => ball(0.058 * side, 0.452, 0.474, 0.02));
  const lines = both((side) =>
    egg([0.011 * side, 0.4, 0.545], [0.003, 0.018, 0.011], [0, 0, 24 * side]),
  );
  const faced: Shape = { type: 'difference', base: skull, cut: lines, smooth: 0.008 };
  return group(fuse(0.01, faced, nose), ...eyes);
}

/** A seal on its belly, head raised. 1.4 m long, 0.53 m tall. */
export function seal(): Shape {
  const body = limb([
    [0, 0.075, -0.62, 0.052],
    [0, 0.1, -0.5, 0.085],
    [0, 0.145, -0.3, 0.135],
    [0, 0.17, -0.08, 0.168],
    [0, 0.195, 0.12, 0.17],
    [0, 0.29, 0.27, 0.135],
    [0, 0.4, 0.36, 0.1],
  ]);
  const trunk = fuse(0.05, body, sealFlippers());
  return standing(fuse(0.05, trunk, sealHead()), 0.03);
}
