import * as z from 'zod/mini';
import { camera } from './action-fields.ts';
import { event } from './action-schema.ts';
import { selfCheck } from './check-schema.ts';
import {
  acceleration,
  between,
  length,
  must,
  name,
  notNegative,
  positive,
  rotation,
  spin,
  vector,
  velocity,
  whole,
} from './fields.ts';
import { jointSchema } from './joint-schema.ts';
import { materialSchema } from './material-schema.ts';
import { type ModelSchema, modelSchema, modelsVersion } from './models.ts';
import { keyframes, skeleton } from './motion-schema.ts';
import { seenMeshSchema, shapeSchema } from './shape-schema.ts';

const attachment = z.strictObject({
  name: name('the attachment').check(z.describe('Events release it as `body.attachment`.')),
  region: shapeSchema.check(
    z.describe('The held part of the body, in the body’s own coordinates.'),
  ),
  keyframes: z
    .optional(keyframes)
    .check(
      z.describe(
        'The pose that the held part would give the body’s own origin; it stays in place if missing.',
      ),
    ),
  bone: z
    .optional(z.string().check(z.minLength(1), z.maxLength(260)))
    .check(z.describe('A bone that moves the held part instead, as `skeleton.bone`.')),
});

const groupNames = z.array(name('the group')).check(z.maxLength(16));

/** How bodies and obstacles touch others. */
const touchFields = {
  friction: z
    ._default(notNegative('friction coefficient', 1000), 0.5)
    .check(z.describe('Coulomb’s coefficient; a contact uses √(one · other) of the two.')),
  restitution: z
    ._default(between(0, 1, 'restitution'), 0)
    .check(
      z.describe(
        'Fraction of the landing speed that comes back, 0 to 1; a contact uses the larger of the two. Slow landings do not bounce.',
      ),
    ),
  rolling: z
    ._default(between(0, 1, 'rolling resistance'), 0)
    .check(
      z.describe(
        'Rolling resistance: the force that keeps a rolling body going, as a fraction of the normal force (0.001 steel on steel, 0.01 a tyre on asphalt, 0.1 in sand). It also stops spinning on the spot; a contact uses the larger of the two.',
      ),
    ),
  groups: z.optional(groupNames).check(z.describe('Groups it is in; at most 16 names in a scene.')),
  touches: z
    .optional(groupNames)
    .check(
      z.describe(
        'Groups it touches; everything if missing. Two things touch if each lists the other.',
      ),
    ),
  sensor: z
    .optional(z.boolean())
    .check(
      z.describe('True: it reports things inside it (`world.on("sensor")`) and pushes nothing.'),
    ),
};

const bodyRules = (model: ModelSchema) =>
  z.strictObject({
    name: name('the body').check(z.describe('A name, unique among the bodies.')),
    shape: shapeSchema,
    position: z._default(vector('Position of the body’s own origin [m].'), [0, 0, 0]),
    rotation: z._default(rotation, [0, 0, 0]),
    material: z.prefault(materialSchema, {}).check(z.describe('The material of the body.')),
    model: z.prefault(model, { type: 'solid' }).check(z.describe('The deformable model.')),
    attachments: z
      ._default(z.array(attachment).check(z.maxLength(256)), [])
      .check(
        z.describe('Parts that are held still, or moved by keyframes or by a skeleton’s bones.'),
      ),
    rigid: z
      ._default(z.array(shapeSchema).check(z.maxLength(64)), [])
      .check(z.describe('Parts that stay rigid, in the body’s own coordinates; frames only.')),
    start: z
      .optional(z.enum(['undeformed', 'settled']))
      .check(
        z.describe(
          '“settled”: before time 0 gravity, attachments, springs and obstacles bring it to rest, and it starts in that shape, with `velocity` and `spin`; other bodies stand still meanwhile. “undeformed” if missing.',
        ),
      ),
    velocity: z._default(velocity('Velocity at the start [m/s].'), [0, 0, 0]),
    spin: z._default(spin('Angular velocity at the start [rad/s].'), [0, 0, 0]),
    ...touchFields,
    contact: z
      ._default(z.enum(['all', 'obstacles', 'none']), 'all')
      .check(z.describe('What it touches: everything, obstacles but no bodies, or nothing.')),
    selfContact: z
      .optional(z.boolean())
      .check(
        z.describe(
          'Whether parts of it touch each other; if missing, only a body of several pieces does.',
        ),
      ),
    detail: z
      .optional(length('detail'))
      .check(z.describe('Size of a triangle of the visible surface [m]; 0.6 cells if missing.')),
    surface: z
      .optional(seenMeshSchema)
      .check(
        z.describe(
          'A mesh to draw in place of the body’s own surface, in the body’s own coordinates; open or closed, at any resolution. It follows the body.',
        ),
      ),
    probes: z
      ._default(
        z.record(name('the probe'), vector('A material point, in the body’s own coordinates [m].')),
        {},
      )
      .check(z.describe('Named material points to follow, in the body’s own coordinates [m].')),
    color: z
      .optional(
        z
          .string()
          .check(
            z.regex(
              /^#[0-9a-fA-F]{6}$/,
              must('a colour like "#4488cc"', 'Six hexadecimal digits.'),
            ),
          ),
      )
      .check(z.describe('How it is drawn: `#rrggbb`.')),
  });

