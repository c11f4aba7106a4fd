import { createRuler } from '../view/ruler.ts';
import type { SceneView } from '../view/scene-view.ts';
import { createAim } from './aim.ts';
import { createHandBar } from './bar.ts';
import { createHands, type Hand, type Hands, type Tool } from './hands.ts';
import { createKnife } from './knife.ts';
import type { HandParts } from './parts.ts';
import { createTouches } from './touch.ts';

/** All tools; those that change the document come when one of them is taken. `holder`: the free part of the stage. */
export function openHands(
  given: Omit<HandParts, 'aim' | 'bar' | 'view'>,
  view: (picture?: number) => SceneView | null,
  holder: HTMLElement,
): Hands {
  const { stage, info, act } = given;
  const aim = createAim(stage, view);
  const bar = createHandBar(holder);
  const hands: Partial<Record<Tool, Hand>> = {
    knife: createKnife(stage, aim, info, act),
    ...createTouches(aim, info, act, createRuler(stage, holder, view)),
  };
  let making: Promise<void> | null = null;
  const load = async (): Promise<void> => {
    const { createMakers } = await import('./making.ts');
    Object.assign(hands, createMakers({ ...given, aim, bar, view: () => view() }));
  };
  return createHands(stage, (tool) => {
    if (tool === 'pull') return null;
    if (hands[tool] !== undefined) return hands[tool];
    making ??= load();
    return making.then(() => hands[tool] ?? null);
  });
}
