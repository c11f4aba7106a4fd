import { getAt, type Json } from '../document/json.ts';
import { nameOfMaterial } from '../materials.ts';
import type { Graphics } from './graphics.ts';

/** What matter looks like. */
export type Matter = 'jelly' | 'flesh' | 'rubber' | 'foam';

/** How matter looks. */
export interface MaterialLook {
  readonly roughness: number;
  readonly clearcoat: number;
  /** Light that comes through where a body is thin. */
  readonly rim: number;
  /** How blurred what its wet skin reflects is. */
  readonly blur: number;
  /** Light that goes about inside and comes out everywhere. */
  readonly inner: number;
  /** Part of the light that goes straight through: what stands behind is seen, bent. */
  readonly clear: number;
}

/** Moduli of what looks like jelly, and of what looks like rubber [Pa]. */
const JELLY = 1e4;
const RUBBER = 2e6;

/** Jelly is wet and lets light through, flesh moist and light where it is thin, rubber matt, foam dull. */
const LOOKS: Readonly<Record<Matter, MaterialLook>> = {
  jelly: { roughness: 0.14, clearcoat: 1, blur: 0.04, rim: 0.35, inner: 0.08, clear: 0.72 },
  flesh: { roughness: 0.52, clearcoat: 0.25, blur: 0.4, rim: 0.5, inner: 0.12, clear: 0 },
  rubber: { roughness: 0.78, clearcoat: 0, blur: 0, rim: 0, inner: 0, clear: 0 },
  foam: { roughness: 1, clearcoat: 0, blur: 0, rim: 0.1, inner: 0.1, clear: 0 },
};

/** Named materials that look like something; the others look as stiff as they are. */
const NAMED: Readonly<Record<string, Matter>> = {
  Jelly: 'jelly',
  Silicone: 'rubber',
  Rubber: 'rubber',
  Fat: 'flesh',
  Liver: 'flesh',
  Flesh: 'flesh',
  Skin: 'flesh',
  Foam: 'foam',
  Cork: 'foam',
  Wood: 'foam',
};

/** What a body of a scene is made of: the named material whose numbers it has, or what the scene calls it; null if neither says. */
export function matterOf(scene: Json, body: number): Matter | null {
  const material = (field: string): unknown => getAt(scene, ['bodies', body, 'material', field]);
  const named = nameOfMaterial(material('young'), material('poisson'), material('density'));
  if (named !== null) return NAMED[named] ?? null;
  const words = [getAt(scene, ['bodies', body, 'name']), getAt(scene, ['name'])].join(' ');
  const called = (Object.keys(LOOKS) as Matter[]).find((matter) => words.includes(matter));
  return called ?? null;
}

/** By what it is, or by its stiffness [Pa]: jelly is wet and lets light through, flesh less so, rubber is matt. */
export function materialLook(
  young: number,
  matter: Matter | null = null,
  graphics: Graphics = 'full',
): MaterialLook {
  // What goes through takes a second picture.
  if (matter !== null) return graphics === 'full' ? LOOKS[matter] : { ...LOOKS[matter], clear: 0 };
  const place = Math.log(RUBBER / young) / Math.log(RUBBER / JELLY);
  const soft = Number.isFinite(place) ? Math.max(0, Math.min(1, place)) : 0.5;
  return {
    roughness: 0.74 - 0.42 * soft,
    clearcoat: 0.55 * soft,
    blur: 0.3,
    rim: 0.55 * soft,
    inner: 0.08 * soft,
    clear: 0,
  };
}
