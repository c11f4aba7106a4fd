/** Where a scene puts a body. */
export interface Placement {
  readonly position?: readonly number[];
  /** Degrees about the fixed x, y, z axes, or a quaternion. */
  readonly rotation?: readonly number[];
}

/** The 3×4 map, row by row, of what is turned and then moved: as `placementMatrix` of @pliant/three, which would bring three.js into the worker. */
export function placementOf({ position = [0, 0, 0], rotation = [0, 0, 0] }: Placement): number[] {
  const R = rotation.length === 4 ? quaternionMatrix(rotation) : eulerMatrix(rotation);
  return [0, 1, 2].flatMap((r) => [...R.slice(3 * r, 3 * r + 3), position[r]]);
}

function quaternionMatrix(rotation: readonly number[]): number[] {
  const length = Math.hypot(...rotation) || 1;
  const [x, y, z, w] = rotation.map((c) => c / length);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** Rz·Ry·Rx. */
function eulerMatrix(rotation: readonly number[]): number[] {
  const [a, b, c] = rotation.map((degrees) => (degrees * Math.PI) / 180);
  const [sa, ca, sb, cb, sc, cc] = [a, b, c].flatMap((t) => [Math.sin(t), Math.cos(t)]);
  return [
    ...[cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa],
    ...[sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa],
    ...[-sb, cb * sa, cb * ca],
  ];
}
