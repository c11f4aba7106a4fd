import { h } from './dom.ts';

/** Opens the sheet of hands and keys, for who does not know that a key does. */
export const helpButton = (open: () => void): HTMLButtonElement =>
  h(
    'button',
    {
      type: 'button',
      class: 'story-button help-button',
      'aria-label': 'Help: hands and keys',
      title: 'What hands and keys do (?)',
      click: open,
    },
    '?',
  );