export const obstacleSchema = z.strictObject({
  name: name('the obstacle').check(z.describe('A name, unique among the obstacles.')),
  shape: shapeSchema,
  position: z._default(vector('Its position [m].'), [0, 0, 0]),
  rotation: z._default(rotation, [0, 0, 0]),
  surfaceVelocity: z._default(
    velocity('Velocity of its surface along itself, like a conveyor belt, in its own axes [m/s].'),
    [0, 0, 0],
  ),
  ...touchFields,
  keyframes: z.optional(keyframes),
  from: z._default(notNegative('number of seconds'), 0).check(z.describe('When it appears [s].')),
  until: z.optional(notNegative('number of seconds')).check(z.describe('When it disappears [s].')),
  color: z
    .optional(
      z
        .string()
        .check(
          z.regex(
            /^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/,
            must('a colour like "#4488cc", or "#4488cc60" for glass', 'Hexadecimal digits.'),
          ),
        ),
    )
    .check(z.describe('How it is drawn: `#rrggbb`, or `#rrggbbaa` with transparency.')),
});

const place = z
  .strictObject({
    body: z
      .optional(name('the body'))
      .check(z.describe('The body the point belongs to; the world if missing.')),
    point: vector('The point [m].'),
  })
  .check(
    z.describe(
      'A material point of a body (own coordinates), or a point of the world if no body is named.',
    ),
  );

export const springSchema = z.strictObject({
  name: name('the spring').check(z.describe('A unique name; events use it to release the spring.')),
  a: place,
  b: place,
  stiffness: positive('number of N/m').check(z.describe('Force per length [N/m].')),
  damping: z
    ._default(notNegative('number of N s/m'), 0)
    .check(z.describe('Force per speed along it [N s/m].')),
  length: z
    .optional(notNegative('number of metres'))
    .check(z.describe('Rest length [m]; the initial distance if missing.')),
});

export { jointSchema };

/** Largest number of bodies in a scene. */
export const MOST_BODIES = 512;

