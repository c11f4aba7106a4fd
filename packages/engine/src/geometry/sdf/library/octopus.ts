import type { Shape } from '../shape.ts';
import { around, type Bead, ball, both, egg, fuse, group, limb } from './parts.ts';

/** An arm along +z from the middle, its tip curling: up and back, or sideways along the floor. */
function arm(i: number): Shape {
  const root: Bead[] = [
    [0, 0.17, 0.05, 0.06],
    [0, 0.085, 0.16, 0.05],
    [0, 0.048, 0.28, 0.04],
  ];
  const side = i % 4 < 2 ? 1 : -1;
  const rising: Bead[] = [
    [0.02 * side, 0.034, 0.39, 0.031],
    [0.03 * side, 0.085, 0.475, 0.023],
    [0.025 * side, 0.155, 0.468, 0.0185],
    [0.02 * side, 0.17, 0.405, 0.0155],
    [0.02 * side, 0.125, 0.39, 0.013],
  ];
  const lying: Bead[] = [
    [0.03 * side, 0.03, 0.4, 0.03],
    [0.1 * side, 0.023, 0.47, 0.023],
    [0.17 * side, 0.019, 0.445, 0.019],
    [0.18 * side, 0.0165, 0.38, 0.016],
    [0.14 * side, 0.0145, 0.362, 0.014],
  ];
  return limb([...root, ...(i % 2 === 0 ? rising : lying)]);
}

export function octopusArms(arms = 8): Shape {
  return group(...around(arms, arm, 180 / arms));
}

/** The mantle with the eyes: everything above the arms. */
export function octopusHead(): Shape {
  const mantle = fuse(
    0.1,
    egg([0, 0.4, -0.075], [0.135, 0.18, 0.15], [-22, 0, 0]),
    egg([0, 0.22, 0.01], [0.105, 0.1, 0.105]),
  );
  const eyes = both((side) => ball(0.086 * side, 0.268, 0.075, 0.047));
  const socketed = fuse(0.025, mantle, group(...eyes));
  const pupils = both((side) =>
    egg([0.105 * side, 0.27, 0.118], [0.024, 0.01, 0.014], [0, 24 * side, 0]),
  );
  return { type: 'difference', base: socketed, cut: pupils, smooth: 0.006 };
}

/** An octopus at rest on its arms. 1.0 m across, 0.58 m tall. */
export function octopus(arms = 8): Shape {
  return fuse(0.07, octopusHead(), octopusArms(arms));
}
