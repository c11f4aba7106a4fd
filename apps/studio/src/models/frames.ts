import type { ModelAbout } from './about.ts';

export const about: ModelAbout = {
  type: 'frames',
  title: 'Frames',
  about: 'wake where it bends, sleep in any pose',
  order: 1,
  picture: 'M8 22h10M8 22v-10M24 14h10M24 14V4M32 28h9M32 28v-9M8 22 24 14 32 28',
  cost: { box: 7, other: 8 },
  suits: { rank: 0, why: 'right for most bodies', when: () => true },
  adapts: ['adaptive', 'tolerance', 'camera', 'points', 'interest', 'expert'],
  baseline: { title: 'All frames', model: (own) => ({ ...own, adaptive: false }) },
};
