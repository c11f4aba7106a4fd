import type { LiveBody } from '../live.ts';
import type { WorldCore } from '../types.ts';
import { goesOn, pausedBody } from './pause.ts';

const ADJUSTED = ['young', 'poisson', 'stiffness', 'damping'] as const;

/** Applies the scene's settings and `live.changes` to a body; `restored` if its state comes from such a body. */
export function useChanges(
  { scene }: Pick<WorldCore, 'scene'>,
  live: LiveBody,
  restored: boolean,
): void {
  const spec = scene.bodies[live.origin];
  const { changes } = live;
  live.friction = changes.friction ?? spec.friction;
  live.restitution = changes.restitution ?? spec.restitution;
  live.rolling = changes.rolling ?? spec.rolling;
  live.gravityScale = changes.gravityScale ?? 1;
  const body = goesOn(live.body);
  const { young, poisson, damping } = spec.material;
  const asBuilt = !ADJUSTED.some((key) => changes[key] !== undefined);
  if (!asBuilt || live.adjusted) {
    const matter = {
      young: (changes.young ?? young) * (changes.stiffness ?? 1),
      poisson: changes.poisson ?? poisson,
      damping: { ...damping, ...changes.damping },
    };
    body.equation.adjust?.(matter, restored);
  }
  live.adjusted = !asBuilt;
  live.body = changes.paused === true ? pausedBody(body) : body;
}
