import * as z from 'zod';
import { InputError } from '../core/errors.ts';
import { must, number, plainName, positive, whole } from './fields.ts';
import { faultsOf } from './messages.ts';

/** Larger sweeps are a mistake, or should be divided. */
const MOST_RUNS = 100_000_000;

const path = z
  .string()
  .min(1)
  .max(500)
  .describe('A path in the scene, as for `--set`: `bodies[0].material.young`.');
const count = whole(1, MOST_RUNS, 'runs');

const span = (what: string) =>
  z
    .union([
      z.tuple([number(), number()]),
      z.tuple([number(), number(), whole(2, 1_000_000, 'values')]),
    ])
    .describe(what);

const values = z
  .union([
    z.array(z.json()).min(1).max(1_000_000).describe('These values, of any type.'),
    z.strictObject({
      linear: span('From, to and count, evenly spaced; a grid needs the count.'),
    }),
    z.strictObject({
      log: span('The same with even ratios, for quantities that span decades, like stiffness.'),
    }),
  ])
  .describe('Values of a path: a list, or `linear` or `log` with [from, to, count].');

const sweepSchema = z
  .strictObject({
    format: z
      .literal(
        'pliant-sweep/1',
        must('"pliant-sweep/1", the version of this format', 'Write it as it stands.'),
      )
      .describe('The version of this format.'),
    name: plainName('the sweep').default('sweep').describe('Letters, digits, - and _.'),
    scene: z
      .union([z.string().min(1).max(4000), z.record(z.string(), z.unknown())])
      .describe('A gallery name, a file relative to this one, or the scene itself.'),
    vary: z.record(path, values).default({}).describe('Paths in the scene and their values.'),
    how: z
      .enum(['grid', 'random', 'sobol', 'list'])
      .optional()
      .describe(
        'All combinations, random ones, ones that fill the space evenly, or those of `list`. Default: grid, or list if there is one.',
      ),
    count: count.optional().describe('Number of runs, for random and sobol.'),
    seed: whole(0, 2 ** 31 - 1, 'seed')
      .default(1)
      .describe('Seed of the random numbers.'),
    list: z
      .array(z.record(path, z.json()))
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('One run per entry, all with the same paths.'),
    repeat: z
      .strictObject({
        seed: whole(1, 1_000_000, 'repetitions').describe(
          'Number of runs of each, with seeds 1, 2, ….',
        ),
        into: z
          .array(path)
          .max(16)
          .default([])
          .describe('Paths in the scene that get the seed; none if missing.'),
      })
      .optional()
      .describe('Runs that differ only in a seed.'),
    steps: whole(1, 10_000_000, 'steps')
      .optional()
      .describe('Steps of every run; the scene’s duration if missing.'),
    measure: z
      .array(z.string().min(1).max(500))
      .max(1000)
      .optional()
      .describe(
        'Columns of the table: paths in the output of `pliant run --json`, or max(…), min(…), mean(…) of a value over the run. Default: energies and probes.',
      ),
    series: z
      .strictObject({
        every: positive('number of seconds').describe('Time between two rows [s].'),
        of: z.array(z.string().min(1).max(500)).min(1).max(100).describe('The recorded values.'),
      })
      .optional()
      .describe('Values over time, in a separate table.'),
    keep: z
      .array(z.enum(['glb', 'pc2', 'snapshot']))
      .max(3)
      .default([])
      .describe('Files of every run: an animation, a point cache per body, the last state.'),
    rate: positive('number of frames a second')
      .optional()
      .describe('Frames a second in kept animations; one per step if missing.'),
    limit: positive('number of seconds')
      .optional()
      .describe('A run that takes longer is ended, and counts as failed [s].'),
    memory: whole(16, 1_000_000, 'MB a thread')
      .optional()
      .describe('A run that needs more is ended, and counts as failed [MB].'),
  })
  .describe('A sweep: many runs of one scene.');

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

/** The JSON Schema of the sweep format. */
export function sweepJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(sweepSchema, { io: 'input' }) as Record<string, unknown>;
}
