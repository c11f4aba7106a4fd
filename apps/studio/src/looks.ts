import type { LookActions, LookSettings } from './inspector/look.ts';
import { rememberedLook, rememberLook } from './remembered-look.ts';
import type { Show } from './view/show.ts';
import type { Stage } from './view/stage.ts';
import { chooseTheme, markTheme } from './view/theme.ts';

const USUAL: LookSettings = { theme: 'system', floor: true, shadows: true, contactShadows: true };

/** Theme, floor and shadows as this visitor likes them; remembered. */
export function createLooks(stage: Stage, show: Show): LookActions {
  let now: LookSettings = { ...USUAL, ...remembered() };
  markTheme(document.documentElement);

  function apply(): void {
    chooseTheme(now.theme);
    stage.wish({ sun: now.shadows, contact: now.contactShadows });
    show.showFloor(now.floor);
  }

  apply();
  return {
    now: () => now,
    set(change) {
      now = { ...now, ...change };
      apply();
      rememberLook(JSON.stringify(now));
    },
    missing: stage.missing,
  };
}

function remembered(): Partial<LookSettings> {
  try {
    return JSON.parse(rememberedLook() ?? '{}') as Partial<LookSettings>;
  } catch {
    return {};
  }
}
