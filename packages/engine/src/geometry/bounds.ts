import type { Bounds } from './types.ts';

/** The box around points [m], shape [n, 3]. No points give an empty box: [∞, ∞, ∞, −∞, −∞, −∞]. */
export function boundsOf(positions: Float64Array): Bounds {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    x0 = Math.min(x0, positions[i]);
    y0 = Math.min(y0, positions[i + 1]);
    z0 = Math.min(z0, positions[i + 2]);
    x1 = Math.max(x1, positions[i]);
    y1 = Math.max(y1, positions[i + 1]);
    z1 = Math.max(z1, positions[i + 2]);
  }
  return [x0, y0, z0, x1, y1, z1];
}

/** Length of the box's diagonal [m]; 0 for an empty box. */
export function diagonalOf(b: Bounds): number {
  if (!(b[3] >= b[0])) return 0;
  const x = b[3] - b[0];
  const y = b[4] - b[1];
  const z = b[5] - b[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** True if all six sides are finite and no side is inside out. */
export function isFiniteBounds(b: Bounds): boolean {
  return b.every(Number.isFinite) && b[3] >= b[0] && b[4] >= b[1] && b[5] >= b[2];
}

/** A point for a message: three coordinates with up to six digits. */
export function formatPoint(x: number, y: number, z: number): string {
  return `(${short(x)}, ${short(y)}, ${short(z)})`;
}

/** A number for a message: up to six digits. */
export function short(x: number): string {
  return Number.isFinite(x) ? String(Number(x.toPrecision(6))) : String(x);
}
