import { Color } from 'three';
import { getAt, type Json } from '../document/json.ts';
import { holdsPoint } from '../document/regions.ts';
import {
  factorAt,
  goOn,
  heldAt,
  holdEdits,
  paintEdits,
  releaseEdits,
  strokeShape,
  unpaintable,
} from '../document/strokes.ts';
import { quantity } from '../ui/format.ts';
import { createSlider, type Slider } from '../ui/slider.ts';
import type { BodyView } from '../view/body-view.ts';
import { createRing } from '../view/ring.ts';
import { currentTheme } from '../view/theme.ts';
import type { Hit } from './aim.ts';
import type { Hand } from './hands.ts';
import type { AimedParts } from './parts.ts';

/** What a brush does with what it went over. */
interface Brushwork {
  readonly hint: string;
  readonly controls: readonly Slider[];
  /** Why a body cannot be painted; null if it can. */
  refuses(origin: number): string | null;
  /** A press that is no stroke, done; null otherwise. Gives what it says. */
  instead(hit: Hit, event: PointerEvent): string | null;
  /** Changes the document. */
  paint(body: BodyView, shape: Json): void;
  says(body: BodyView, shape: Json): string;
  /** A colour for a point of a body at rest; `isUnder`: in the stroke that is being drawn. Null leaves it as it is. */
  shade(out: Color, origin: number, point: readonly number[], isUnder: boolean): boolean;
}

/** A hand that draws strokes on bodies. They are part of the document once it lets go. */
function createPainting(
  { stage, aim, bar, view, info, surfaces, isFree }: AimedParts,
  work: Brushwork,
): Hand {
  const ring = createRing();
  stage.scene.add(ring.object);
  /** Of the brush, in sizes of the body. */
  let width = 0.3;
  let stroke: { body: BodyView; points: readonly (readonly number[])[] } | null = null;
  const widths = createSlider(
    {
      label: 'Width',
      hint: 'Of the brush, as a part of the body’s size',
      ...{ least: 0.05, most: 1, powers: true },
      text: (value) => `${Math.round(100 * value)} %`,
    },
    (value) => {
      width = value;
    },
  );
  widths.set(width);
  const radiusOf = (name: string): number =>
    (width / 2) * (info()?.bodies.find((body) => body.name === name)?.size ?? 1);

  function mark(body: BodyView): void {
    const rest = body.surface.positions;
    const shape =
      stroke?.body === body ? strokeShape(stroke.points, radiusOf(body.name)) : undefined;
    const colors = new Float32Array(rest.length);
    const shade = new Color();
    for (let i = 0; i < rest.length; i += 3) {
      const point = [rest[i], rest[i + 1], rest[i + 2]];
      const isUnder = shape !== undefined && holdsPoint(shape, point) === true;
      if (!work.shade(shade.copy(body.color), body.origin, point, isUnder)) shade.copy(body.color);
      shade.toArray(colors, i);
    }
    body.mark(colors);
  }

  function markAll(): void {
    for (const body of view()?.bodies ?? []) mark(body);
    stage.invalidate();
  }

  return {
    take() {
      surfaces(true);
      bar.open(work.hint, ...work.controls.map(({ element }) => element), widths.element);
      markAll();
    },
    refresh: markAll,
    leave() {
      for (const body of view()?.bodies ?? []) body.mark(null);
      ring.hide();
      bar.close();
      surfaces(false);
    },
    press(event) {
      const hit = aim.hit(event);
      if (hit === null || !isFree(hit.body.origin)) return false;
      const refusal = work.refuses(hit.body.origin) ?? work.instead(hit, event);
      bar.say(refusal);
      if (refusal !== null) return true;
      stroke = { body: hit.body, points: goOn([], hit.material, radiusOf(hit.body.name)) };
      mark(hit.body);
      stage.invalidate();
      return true;
    },
    move(event) {
      const hit = aim.hit(event);
      if (hit === null) ring.hide();
      else ring.show(hit.point, hit.normal, radiusOf(hit.body.name));
      if (hit !== null && stroke?.body === hit.body) {
        const radius = radiusOf(hit.body.name);
        const points = goOn(stroke.points, hit.material, radius);
        if (points !== stroke.points) {
          stroke = { body: hit.body, points };
          mark(hit.body);
          bar.say(work.says(hit.body, strokeShape(points, radius)));
        }
      }
      stage.invalidate();
    },
    release(isWish) {
      if (stroke === null) return;
      const { body, points } = stroke;
      const shape = strokeShape(points, radiusOf(body.name));
      stroke = null;
      const isEmpty = verticesIn(body, shape) === 0;
      if (isEmpty) bar.say('The brush is smaller than a triangle of the mesh: make it wider');
      else bar.say(work.says(body, shape));
      if (isWish && !isEmpty) work.paint(body, shape);
      markAll();
    },
  };
}

