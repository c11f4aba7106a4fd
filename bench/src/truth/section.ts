import type { BodyInput } from 'pliant';

type Shape = NonNullable<BodyInput['shape']>;

/** The cross section of a bar that is not square: as a scene says it, and as a grid of hexahedra for the reference. */
export interface Section {
  /** The bar from x = `from` to x = `to` of its own axis, as a shape around its middle. */
  shape(from: number, to: number): Shape;
  /** Its width across the load [m]. */
  readonly width: number;
  /**
   * Planes of the grid along both of its directions, with `across` elements through the section (an even number). If `isHalf`, it
   * covers z ≥ 0 only.
   */
  planes(
    across: number,
    isHalf: boolean,
  ): { readonly p: readonly number[]; readonly q: readonly number[] };
  /** Where a point of the grid is [m]. */
  place(x: number, p: number, q: number): readonly [number, number, number];
  /** Whether the grid has a hole there. */
  isEmpty?(p: number, q: number): boolean;
  /** True if it is its own mirror image in z. */
  readonly isMirrored: boolean;
}

/** `count` equal parts from one end to the other, closer together towards both ends if `power` is above 1. */
function parts(from: number, to: number, count: number, power = 1): number[] {
  const half = (s: number): number => 1 - (1 - s) ** power;
  return Array.from({ length: count + 1 }, (_, i) => {
    const s = (2 * i) / count - 1;
    return from + ((to - from) * (1 + Math.sign(s) * half(Math.abs(s)))) / 2;
  });
}

/** Planes through all of `ends`, with elements about as large as `across` through the whole would give. */
function between(ends: readonly number[], across: number): number[] {
  const size = (ends[ends.length - 1] - ends[0]) / across;
  const planes = [ends[0]];
  for (let s = 1; s < ends.length; s++) {
    const [from, to] = [ends[s - 1], ends[s]];
    const count = Math.max(1, Math.round((1.4 * (to - from)) / size));
    for (const plane of parts(from, to, count).slice(1)) planes.push(plane);
  }
  return planes;
}

/** A round bar whose radius changes evenly from `near` at x = 0 to `far` at x = `length`. */
export function round(near: number, far = near, length = 1): Section {
  const radius = (x: number): number => near + ((far - near) * x) / length;
  return {
    shape: (from, to) =>
      near === far
        ? { type: 'cylinder', radius: near, height: to - from, rotation: [0, 0, 90] }
        : {
            type: 'cone',
            from: [(from - to) / 2, 0, 0],
            to: [(to - from) / 2, 0, 0],
            radiusFrom: radius(from),
            radiusTo: radius(to),
          },
    width: 2 * near,
    planes: (across, isHalf) => ({
      p: parts(-1, 1, across),
      q: isHalf ? parts(0, 1, across / 2) : parts(-1, 1, across),
    }),
    // A square grid on a disc: its edges lie on the circle.
    place: (x, p, q) => [
      x,
      radius(x) * p * Math.sqrt(1 - (q * q) / 2),
      radius(x) * q * Math.sqrt(1 - (p * p) / 2),
    ],
    isMirrored: true,
  };
}

/** A pipe. */
export function tube(radius: number, wall: number): Section {
  return {
    shape: (from, to) => ({
      type: 'difference',
      rotation: [0, 0, 90],
      base: { type: 'cylinder', radius, height: to - from },
      cut: [{ type: 'cylinder', radius: radius - wall, height: 2 * (to - from) }],
    }),
    width: 2 * radius,
    planes: (across) => ({
      p: parts(radius - wall, radius, across / 2),
      q: parts(-Math.PI / 2, Math.PI / 2, 2 * across),
    }),
    place: (x, p, q) => [x, p * Math.sin(q), p * Math.cos(q)],
    isMirrored: true,
  };
}

/** A box of `height` (along the load) by `width`, turned about its axis [degrees]. */
export function turned(height: number, width: number, degrees: number): Section {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return {
    shape: (from, to) => ({
      type: 'box',
      size: [to - from, height, width],
      ...(degrees !== 0 && { rotation: [degrees, 0, 0] as [number, number, number] }),
    }),
    width: degrees === 0 ? width : height + width,
    planes: (across, isHalf) => ({
      p: parts(-height / 2, height / 2, across, 1.5),
      q: isHalf
        ? parts(-width / 2, width / 2, 2 * across, 1.5).slice(across)
        : parts(-width / 2, width / 2, across, 1.5),
    }),
    place: (x, p, q) => [x, p * cos - q * sin, p * sin + q * cos],
    isMirrored: degrees === 0,
  };
}

/** Two flanges and a web of the same thickness. */
export function iSection(height: number, width: number, wall: number): Section {
  const flange = (height - wall) / 2;
  return {
    shape: (from, to) => ({
      type: 'union',
      shapes: [
        { type: 'box', size: [to - from, wall, width], position: [0, flange, 0] },
        { type: 'box', size: [to - from, wall, width], position: [0, -flange, 0] },
        { type: 'box', size: [to - from, height, wall] },
      ],
    }),
    width,
    planes: (across) => ({
      p: between([-height / 2, wall - height / 2, height / 2 - wall, height / 2], across),
      q: between([0, wall / 2, width / 2], across / 2),
    }),
    place: (x, p, q) => [x, p, q],
    isEmpty: (p, q) => Math.abs(p) < height / 2 - wall && q > wall / 2,
    isMirrored: true,
  };
}

/** Two legs of equal length and thickness that meet below, at the side of z < 0. It twists as it bends. */
export function angle(side: number, wall: number): Section {
  const [low, inner] = [-side / 2, wall - side / 2];
  return {
    shape: (from, to) => ({
      type: 'difference',
      base: { type: 'box', size: [to - from, side, side] },
      cut: [{ type: 'box', size: [2 * (to - from), side, side], position: [0, wall, wall] }],
    }),
    width: side,
    planes: (across) => {
      const planes = between([low, inner, side / 2], across);
      return { p: planes, q: planes };
    },
    place: (x, p, q) => [x, p, q],
    isEmpty: (p, q) => p > inner && q > inner,
    isMirrored: false,
  };
}
