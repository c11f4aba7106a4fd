import type { ModelAbout } from './about.ts';

export const about: ModelAbout = {
  type: 'lattice',
  title: 'Lattice',
  about: 'equal cells, simple and robust',
  order: 5,
  picture: 'M8 4h32v24H8ZM16 4v24M24 4v24M32 4v24M8 12h32M8 20h32',
  cost: { box: 36, other: 44 },
};
