import * as z from 'zod/mini';
import { InputError } from '../core/errors.ts';
import { acceleration, force, name, number, vector, velocity } from './fields.ts';
import { faultsOf } from './messages.ts';

const arrayKind = z.enum(['Float64Array', 'Int32Array', 'Uint8Array']);
export type ArrayKind = z.output<typeof arrayKind>;
const count = z.int().check(z.gte(0));
/** Numbers to the last bit: their bytes in hexadecimal digits. */
const exact = z.string().check(z.regex(/^([0-9a-f]{16})*$/));
const bodyName = z.string().check(z.minLength(1), z.maxLength(256));

const schema = z.strictObject({
  engine: z.string().check(z.maxLength(32), z.describe('Version of the engine that made it.')),
  scene: z.string().check(z.length(16), z.describe('Digest of the scene it belongs to.')),
  steps: count,
  gravity: acceleration('Gravity [m/s²].'),
  nextEvent: count,
  members: z
    .array(
      z.strictObject({
        name: bodyName,
        origin: count,
        seed: z.nullable(z.array(z.tuple([z.string().check(z.maxLength(64)), arrayKind, count]))),
      }),
    )
    .check(
      z.describe(
        'The bodies; `seed` lists the arrays from which a piece is rebuilt, with their kinds and lengths.',
      ),
    ),
  obstacles: z.array(z.boolean()).check(z.describe('Obstacles that are present.')),
  holds: z.array(z.array(z.boolean())).check(z.describe('Which attachments of each body hold.')),
  springs: z.array(name('the spring')).check(z.describe('Springs of the scene that still hold.')),
  joints: z
    .array(z.strictObject({ name: name('the joint'), on: z.boolean(), state: exact }))
    .check(z.describe('Joints, whether they hold, and their impulses.')),
  dynamic: z
    .array(
      z.strictObject({
        id: z.string().check(z.maxLength(64)),
        body: count,
        point: z.readonly(vector('The pulled point [m].')),
        to: vector('Where it is pulled to [m].'),
        // Of a pull on a heavy body they are beyond any limit of a scene.
        stiffness: z.number(),
        damping: z.number(),
        force: z.readonly(force('A force [N].')),
        until: z.int().check(z.gte(-1)),
      }),
    )
    .check(z.describe('Pulls and forces in progress.')),
  contents: z
    .nullable(
      z.strictObject({
        groups: z.optional(z.array(z.string())),
        bodies: z.array(z.unknown()),
        obstacles: z.array(z.unknown()),
        springs: z.array(z.unknown()),
        joints: z.array(z.unknown()),
        events: z.array(z.unknown()),
      }),
    )
    .check(z.describe('The contents of the world, as a scene writes them, if they have changed.')),
  changes: z
    .array(
      z.strictObject({
        friction: z.optional(number()),
        restitution: z.optional(number()),
        rolling: z.optional(number()),
        gravityScale: z.optional(number()),
        paused: z.optional(z.boolean()),
        young: z.optional(number()),
        poisson: z.optional(number()),
        stiffness: z.optional(number()),
        damping: z.optional(
          z.strictObject({
            mass: z.optional(number()),
            stiffness: z.optional(number()),
            air: z.optional(number()),
          }),
        ),
      }),
    )
    .check(z.describe('Changes of each body by actions.')),
  poses: z
    .array(
      z.strictObject({
        of: z.enum(['obstacle', 'attachment', 'bone']),
        name: z.string().check(z.maxLength(200)),
        times: exact,
        positions: exact,
        rotations: exact,
      }),
    )
    .check(z.describe('Poses set by a program, and their tracks.')),
  winds: z
    .array(
      z.tuple([
        name('the wind'),
        z.strictObject({
          velocity: z.readonly(velocity('How fast the air moves [m/s].')),
          where: z.optional(z.readonly(vector('Where it blows [m].'))),
          radius: z.optional(number()),
        }),
      ]),
    )
    .check(z.describe('Winds by name.')),
  lengths: z.array(count).check(z.describe('Bytes of each array that follows, in order.')),
});

/** The header of a snapshot. */
export type SnapshotHeader = z.output<typeof schema>;

/** Refuses a header that is none. */
export function checkSnapshotHeader(input: unknown): SnapshotHeader {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw new InputError(faultsOf(schema, 'header', input, result.error).join('\n'), 'snapshot');
}
