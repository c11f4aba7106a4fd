import { createHandBar } from './bar.ts';
import { createHands, type Hand, type Hands, type Tool } from './hands.ts';
import type { HandParts } from './parts.ts';

/** All tools; they come when one of them is first taken. `holder`: the free part of the stage. */
export function openHands(given: Omit<HandParts, 'bar'>): Hands {
  const bar = createHandBar(given.holder);
  let tools: Promise<Partial<Record<Tool, Hand>>> | null = null;
  const load = async () => (await import('./tools.ts')).createTools({ ...given, bar });
  return createHands(given.stage, (tool) => {
    if (tool === 'pull') return null;
    tools ??= load();
    return tools.then((all) => all[tool] ?? null);
  });
}
