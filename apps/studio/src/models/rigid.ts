import { getAt } from '../document/json.ts';
import type { ModelAbout } from './about.ts';

export const about: ModelAbout = {
  type: 'rigid',
  title: 'Rigid',
  about: 'does not deform',
  order: 6,
  picture: 'M10 10 26 4l14 7v11l-15 7-15-7ZM10 10l15 7 15-6M25 17v12',
  cost: { box: 0.6, other: 1.7 },
  suits: {
    rank: 4,
    why: 'too stiff to see it bend',
    when: ({ body }) => Number(getAt(body, ['material', 'young'])) >= 1e9,
  },
};
