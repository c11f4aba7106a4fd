import type { StoryAct } from '../stories.ts';
import { h } from './dom.ts';
import { icon } from './icons.ts';

/** What a scene is about, in three steps. */
export interface Story {
  /** The scene that is open, by its name in the gallery; null for one that has no story. */
  open(name: string | null): void;
  /** Shows the steps, or puts them away. */
  toggle(): void;
}

const REMEMBERED = 'pliant-studio-story';

/** A button beside the views, and a card of three steps over the stage. Texts are loaded when the card is first opened. */
export function createStory(
  bar: HTMLElement,
  holder: HTMLElement,
  act: (what: StoryAct) => void,
): Story {
  let scene: string | null = null;
  let isOpen = false;
  const button = h(
    'button',
    {
      type: 'button',
      class: 'story-button',
      'aria-expanded': 'false',
      'aria-controls': 'story',
      title: 'This scene in three steps (h)',
      click: () => toggle(),
    },
    'Story',
  );
  const list = h('ol', {});
  const close = h(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close the story', click: () => toggle() },
    icon('close'),
  );
  const card = h(
    'section',
    { class: 'story', id: 'story', 'aria-label': 'Story', hidden: true },
    list,
    close,
  );
  button.hidden = true;
  bar.append(button);
  holder.append(card);

  async function show(): Promise<void> {
    const name = scene;
    const { storyOf } = await import('../stories.ts');
    if (name !== scene) return;
    const steps = name === null ? null : storyOf(name);
    list.replaceChildren(
      ...(steps ?? []).map(({ text, act: what }) =>
        h(
          'li',
          {},
          what === undefined
            ? h('span', {}, text)
            : h('button', { type: 'button', click: () => act(what) }, text),
        ),
      ),
    );
    card.hidden = !isOpen || steps === null;
    button.setAttribute('aria-expanded', String(!card.hidden));
  }

  function toggle(): void {
    isOpen = !isOpen;
    try {
      localStorage.setItem(REMEMBERED, String(isOpen));
    } catch {
      // Where nothing is kept, nothing is remembered.
    }
    show();
  }

  try {
    isOpen = localStorage.getItem(REMEMBERED) === 'true';
  } catch {
    // Closed.
  }
  return {
    open(name) {
      scene = name;
      button.hidden = name === null;
      if (isOpen || !card.hidden) show();
    },
    toggle,
  };
}
