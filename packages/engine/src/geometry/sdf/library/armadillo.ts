import type { Shape } from '../shape.ts';
import { ball, both, egg, fuse, group, limb, standing, turned } from './parts.ts';

/** Three claws at the end of a limb, in the directions given [m]. */
function claws(
  at: readonly [number, number, number],
  tips: readonly (readonly [number, number, number])[],
  thick: number,
): Shape[] {
  return tips.map((tip) =>
    limb(
      [
        [at[0], at[1], at[2], thick],
        [at[0] + 0.6 * tip[0], at[1] + 0.6 * tip[1] + 0.012, at[2] + 0.6 * tip[2], thick * 0.85],
        [at[0] + tip[0], at[1] + tip[1], at[2] + tip[2], thick * 0.45],
      ],
      3,
    ),
  );
}

/** How far the shell leans forward, to the neck [degrees]. */
const TILT = 9;

/** The banded shell on its back. */
export function armadilloShell(): Shape {
  const dome = egg([0, 0.56, -0.09], [0.2, 0.3, 0.2], [TILT, 0, 0]);
  const grooves = [-0.19, -0.11, -0.03, 0.05, 0.13].map((up): Shape => {
    const ring: Shape = {
      type: 'torus',
      radius: 0.203 * Math.sqrt(1 - (up * up) / 0.09),
      tube: 0.012,
      position: [0, up, 0],
    };
    return turned(ring, [TILT, 0, 0], [0, 0.56, -0.09]);
  });
  return { type: 'difference', base: dome, cut: grooves, smooth: 0.014 };
}

export function armadilloHead(): Shape {
  const skull = fuse(
    0.05,
    egg([0, 0.87, 0.07], [0.09, 0.088, 0.1]),
    limb([
      [0, 0.865, 0.13, 0.058],
      [0, 0.84, 0.21, 0.04],
      [0, 0.825, 0.28, 0.028],
    ]),
  );
  const ears = both((side): Shape => {
    const blade = limb([
      [0.058 * side, 0.925, 0.05, 0.026],
      [0.1 * side, 0.99, 0.03, 0.042],
      [0.13 * side, 1.065, 0.02, 0.014],
    ]);
    const hollow = limb([
      [0.078 * side, 0.955, 0.083, 0.014],
      [0.105 * side, 1.0, 0.072, 0.024],
      [0.124 * side, 1.045, 0.045, 0.008],
    ]);
    return { type: 'difference', base: blade, cut: [hollow], smooth: 0.012 };
  });
  const eyes = both((side) => ball(0.056 * side, 0.898, 0.142, 0.019));
  const nose = egg([0, 0.835, 0.302], [0.021, 0.016, 0.016]);
  return group(fuse(0.02, skull, group(...ears), nose), ...eyes);
}

/** An armadillo standing up, paws raised. 1.08 m to the ears, 0.87 m across. */
export function armadillo(): Shape {
  const belly = fuse(
    0.08,
    egg([0, 0.46, 0.03], [0.165, 0.2, 0.15]),
    egg([0, 0.65, 0.03], [0.155, 0.14, 0.12]),
    egg([0, 0.79, 0.04], [0.075, 0.075, 0.075]),
  );
  const arms = both((side) => {
    const upper = limb([
      [0.12 * side, 0.7, 0.03, 0.07],
      [0.23 * side, 0.66, 0.07, 0.06],
      [0.31 * side, 0.63, 0.12, 0.05],
      [0.345 * side, 0.73, 0.17, 0.046],
      [0.35 * side, 0.8, 0.19, 0.042],
    ]);
    const fingers = claws(
      [0.35 * side, 0.815, 0.195],
      [
        [0.075 * side, 0.06, 0.02],
        [0.025 * side, 0.095, 0.02],
        [-0.035 * side, 0.085, 0.025],
        [-0.07 * side, 0.03, 0.04],
      ],
      0.023,
    );
    return fuse(0.02, upper, group(...fingers));
  });
  const legs = both((side) => {
    const thigh = limb([
      [0.1 * side, 0.36, 0.01, 0.115],
      [0.155 * side, 0.25, 0.05, 0.1],
      [0.165 * side, 0.14, 0.02, 0.066],
      [0.165 * side, 0.06, 0.02, 0.062],
      [0.175 * side, 0.045, 0.1, 0.052],
    ]);
    const toes = claws(
      [0.175 * side, 0.04, 0.12],
      [
        [0.055 * side, -0.018, 0.07],
        [0.008 * side, -0.018, 0.09],
        [-0.042 * side, -0.018, 0.075],
      ],
      0.029,
    );
    return fuse(0.02, thigh, group(...toes));
  });
  const tail = limb([
    [0, 0.32, -0.14, 0.09],
    [0, 0.19, -0.26, 0.062],
    [0.02, 0.09, -0.38, 0.045],
    [0.05, 0.06, -0.5, 0.03],
    [0.1, 0.085, -0.58, 0.014],
  ]);
  const body = fuse(0.05, belly, group(...arms, ...legs, tail));
  return standing(fuse(0.03, fuse(0.025, body, armadilloShell()), armadilloHead()), 0.015);
}
