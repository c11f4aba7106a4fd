import type { Shape, Vec3 } from '../shape.ts';

/** x, y, z and radius [m]. */
export type Bead = readonly [number, number, number, number];

/** Tenths of a millimetre, and no negative zero: so that a printed shape is readable. */
const neat = (x: number): number => Math.round(x * 1e4) / 1e4 + 0;

export const ball = (x: number, y: number, z: number, radius: number): Shape => ({
  type: 'sphere',
  radius,
  position: [x, y, z],
});

export const egg = (position: Vec3, radii: Vec3, rotation?: Vec3): Shape =>
  rotation === undefined
    ? { type: 'ellipsoid', radii, position }
    : { type: 'ellipsoid', radii, position, rotation };

export const fuse = (smooth: number, ...shapes: readonly Shape[]): Shape => ({
  type: 'union',
  shapes,
  smooth,
});

/** Side by side without rounding: fingers that must not grow together, petals. */
export const group = (...shapes: readonly Shape[]): Shape => ({ type: 'union', shapes });

/** The half-space above y. */
export const above = (y: number): Shape => ({ type: 'plane', normal: [0, -1, 0], offset: 0 - y });

/** Cut flat at the floor, y = 0, with the rim rounded. */
export const standing = (shape: Shape, smooth = 0): Shape => ({
  type: 'intersection',
  shapes: [shape, above(0)],
  smooth,
});

export const turned = (shape: Shape, rotation: Vec3, position?: Vec3): Shape =>
  position === undefined
    ? { type: 'transform', shape, rotation }
    : { type: 'transform', shape, rotation, position };

/** A left (side = 1, at +x) and a right one (side = −1). */
export const both = (make: (side: 1 | -1) => Shape): Shape[] => [make(1), make(-1)];

/** `count` copies about the y axis, the first turned by `start` degrees. */
export function around(count: number, make: (i: number) => Shape, start = 0): Shape[] {
  const shapes: Shape[] = [];
  for (let i = 0; i < count; i++) {
    shapes.push(turned(make(i), [0, neat(start + (360 * i) / count), 0]));
  }
  return shapes;
}

/** A tube through beads along a smooth curve (Catmull–Rom in position and radius), `steps` pieces between two beads. */
export function limb(beads: readonly Bead[], steps = 4): Shape {
  const shapes: Shape[] = [];
  let last = beads[0];
  for (let i = 0; i + 1 < beads.length; i++) {
    const before = beads[Math.max(0, i - 1)];
    const after = beads[Math.min(beads.length - 1, i + 2)];
    for (let s = 1; s <= steps; s++) {
      const next = onCurve(before, beads[i], beads[i + 1], after, s / steps);
      shapes.push({
        type: 'round-cone',
        from: [last[0], last[1], last[2]],
        to: [next[0], next[1], next[2]],
        radiusFrom: last[3],
        radiusTo: next[3],
      });
      last = next;
    }
  }
  return { type: 'union', shapes };
}

function onCurve(a: Bead, b: Bead, c: Bead, d: Bead, t: number): Bead {
  const at = (k: number): number => {
    const cubic = 3 * (b[k] - c[k]) + d[k] - a[k];
    const square = 2 * a[k] - 5 * b[k] + 4 * c[k] - d[k];
    return neat(b[k] + 0.5 * t * (c[k] - a[k] + t * (square + t * cubic)));
  };
  return [at(0), at(1), at(2), Math.max(at(3), 1e-4)];
}
