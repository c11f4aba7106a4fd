import { expect, test } from 'vitest';
import { columnScene, crowdScene, runCrowd } from '../src/crowds.ts';

/** A slice of `npm run bench -- crowds`. */
test('contacts of random crowds are met, and nothing blows up', { timeout: 1e6 }, () => {
  const cache = new Map();
  for (let seed = 1; seed <= 8; seed++) {
    const { unmet, fastest } = runCrowd(crowdScene(seed), 0.8, { cache });
    expect({ seed, unmet }).toEqual({ seed, unmet: 0 });
    expect(fastest).toBeLessThan(12);
  }
});

test.each(['rigid', 'solid', 'frames', 'octree'])(
  'contacts of columns of %s cubes are met at long and short steps',
  (model) => {
    for (const rate of [30, 240]) {
      const { unmet } = runCrowd(columnScene(model, 1 / rate), rate === 30 ? 1 : 0.25);
      expect({ rate, unmet }).toEqual({ rate, unmet: 0 });
    }
  },
);
