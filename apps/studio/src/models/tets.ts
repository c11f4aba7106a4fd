import { getAt } from '../document/json.ts';
import type { ModelAbout } from './about.ts';

/** Stiffness that varies on a smaller scale than other models resolve. */
const FINE: readonly unknown[] = ['vessels', 'layers'];

export const about: ModelAbout = {
  type: 'tets',
  title: 'Tetrahedra',
  about: 'coarse elements that know their inside',
  order: 3,
  picture: 'M6 28 24 4 42 28ZM24 4v24M15 16h9M15 16 24 28M19.5 22H24',
  cost: { box: 12, other: 200 },
  suits: {
    rank: 1,
    why: 'its inside varies finely',
    when: ({ body }) => FINE.includes(getAt(body, ['material', 'stiffness', 'type'])),
  },
  adapts: ['adaptive', 'criterion', 'tolerance', 'speed', 'levels', 'start', 'estimation'],
  baseline: { title: 'All split', model: (own) => ({ ...own, adaptive: false }) },
};
