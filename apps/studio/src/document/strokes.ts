import { getAt, isObject, type Json } from './json.ts';
import { holdsPoint } from './regions.ts';
import type { Edit } from './store.ts';

type Point = readonly number[];

/** Points of a stroke nearer to the last than this part of the radius are left out. */
const SPACING = 0.6;
/** Digits of what a hand drew. */
const DIGITS = 4;
/** The scene format takes no more regions of stiffness. */
const MOST_REGIONS = 256;

const rounded = (point: Point): number[] => point.map((x) => Number(x.toPrecision(DIGITS)));

/** The stroke with one more point, if that is far enough from the last. */
export function goOn(stroke: readonly Point[], point: Point, radius: number): readonly Point[] {
  const last = stroke.at(-1);
  const isNear =
    last !== undefined && Math.hypot(...point.map((x, c) => x - last[c])) < SPACING * radius;
  return isNear ? stroke : [...stroke, rounded(point)];
}

/** All that a round brush went over, as a shape of a scene. */
export function strokeShape(stroke: readonly Point[], radius: number): Json {
  const [r] = rounded([radius]);
  if (stroke.length === 1) return { type: 'sphere', radius: r, position: [...stroke[0]] };
  const shapes = stroke
    .slice(1)
    .map((to, i) => ({ type: 'capsule', from: [...stroke[i]], to: [...to], radius: r }));
  return shapes.length === 1 ? shapes[0] : { type: 'union', shapes };
}

/** Stiffness as regions: the factor outside, and what was painted, last first; null where it varies in another way. */
function painted(scene: Json, body: number): { base: number; regions: readonly Json[] } | null {
  const now = getAt(scene, ['bodies', body, 'material', 'stiffness']);
  if (now === undefined) return { base: 1, regions: [] };
  if (typeof now === 'number') return { base: now, regions: [] };
  if (!isObject(now) || now['type'] !== 'regions') return null;
  return {
    base: Number(now['base'] ?? 1),
    regions: (now['regions'] ?? []) as readonly Json[],
  };
}

/** Why a body's stiffness cannot be painted; null if it can. */
export function unpaintable(scene: Json, body: number): string | null {
  const model = getAt(scene, ['bodies', body, 'model', 'type']);
  if (model === 'rigid') return 'A rigid body has no stiffness.';
  if (getAt(scene, ['bodies', body, 'material', 'elasticity']) !== undefined)
    return 'Its elasticity is given as a matrix. Remove that field to paint.';
  const now = painted(scene, body);
  if (now === null) return 'Its stiffness varies by a rule of its own. Remove that field to paint.';
  if (now.regions.length >= MOST_REGIONS)
    return 'There are as many strokes as a body can have. Undo some.';
  return null;
}

/** Paints a factor on Young's modulus over a shape in the body's own coordinates. */
export function paintEdits(scene: Json, body: number, shape: Json, value: number): Edit[] {
  const { base, regions } = painted(scene, body) ?? { base: 1, regions: [] };
  const stiffness = { type: 'regions', base, regions: [{ shape, value }, ...regions] };
  return [[['scene', 'bodies', body, 'material', 'stiffness'], stiffness]];
}

/** The factor on stiffness at a point; null where that cannot be told. */
export function factorAt(scene: Json, body: number, point: Point): number | null {
  const now = painted(scene, body);
  if (now === null) return null;
  for (const region of now.regions) {
    const held = holdsPoint(getAt(region, ['shape']), point);
    if (held === null) return null;
    if (held) return Number(getAt(region, ['value']));
  }
  return now.base;
}

const attachmentsOf = (scene: Json, body: number): readonly Json[] =>
  (getAt(scene, ['bodies', body, 'attachments']) ?? []) as readonly Json[];

/** Holds what is in a shape of the body's own coordinates. */
export function holdEdits(scene: Json, body: number, region: Json): Edit[] {
  const now = attachmentsOf(scene, body);
  const taken = new Set(now.map((one) => getAt(one, ['name'])));
  let k = 1;
  while (taken.has(`held-${k}`)) k++;
  return [
    [
      ['scene', 'bodies', body, 'attachments'],
      [...now, { name: `held-${k}`, region }],
    ],
  ];
}

/** Lets an attachment go, by its place in the body's list. */
export function releaseEdits(scene: Json, body: number, attachment: number): Edit[] {
  const left = attachmentsOf(scene, body).filter((_, i) => i !== attachment);
  return [[['scene', 'bodies', body, 'attachments'], left.length === 0 ? undefined : left]];
}

/** The last attachment that holds a point; −1 for none. */
export function heldAt(scene: Json, body: number, point: Point): number {
  return attachmentsOf(scene, body)
    .map((one) => holdsPoint(getAt(one, ['region']), point))
    .lastIndexOf(true);
}
