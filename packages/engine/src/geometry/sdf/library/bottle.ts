import type { Shape } from '../shape.ts';
import { around, fuse, group, limb } from './parts.ts';

/** Soft: what the mouth closes on. */
export function bottleTeat(): Shape {
  return fuse(
    0.02,
    { type: 'cone', from: [0, 0.262, 0], to: [0, 0.285, 0], radiusFrom: 0.05, radiusTo: 0.036 },
    { type: 'ellipsoid', radii: [0.043, 0.03, 0.043], position: [0, 0.28, 0] },
    limb([
      [0, 0.29, 0, 0.026],
      [0, 0.315, 0, 0.0155],
      [0, 0.335, 0, 0.0165],
      [0, 0.346, 0, 0.0145],
    ]),
  );
}

/** The screwed ring with its grip ribs. */
export function bottleCollar(): Shape {
  const ring: Shape = {
    type: 'rounded-box',
    size: [0.012, 0.034, 0.012],
    radius: 0.0055,
    position: [0, 0.247, 0.058],
  };
  const core: Shape = { type: 'cylinder', radius: 0.058, height: 0.032, position: [0, 0.247, 0] };
  return fuse(0.006, core, group(...around(24, () => ring)));
}

/** A waisted flask with a rounded foot. */
export function bottleFlask(): Shape {
  const grip: Shape = { type: 'torus', radius: 0.096, tube: 0.034, position: [0, 0.125, 0] };
  const foot: Shape = { type: 'cylinder', radius: 0.048, height: 0.19, position: [0, 0.115, 0] };
  const wall: Shape = {
    type: 'intersection',
    shapes: [
      { type: 'cylinder', radius: 0.068, height: 0.225, position: [0, 0.1125, 0] },
      { type: 'ellipsoid', radii: [0.082, 0.2, 0.082], position: [0, 0.1, 0] },
    ],
    smooth: 0.03,
  };
  const waisted: Shape = { type: 'difference', base: wall, cut: [grip], smooth: 0.03 };
  const neck: Shape = { type: 'cylinder', radius: 0.046, height: 0.06, position: [0, 0.225, 0] };
  return fuse(0.02, fuse(0.01, waisted, foot), neck);
}

/** A feeding bottle. 0.36 m tall, 0.14 m across. */
export function bottle(): Shape {
  return fuse(0.006, bottleFlask(), bottleCollar(), bottleTeat());
}
