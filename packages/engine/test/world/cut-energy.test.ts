import { expect, test } from 'vitest';
import { createRandom, type SceneInput, type World } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { scene, world } from './helpers.ts';

const CUTS = effort(12, 1000);
/** Cuts of one block; then a new one is taken. */
const EACH = 4;
/** What the pulls of a step and contacts between the pieces may be off by in the steps after a cut, as a part of the energy there is. */
const SLACK = 0.02;
/** The same for the cut itself. */
const ROUNDING = 1e-9;

type BodyInput = NonNullable<SceneInput['bodies']>[number];

function block(moving: boolean): BodyInput {
  return {
    name: 'block',
    shape: { type: 'box', size: [0.4, 0.3, 0.3] },
    material: { young: 2e4, density: 1000 },
    model: { type: 'octree', cell: 0.05, levels: 1 },
    ...(moving
      ? { velocity: [0.3, 0, 0], spin: [0, 2, 3] }
      : {
          attachments: [
            { name: 'end', region: { type: 'box', size: [0.1, 1, 1], position: [-0.2, 0, 0] } },
          ],
        }),
  };
}

function total(w: World): number {
  const { kinetic, elastic, potential } = w.totals().energy;
  return kinetic + elastic + potential;
}

test(`${CUTS} random cuts, 1 to 60 steps apart, of moving and of held blocks, of which some end inside, add no energy and throw no pieces`, () => {
  const random = createRandom(41);
  const gains: string[] = [];
  let fastest = 0;
  for (let k = 0; k < CUTS; k += EACH) {
    const moving = random.below(2) === 0;
    const w = world(
      scene({ bodies: [block(moving)], gravity: moving ? [0, 0, 0] : [0, -9.81, 0] }),
    );
    w.step(6);
    const start = w.totals();
    let energy = total(w);
    // What swings in gravity exchanges more energy than it began with, and a step measures it to a part of that.
    let scale = 0.1;
    for (let c = 0; c < EACH; c++) {
      const at = [0, 1, 2].map(() => random.range(-0.12, 0.12));
      const side = random.range(-0.4, 0.4);
      const end = random.below(3) === 0 ? 0.5 * at[1] : at[1] - 0.5;
      const before = total(w);
      w.apply({
        do: 'cut',
        body: 'block',
        blade: [
          [
            [at[0] - side, at[1] + 0.5, -0.5],
            [at[0] - side, at[1] + 0.5, 0.5],
          ],
          [
            [at[0] + side, end, -0.5],
            [at[0] + side, end, 0.5],
          ],
        ],
      });
      const gained = total(w) - before;
      if (gained > ROUNDING * scale) gains.push(`cut ${k + c} itself: ${gained} J of ${scale}`);
      for (let s = 1 + random.below(60); s > 0; s--) {
        const now = total(w);
        const { kinetic, elastic } = w.totals().energy;
        scale = Math.max(scale, kinetic + elastic);
        if (now > energy + SLACK * scale) gains.push(`cut ${k + c}: ${now - energy} J of ${scale}`);
        energy = Math.min(energy, now);
        fastest = Math.max(
          fastest,
          w.totals().speed / (start.speed + (moving ? 0 : 9.81 * w.time)),
        );
        w.step();
      }
    }
    // A step may run out of iterations with contacts violated, and says so; nothing worse may happen.
    for (const issue of w.issues.keys()) expect(issue).toMatch(/raise solver.contactIterations/);
  }
  expect(gains).toEqual([]);
  // As fast as at the start, or as what falls freely: pieces that spring back may be a little faster.
  expect(fastest).toBeLessThan(2);
});
