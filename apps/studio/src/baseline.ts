import { getAt, isObject, type Json, setAt } from './document/json.ts';
import { modelOf } from './document/live.ts';
import { MODELS } from './models/models.ts';

/** What an adaptive scene is compared with: the same, with nothing left out. */
export interface Baseline {
  readonly scene: Json;
  /** What it is called. */
  readonly title: string;
}

/** The scene with every adaptive body at full resolution all the time; null if there is none, or one that has no such twin. */
export function baselineOf(scene: Json): Baseline | null {
  const bodies = getAt(scene, ['bodies']);
  if (!Array.isArray(bodies)) return null;
  let full = scene;
  let title = '';
  for (const index of bodies.keys()) {
    const model = getAt(scene, ['bodies', index, 'model']) ?? { type: 'solid' };
    const about = MODELS.find(({ type }) => type === modelOf(scene, index))?.baseline;
    if (about === undefined || !isObject(model)) continue;
    const other = about.model(model);
    if (other === null) return null;
    full = setAt(full, ['bodies', index, 'model'], other);
    title ||= about.title;
  }
  return title === '' ? null : { scene: full, title };
}
