import * as z from 'zod';
import { InputError } from '../core/errors.ts';
import { acceleration, force, name, number, vector, velocity } from './fields.ts';
import { faultsOf } from './messages.ts';

const arrayKind = z.enum(['Float64Array', 'Int32Array', 'Uint8Array']);
export type ArrayKind = z.output<typeof arrayKind>;
const count = z.int().min(0);
/** Numbers to the last bit: their bytes in hexadecimal digits. */
const exact = z.string().regex(/^([0-9a-f]{16})*$/);
const bodyName = z.string().min(1).max(256);

const schema = z.strictObject({
  engine: z.string().max(32).describe('Version of the engine that made it.'),
  scene: z.string().length(16).describe('Digest of the scene it belongs to.'),
  steps: count,
  gravity: acceleration('Gravity [m/s²].'),
  nextEvent: count,
  members: z
    .array(
      z.strictObject({
        name: bodyName,
        origin: count,
        seed: z.array(z.tuple([z.string().max(64), arrayKind, count])).nullable(),
      }),
    )
    .describe(
      'The bodies; `seed` lists the arrays from which a piece is rebuilt, with their kinds and lengths.',
    ),
  obstacles: z.array(z.boolean()).describe('Obstacles that are present.'),
  holds: z.array(z.array(z.boolean())).describe('Which attachments of each body hold.'),
  springs: z.array(name('the spring')).describe('Springs of the scene that still hold.'),
  joints: z
    .array(z.strictObject({ name: name('the joint'), on: z.boolean(), state: exact }))
    .describe('Joints, whether they hold, and their impulses.'),
  dynamic: z
    .array(
      z.strictObject({
        id: z.string().max(64),
        body: count,
        point: vector('The pulled point [m].').readonly(),
        to: vector('Where it is pulled to [m].'),
        // Of a pull on a heavy body they are beyond any limit of a scene.
        stiffness: z.number(),
        damping: z.number(),
        force: force('A force [N].').readonly(),
        until: z.int().min(-1),
      }),
    )
    .describe('Pulls and forces in progress.'),
  contents: z
    .strictObject({
      bodies: z.array(z.unknown()),
      obstacles: z.array(z.unknown()),
      springs: z.array(z.unknown()),
      joints: z.array(z.unknown()),
      events: z.array(z.unknown()),
    })
    .nullable()
    .describe('The contents of the world, as a scene writes them, if they have changed.'),
  changes: z
    .array(
      z.strictObject({
        friction: number().optional(),
        restitution: number().optional(),
        gravityScale: number().optional(),
        paused: z.boolean().optional(),
        young: number().optional(),
        poisson: number().optional(),
        stiffness: number().optional(),
        damping: z
          .strictObject({
            mass: number().optional(),
            stiffness: number().optional(),
            air: number().optional(),
          })
          .optional(),
      }),
    )
    .describe('Changes of each body by actions.'),
  poses: z
    .array(
      z.strictObject({
        of: z.enum(['obstacle', 'attachment', 'bone']),
        name: z.string().max(200),
        times: exact,
        positions: exact,
        rotations: exact,
      }),
    )
    .describe('Poses set by a program, and their tracks.'),
  winds: z
    .array(
      z.tuple([
        name('the wind'),
        z.strictObject({
          velocity: velocity('How fast the air moves [m/s].').readonly(),
          where: vector('Where it blows [m].').readonly().optional(),
          radius: number().optional(),
        }),
      ]),
    )
    .describe('Winds by name.'),
  lengths: z.array(count).describe('Bytes of each array that follows, in order.'),
});

/** The header of a snapshot. */
export type SnapshotHeader = z.output<typeof schema>;

/** Refuses a header that is none. */
export function checkSnapshotHeader(input: unknown): SnapshotHeader {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw new InputError(faultsOf(schema, 'header', input, result.error).join('\n'), 'snapshot');
}
