import { getAt } from '../document/json.ts';
import type { ModelAbout } from './about.ts';

export const about: ModelAbout = {
  type: 'octree',
  title: 'Octree',
  about: 'cells to be cut and divided',
  order: 2,
  picture: 'M8 4h32v24H8ZM24 4v24M8 16h32M32 16v12M24 22h16',
  cost: { box: 3.4, other: 1.6 },
  suits: {
    rank: 2,
    why: 'it can be cut, and keeps dents',
    when: ({ body, events }) =>
      events.includes('cut') || getAt(body, ['model', 'plastic']) !== undefined,
  },
  adapts: ['levels', 'coarseness', 'detail'],
  baseline: {
    title: 'Regular lattice',
    model: ({ cell, width, plastic }) => ({ type: 'lattice', cell, width, plastic }),
  },
};