const sceneRules = (bodies: z.ZodMiniArray<ReturnType<typeof bodyRules>>) =>
  z
    .strictObject({
      format: z
        .literal(
          'pliant/1',
          must('"pliant/1", the version of this format', 'Write it as it stands.'),
        )
        .check(z.describe('The version of this format.')),
      $schema: z
        .optional(z.string().check(z.maxLength(2000)))
        .check(z.describe('Address of the JSON Schema, for editors.')),
      name: name('the scene').check(z.describe('Any text in one line.')),
      title: z
        ._default(z.string().check(z.maxLength(200)), '')
        .check(z.describe('A short title for lists.')),
      description: z
        ._default(z.string().check(z.maxLength(4000)), '')
        .check(z.describe('A description of the scene.')),
      dt: z
        ._default(between(1e-5, 0.2, 'seconds a step'), 1 / 60)
        .check(z.describe('Length of a step [s].')),
      duration: z
        ._default(between(1e-5, 3600, 'seconds'), 5)
        .check(z.describe('Duration of a run [s].')),
      gravity: z._default(acceleration('Gravity [m/s²].'), [0, -9.81, 0]),
      solver: z
        .prefault(
          z.strictObject({
            integrator: z
              ._default(z.enum(['euler', 'bdf2', 'auto']), 'auto')
              .check(
                z.describe(
                  '“auto” is of second order for bodies that touch nothing but obstacles: they ring, roll and bounce as their damping says. All others take first-order steps, so that piles come to rest quickly, and so do rigid bodies that land. “bdf2” is of second order for all. “euler” is of first order for all: it damps vibrations as if damping.stiffness were larger by dt.',
                ),
              ),
            substeps: z
              .optional(whole(1, 64, 'parts of a step'))
              .check(
                z.describe(
                  'Number of equal parts of every step. Use 3 for things that bounce. If missing, one, or as many (128 at most) as octree bodies need to be as stiff as their material.',
                ),
              ),
            newton: z
              ._default(whole(1, 50, 'Newton iterations'), 1)
              .check(
                z.describe(
                  'Largest number of linear solves per step; 1 is enough for most scenes.',
                ),
              ),
            tolerance: z
              ._default(between(1e-12, 0.1, 'relative error'), 1e-2)
              .check(z.describe('Relative error of a step’s change, measured as energy.')),
            iterations: z
              ._default(whole(1, 10_000, 'iterations of conjugate gradients'), 300)
              .check(z.describe('Largest number of conjugate gradient iterations.')),
            contactIterations: z
              ._default(whole(1, 100, 'iterations of the contact solver'), 60)
              .check(
                z.describe(
                  'Largest number of iterations of the loop that solves contacts and springs.',
                ),
              ),
            rest: z
              ._default(between(0, 1, 'body sizes a second'), 3e-3)
              .check(
                z.describe(
                  'Touching bodies slower than this for half a second fall asleep [body sizes/s]; 0: never.',
                ),
              ),
          }),
          {},
        )
        .check(z.describe('Settings of the solver.')),
      bodies: z
        ._default(bodies.check(z.maxLength(MOST_BODIES)), [])
        .check(z.describe('Soft bodies.')),
      obstacles: z
        ._default(z.array(obstacleSchema).check(z.maxLength(512)), [])
        .check(z.describe('Rigid things that bodies collide with.')),
      skeletons: z
        ._default(z.array(skeleton).check(z.maxLength(64)), [])
        .check(z.describe('Bones with keyframes that move parts of bodies.')),
      springs: z
        ._default(z.array(springSchema).check(z.maxLength(4096)), [])
        .check(z.describe('Springs between bodies, or to the world.')),
      joints: z
        ._default(z.array(jointSchema).check(z.maxLength(4096)), [])
        .check(z.describe('Joints between bodies, or to obstacles or the world.')),
      events: z
        ._default(z.array(event).check(z.maxLength(4096)), [])
        .check(z.describe('Actions at given times.')),
      camera: z
        .optional(camera)
        .check(z.describe('The studio’s camera; chosen automatically if missing.')),
      checks: z
        ._default(z.array(selfCheck).check(z.maxLength(256)), [])
        .check(z.describe('Conditions that a run must meet: the scene’s own test.')),
      groups: z
        .optional(groupNames)
        .check(
          z.describe(
            'Names of groups that things added later will have. Those of the scene’s own things need not be listed.',
          ),
        ),
    })
    .check(z.describe('A Pliant scene. SI units.'));

/** The rules of a scene and of a body, with the models loaded now. */
export interface Rules {
  readonly version: number;
  readonly body: ReturnType<typeof bodyRules>;
  readonly scene: ReturnType<typeof sceneRules>;
}

let made: Rules | null = null;

export function rules(): Rules {
  const version = modelsVersion();
  if (made?.version !== version) {
    const body = bodyRules(modelSchema());
    made = { version, body, scene: sceneRules(z.array(body)) };
  }
  return made;
}

/** A scene with all defaults filled in. */
export type Scene = z.output<Rules['scene']>;
export type SceneBody = Scene['bodies'][number];
/** The entry of one of the engine's models in a scene. */
export type SceneModel<T extends string> = Extract<SceneBody['model'], { type: T }>;
export type SceneObstacle = Scene['obstacles'][number];
export type SceneSkeleton = Scene['skeletons'][number];
export type SceneTrack = NonNullable<SceneSkeleton['bones'][number]['track']>;
export type SceneSpring = Scene['springs'][number];
export type SceneJoint = Scene['joints'][number];
export type SceneEvent = Scene['events'][number];
export type SceneCheck = Scene['checks'][number];
export type SceneKeyframe = NonNullable<SceneObstacle['keyframes']>[number];
