import { getAt, type Json } from '../document/json.ts';
import type { ModelAbout } from './about.ts';

const files = import.meta.glob<ModelAbout>(
  ['./*.ts', '!./about.ts', '!./models.ts', '!./speed.ts'],
  {
    eager: true,
    import: 'about',
  },
);

/** The models, each from its own file. */
export const MODELS: readonly ModelAbout[] = Object.values(files).sort((a, b) => a.order - b.order);

/** The model to take for a body of a scene, and why. */
export function recommended(scene: Json, body: number): { type: string; why: string } {
  const own = getAt(scene, ['bodies', body]) ?? {};
  const events = (getAt(scene, ['events']) ?? []) as readonly { do?: string; body?: string }[];
  const name = getAt(own, ['name']);
  const actions = events.flatMap(({ do: what, body: of }) =>
    what !== undefined && (of === undefined || of === name) ? [what] : [],
  );
  const able = MODELS.filter(({ suits }) => suits?.when({ body: own, events: actions }));
  const best = able.reduce((a, b) => ((b.suits?.rank ?? 0) > (a.suits?.rank ?? 0) ? b : a));
  return { type: best.type, why: best.suits?.why ?? '' };
}
