import { placementOf } from '../worker/placement.ts';
import { getAt, type Json } from './json.ts';

type Point = readonly number[];

/** Whether a shape of a scene holds a point; null for shapes that only the engine knows. */
export function holdsPoint(shape: Json | undefined, point: Point): boolean | null {
  const p = intoOwn(shape, point);
  const number = (field: string): number => Number(getAt(shape, [field]));
  const triple = (field: string): Point => (getAt(shape, [field]) ?? [0, 0, 0]) as Point;
  switch (getAt(shape, ['type'])) {
    case 'sphere':
      return Math.hypot(...p) <= number('radius');
    case 'box':
      return triple('size').every((edge, c) => Math.abs(p[c]) <= edge / 2);
    case 'cylinder':
      return Math.hypot(p[0], p[2]) <= number('radius') && Math.abs(p[1]) <= number('height') / 2;
    case 'capsule':
      return distanceToSegment(p, triple('from'), triple('to')) <= number('radius');
    case 'plane':
      return dot(triple('normal'), p) <= (number('offset') || 0) * Math.hypot(...triple('normal'));
    case 'union': {
      const parts = (getAt(shape, ['shapes']) ?? []) as readonly Json[];
      const held = parts.map((part) => holdsPoint(part, p));
      return held.includes(true) ? true : held.includes(null) ? null : false;
    }
    default:
      return null;
  }
}

/** A point as the shape itself counts, before it is turned and moved. */
function intoOwn(shape: Json | undefined, point: Point): Point {
  const position = getAt(shape, ['position']) as Point | undefined;
  const rotation = getAt(shape, ['rotation']) as Point | undefined;
  if (position === undefined && rotation === undefined) return point;
  const m = placementOf({ position, rotation });
  const moved = [0, 1, 2].map((r) => point[r] - m[4 * r + 3]);
  return [0, 1, 2].map((c) => m[c] * moved[0] + m[4 + c] * moved[1] + m[8 + c] * moved[2]);
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const along = b.map((x, c) => x - a[c]);
  const from = p.map((x, c) => x - a[c]);
  const part = dot(from, along) / (dot(along, along) || 1);
  const t = Math.min(1, Math.max(0, part));
  return Math.hypot(...from.map((x, c) => x - t * along[c]));
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