/** How many vertices of a body's surface are in a shape. */
function verticesIn({ surface: { positions } }: BodyView, shape: Json): number {
  let count = 0;
  for (let i = 0; i < positions.length; i += 3)
    if (holdsPoint(shape, [positions[i], positions[i + 1], positions[i + 2]])) count++;
  return count;
}

/** How far from its colour a body is painted at most. */
const STRONG = 0.75;

/** Paints how stiff a body is: harder is darker, softer paler. */
export function createStiffening(parts: AimedParts): Hand {
  let factor = 4;
  const factors = createSlider(
    {
      label: 'Stiffness',
      hint: 'Factor on Young’s modulus under the brush; 1 removes paint',
      ...{ least: 0.01, most: 100, powers: true },
      text: (value) => `×${Number(value.toPrecision(2))}`,
    },
    (value) => {
      factor = Number(value.toPrecision(2));
    },
  );
  factors.set(factor);
  const dark = new Color('#1d1a26');
  const pale = new Color('#ffffff');
  return createPainting(parts, {
    hint: 'Paint over a body to make it that much stiffer there',
    controls: [factors],
    refuses: (origin) => unpaintable(parts.scene(), origin),
    instead: () => null,
    paint: ({ origin, name }, shape) =>
      parts.edit(`stiffness of ${name}`, paintEdits(parts.scene(), origin, shape, factor)),
    says({ origin }) {
      const young = Number(getAt(parts.scene(), ['bodies', origin, 'material', 'young']));
      return `×${factor}: E = ${quantity(factor * young, 'Pa')}`;
    },
    shade(out, origin, point, isUnder) {
      const value = isUnder ? factor : factorAt(parts.scene(), origin, point);
      if (value === null || value === 1) return false;
      const part = Math.min(STRONG, 0.15 + 0.35 * Math.abs(Math.log10(value)));
      out.lerp(value > 1 ? dark : pale, part);
      return true;
    },
  });
}

/** Holds what is painted where it begins; with shift it is let go again. */
export function createHolding(parts: AimedParts): Hand {
  const { scene, edit } = parts;
  return createPainting(parts, {
    hint: 'Click or paint the part to hold; with shift, release it',
    controls: [],
    refuses: () => null,
    instead({ body: { origin, name }, material }, { shiftKey }) {
      if (!shiftKey) return null;
      const found = heldAt(scene(), origin, material);
      if (found < 0) return 'Nothing is held here';
      edit(`let ${name} go`, releaseEdits(scene(), origin, found));
      return 'Let go';
    },
    paint: ({ origin, name }, shape) => edit(`hold ${name}`, holdEdits(scene(), origin, shape)),
    says(body, shape) {
      const part = (3 * verticesIn(body, shape)) / body.surface.positions.length;
      return `Holds ${Math.max(1, Math.round(100 * part))} % of its surface`;
    },
    shade(out, origin, point, isUnder) {
      const isHeld = isUnder || heldAt(scene(), origin, point) >= 0;
      if (isHeld) out.set(currentTheme().accent);
      return isHeld;
    },
  });
}
