import type { LookActions, LookSettings } from './inspector/look.ts';
import type { Show } from './view/show.ts';
import type { Stage } from './view/stage.ts';
import { chooseTheme, markTheme } from './view/theme.ts';

const REMEMBERED = 'pliant-studio-look';
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
      try {
        localStorage.setItem(REMEMBERED, JSON.stringify(now));
      } catch {
        // Where nothing is kept, nothing is remembered.
      }
    },
    missing: stage.missing,
  };
}

function remembered(): Partial<LookSettings> {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}') as Partial<LookSettings>;
  } catch {
    return {};
  }
}
