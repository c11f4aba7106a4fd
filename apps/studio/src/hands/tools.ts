import { createRuler } from '../view/ruler.ts';
import { createAim } from './aim.ts';
import { createDenting } from './dent.ts';
import { createGizmo } from './gizmo.ts';
import type { Hand, Tool } from './hands.ts';
import { createKnife } from './knife.ts';
import { createHolding, createStiffening } from './paint.ts';
import type { HandParts } from './parts.ts';
import { createTouches } from './touch.ts';
import { createWindHand } from './wind.ts';

export function createTools(given: HandParts): Record<Exclude<Tool, 'pull'>, Hand> {
  const { stage, view, info, act, holder } = given;
  const aim = createAim(stage, view);
  const parts = { ...given, aim };
  return {
    ...createTouches(aim, info, act, createRuler(stage, holder, view)),
    knife: createKnife(stage, aim, info, act),
    place: createGizmo(parts),
    hold: createHolding(parts),
    stiffen: createStiffening(parts),
    dent: createDenting(parts),
    wind: createWindHand(parts),
  };
}
