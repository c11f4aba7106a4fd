import * as z from 'zod/mini';
import { InputError } from '../core/errors.ts';
import { must, number, plainName, positive, whole } from './fields.ts';
import { faultsOf } from './messages.ts';

/** Larger sweeps are a mistake, or should be divided. */
const MOST_RUNS = 100_000_000;

const path = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(500),
    z.describe('A path in the scene, as for `--set`: `bodies[0].material.young`.'),
  );
const count = whole(1, MOST_RUNS, 'runs');

const span = (what: string) =>
  z
    .union([
      z.tuple([number(), number()]),
      z.tuple([number(), number(), whole(2, 1_000_000, 'values')]),
    ])
    .check(z.describe(what));

const values = z
  .union([
    z
      .array(z.json())
      .check(z.minLength(1), z.maxLength(1_000_000), z.describe('These values, of any type.')),
    z.strictObject({
      linear: span('From, to and count, evenly spaced; a grid needs the count.'),
    }),
    z.strictObject({
      log: span('The same with even ratios, for quantities that span decades, like stiffness.'),
    }),
  ])
  .check(z.describe('Values of a path: a list, or `linear` or `log` with [from, to, count].'));

export const sweepSchema = z
  .strictObject({
    format: z
      .literal(
        'pliant-sweep/1',
        must('"pliant-sweep/1", the version of this format', 'Write it as it stands.'),
      )
      .check(z.describe('The version of this format.')),
    name: z
      ._default(plainName('the sweep'), 'sweep')
      .check(z.describe('Letters, digits, - and _.')),
    scene: z
      .union([
        z.string().check(z.minLength(1), z.maxLength(4000)),
        z.record(z.string(), z.unknown()),
      ])
      .check(z.describe('A gallery name, a file relative to this one, or the scene itself.')),
    vary: z
      ._default(z.record(path, values), {})
      .check(z.describe('Paths in the scene and their values.')),
    how: z
      .optional(z.enum(['grid', 'random', 'sobol', 'list']))
      .check(
        z.describe(
          'All combinations, random ones, ones that fill the space evenly, or those of `list`. Default: grid, or list if there is one.',
        ),
      ),
    count: z.optional(count).check(z.describe('Number of runs, for random and sobol.')),
    seed: z
      ._default(whole(0, 2 ** 31 - 1, 'seed'), 1)
      .check(z.describe('Seed of the random numbers.')),
    list: z
      .optional(z.array(z.record(path, z.json())).check(z.minLength(1), z.maxLength(1_000_000)))
      .check(z.describe('One run per entry, all with the same paths.')),
    repeat: z
      .optional(
        z.strictObject({
          seed: whole(1, 1_000_000, 'repetitions').check(
            z.describe('Number of runs of each, with seeds 1, 2, ….'),
          ),
          into: z
            ._default(z.array(path).check(z.maxLength(16)), [])
            .check(z.describe('Paths in the scene that get the seed; none if missing.')),
        }),
      )
      .check(z.describe('Runs that differ only in a seed.')),
    steps: z
      .optional(whole(1, 10_000_000, 'steps'))
      .check(z.describe('Steps of every run; the scene’s duration if missing.')),
    measure: z
      .optional(
        z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(1000)),
      )
      .check(
        z.describe(
          'Columns of the table: paths in the output of `pliant run --json`, or max(…), min(…), mean(…) of a value over the run. Default: energies and probes.',
        ),
      ),
    series: z
      .optional(
        z.strictObject({
          every: positive('number of seconds').check(z.describe('Time between two rows [s].')),
          of: z
            .array(z.string().check(z.minLength(1), z.maxLength(500)))
            .check(z.minLength(1), z.maxLength(100), z.describe('The recorded values.')),
        }),
      )
      .check(z.describe('Values over time, in a separate table.')),
    keep: z
      ._default(z.array(z.enum(['glb', 'pc2', 'snapshot'])).check(z.maxLength(3)), [])
      .check(
        z.describe('Files of every run: an animation, a point cache per body, the last state.'),
      ),
    rate: z
      .optional(positive('number of frames a second'))
      .check(z.describe('Frames a second in kept animations; one per step if missing.')),
    limit: z
      .optional(positive('number of seconds'))
      .check(z.describe('A run that takes longer is ended, and counts as failed [s].')),
    memory: z
      .optional(whole(16, 1_000_000, 'MB a thread'))
      .check(z.describe('A run that needs more is ended, and counts as failed [MB].')),
  })
  .check(z.describe('A sweep: many runs of one scene.'));

/** A sweep with all defaults filled in. */
export type Sweep = z.output<typeof sweepSchema>;
/** A sweep as written. */
export type SweepInput = z.input<typeof sweepSchema>;

/** Checks the form of a sweep and fills in defaults; its paths are checked against the scene later. */
export function parseSweep(input: unknown): Sweep & { how: 'grid' | 'random' | 'sobol' | 'list' } {
  const result = sweepSchema.safeParse(input, { reportInput: true });
  if (!result.success) {
    throw new InputError(faultsOf(sweepSchema, 'sweep', input, result.error).join('\n  '));
  }
  const sweep = result.data;
  const how = sweep.how ?? (sweep.list ? 'list' : 'grid');
  const refuse = (where: string, text: string): never => {
    throw new InputError(text, where);
  };
  const isDrawn = how === 'random' || how === 'sobol';
  if (isDrawn && sweep.count === undefined)
    refuse('count', `must be given for ${how}, got nothing. How many runs shall there be?`);
  if (!isDrawn && sweep.count !== undefined)
    refuse('count', `must be left out for ${how}, got ${sweep.count}. It follows from the values.`);
  if ((how === 'list') !== (sweep.list !== undefined))
    refuse('list', `must go with "how": "list", got "${how}". Change one of the two.`);
  for (const [place, given] of Object.entries(sweep.vary)) {
    if (Array.isArray(given)) continue;
    const [from, to, n] = 'log' in given ? given.log : given.linear;
    if ('log' in given && !(from > 0 && to > 0))
      refuse(`vary.${place}.log`, `must be positive numbers, got ${from} and ${to}. Try linear.`);
    if (how === 'grid' && n === undefined)
      refuse(
        `vary.${place}`,
        'must be [from, to, how many] in a grid, got no number of values. Add it.',
      );
  }
  return { ...sweep, how };
}
