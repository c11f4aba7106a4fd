import { z } from 'zod';
import { angles, notNegative, vector } from './fields.ts';

export const keyframesOf = (position: string) =>
  z
    .array(
      z.strictObject({
        time: notNegative('number of seconds').describe('When [s].'),
        position: vector(position).optional(),
        rotation: angles.optional(),
      }),
    )
    .min(1, 'must hold at least one keyframe.')
    .max(10_000)
    .describe(
      'Motion over time: straight between keyframes, still before the first and after the last.',
    );

export const keyframes = keyframesOf('Where it is at that time [m]; as before if missing.');
