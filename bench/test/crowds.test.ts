import { expect, test } from 'vitest';
import { columnScene, crowdScene, runCrowd } from '../src/crowds.ts';

/** A slice of `npm run bench -- crowds`, without adaptive tets: those use all iterations on some impacts (docs/limits.md). Octrees take longest. */
const MODELS = ['rigid', 'solid', 'frames'];

test('contacts of random crowds are met, and nothing blows up', { timeout: 1e6 }, () => {
  const cache = new Map();
  for (let seed = 1; seed <= 4; seed++) {
    const { unmet, fastest } = runCrowd(crowdScene(seed, MODELS), 0.9, { cache });
    expect({ seed, unmet }).toEqual({ seed, unmet: 0 });
    expect(fastest).toBeLessThan(12);
  }
});

test.each(MODELS)('contacts of columns of %s cubes are met at long and short steps', (model) => {
  for (const rate of [30, 240]) {
    const { unmet, depth } = runCrowd(columnScene(model, 1 / rate), rate === 30 ? 0.6 : 0.2);
    expect({ rate, unmet }).toEqual({ rate, unmet: 0 });
    expect(depth).toBeLessThan(0.1);
  }
});
