import type { Shape } from '../shape.ts';
import { around, fuse, group, limb, standing } from './parts.ts';

export function firTrunk(): Shape {
  const column = limb([
    [0, -0.04, 0, 0.13],
    [0, 0.06, 0, 0.092],
    [0, 0.3, 0, 0.075],
    [0, 1.2, 0, 0.03],
  ]);
  return standing(column, 0.02);
}

/** One skirt of branches: a cone with drooping tips along its rim. */
function tier(
  foot: number,
  height: number,
  radius: number,
  start: number,
  branches: number,
): Shape {
  const thick = radius * 0.17;
  const skirt: Shape = {
    type: 'cone',
    from: [0, foot + 0.25 * height, 0],
    to: [0, foot + height, 0],
    radiusFrom: radius * 0.74,
    radiusTo: radius * 0.06,
  };
  const branch = (): Shape =>
    limb(
      [
        [0, foot + 0.62 * height, 0.3 * radius, thick],
        [0, foot + 0.3 * height, 0.68 * radius, thick * 1.05],
        [0, foot + 0.1 * height, 0.92 * radius, thick * 0.75],
        [0, foot + 0.09 * height, 1.04 * radius, thick * 0.35],
      ],
      3,
    );
  return fuse(0.12 * radius, skirt, group(...around(branches, branch, start)));
}

export function firNeedles(branches = 9): Shape {
  return fuse(
    0.025,
    tier(0.24, 0.52, 0.48, 0, branches),
    tier(0.52, 0.48, 0.41, 20, branches),
    tier(0.79, 0.44, 0.335, 5, branches),
    tier(1.04, 0.4, 0.255, 28, branches),
    tier(1.27, 0.33, 0.165, 12, branches),
    { type: 'round-cone', from: [0, 1.5, 0], to: [0, 1.68, 0], radiusFrom: 0.035, radiusTo: 0.014 },
  );
}

/** A fir tree in five skirts of so many branches each. 1.7 m tall, 1 m across. */
export function fir(branches = 9): Shape {
  return fuse(0.05, firTrunk(), firNeedles(branches));
}
