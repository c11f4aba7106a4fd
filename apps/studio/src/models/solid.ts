import type { ModelAbout } from './about.ts';

export const about: ModelAbout = {
  type: 'solid',
  title: 'Solid',
  about: 'finite elements, all of them at once',
  order: 0,
  picture: 'M8 28 24 4 40 28ZM16 16h16M24 28 16 16 24 4 32 16Z',
  cost: { box: 7, other: 8 },
};
