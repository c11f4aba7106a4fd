import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildScene, createWorld, parseScene, type World } from '../../../src/index.ts';

const path = new URL('../../../../../scenes/bouncing-ball.json', import.meta.url);

/** Heights of the first two apexes after the fall [m], and the frames that were awake at the first. */
function apexes(w: World): { heights: number[]; frames: number } {
  const heights: number[] = [];
  let frames = 0;
  let [before, last] = [2, 1.2];
  for (let s = 0; s < 300 && heights.length < 2; s++) {
    w.step();
    const [, y] = w.bodies[0].probe('centre');
    if (last > before && last >= y) {
      heights.push(last);
      if (heights.length === 1) frames = w.bodies[0].levels.activeDofs / 12;
    }
    [before, last] = [last, y];
  }
  return { heights, frames };
}

test('a ball bounces as high as with all frames, and flies up on one', () => {
  const built = buildScene(parseScene(readFileSync(path, 'utf8')));
  const adaptive = apexes(createWorld(built));
  const w = createWorld(built);
  w.apply({ do: 'tune', body: 'ball', adaptive: false });
  const all = apexes(w);
  expect(all.heights).toHaveLength(2);
  all.heights.forEach((height, i) => {
    // The lowest place of the centre at rest is about 0.17 m: heights count from there.
    const rise = (adaptive.heights[i] - 0.17) / (height - 0.17);
    expect(Math.abs(rise - 1)).toBeLessThan(0.02);
  });
  expect(all.frames).toBe(30);
});
