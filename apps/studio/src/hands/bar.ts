import { h } from '../ui/dom.ts';

/** What the tool in the hand says, and what can be set about it; above the stage. */
export interface HandBar {
  /** Opens it with what a hand can do, and with what sets the tool. */
  open(hint: string, ...controls: HTMLElement[]): void;
  /** Numbers of what is being done; the hint again if there are none. */
  say(words: string | null): void;
  close(): void;
}

export function createHandBar(holder: HTMLElement): HandBar {
  const words = h('output', { 'aria-label': 'Tool' });
  const controls = h('span', { class: 'hand-controls' });
  const bar = h(
    'div',
    { class: 'hand-bar', role: 'group', 'aria-label': 'Tool', hidden: true },
    controls,
    words,
  );
  holder.append(bar);
  let hint = '';
  return {
    open(next, ...elements) {
      hint = next;
      words.textContent = hint;
      controls.replaceChildren(...elements);
      bar.hidden = false;
    },
    say(next) {
      words.textContent = next ?? hint;
    },
    close() {
      bar.hidden = true;
      controls.replaceChildren();
    },
  };
}
