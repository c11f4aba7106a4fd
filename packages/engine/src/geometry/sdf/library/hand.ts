import type { Shape } from '../shape.ts';
import { type Bead, egg, fuse, group, limb, standing } from './parts.ts';

/** Knuckle x and y, length and thickness of the fingers [m], and how far each leans away from the middle [m per m]. */
const FINGERS = {
  index: [0.058, 0.215, 0.125, 0.0195, 0.16],
  middle: [0.019, 0.226, 0.142, 0.02, 0.03],
  ring: [-0.02, 0.218, 0.13, 0.019, -0.1],
  little: [-0.056, 0.197, 0.1, 0.0165, -0.26],
} as const;

/** One finger, slightly bent towards the palm. */
function finger(name: keyof typeof FINGERS, spread: number): Shape {
  const [x, y, length, r, lean] = FINGERS[name];
  const bead = (t: number, z: number, thick: number): Bead => [
    x + spread * lean * length * t,
    y + length * t,
    z,
    r * thick,
  ];
  return limb([
    bead(-0.35, -0.004, 1.05),
    bead(0.0, -0.004, 1.12),
    bead(0.24, 0, 0.98),
    bead(0.45, 0.004, 1.03),
    bead(0.62, 0.01, 0.9),
    bead(0.76, 0.016, 0.92),
    bead(0.98, 0.028, 0.76),
  ]);
}

/** The thumb with the ball of its muscle. */
export function handThumb(): Shape {
  const bone = limb([
    [0.03, 0.075, 0.016, 0.034],
    [0.07, 0.112, 0.03, 0.031],
    [0.105, 0.15, 0.042, 0.0235],
    [0.126, 0.184, 0.048, 0.0235],
    [0.144, 0.226, 0.05, 0.0165],
  ]);
  return fuse(0.03, bone, egg([0.045, 0.1, 0.022], [0.03, 0.052, 0.027], [0, 0, -32]));
}

export function handFingers(spread = 1): Shape {
  return group(
    finger('index', spread),
    finger('middle', spread),
    finger('ring', spread),
    finger('little', spread),
  );
}

/**
 * An open hand standing on its wrist, palm towards +z, thumb at +x. 0.38 m tall, 0.26 m wide: twice life. `spread`
 * opens the fingers; below 0.7 they touch.
 */
export function hand(spread = 1): Shape {
  const palm = fuse(
    0.045,
    { type: 'rounded-box', size: [0.148, 0.13, 0.056], radius: 0.026, position: [0, 0.155, 0] },
    egg([-0.045, 0.12, 0.014], [0.03, 0.065, 0.03]),
    { type: 'ellipsoid', radii: [0.05, 0.13, 0.036], position: [0, 0.04, -0.004] },
  );
  const hollow = egg([-0.004, 0.165, 0.06], [0.042, 0.055, 0.038]);
  const cupped: Shape = { type: 'difference', base: palm, cut: [hollow], smooth: 0.03 };
  return standing(fuse(0.026, fuse(0.022, cupped, handFingers(spread)), handThumb()), 0.012);
}
