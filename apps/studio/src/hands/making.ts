import { createDenting } from './dent.ts';
import { createGizmo } from './gizmo.ts';
import type { Hand, Tool } from './hands.ts';
import { createHolding, createStiffening } from './paint.ts';
import type { HandParts } from './parts.ts';
import { createWindHand } from './wind.ts';

/** Tools that come when one of them is taken for the first time. */
export function createMakers(parts: HandParts): Partial<Record<Tool, Hand>> {
  return {
    place: createGizmo(parts),
    hold: createHolding(parts),
    stiffen: createStiffening(parts),
    dent: createDenting(parts),
    wind: createWindHand(parts),
  };
}
