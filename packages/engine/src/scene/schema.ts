import * as z from 'zod';
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
  plainName,
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
  name: name('the attachment').describe('Events release it as `body.attachment`.'),
  region: shapeSchema.describe('What of the body is held, in the body’s own coordinates.'),
  keyframes: keyframes
    .optional()
    .describe(
      'Where the body’s own origin would be, as far as the held part goes; it stays put if missing.',
    ),
  bone: z
    .string()
    .min(1)
    .max(260)
    .optional()
    .describe('A bone that moves the held part instead, as `skeleton.bone`.'),
});

const groupNames = z.array(name('the group')).max(16);

/** How bodies and obstacles touch others. */
const touchFields = {
  friction: notNegative('friction coefficient', 1000)
    .default(0.5)
    .describe('Coulomb’s coefficient; a contact takes √(one · other) of the two that touch.'),
  restitution: between(0, 1, 'restitution')
    .default(0)
    .describe(
      'Part of the speed of a landing that comes back, 0 to 1; a contact takes the larger of the two that touch. Slow landings do not bounce.',
    ),
  groups: groupNames.optional().describe('Groups it is in; at most 16 names in a scene.'),
  touches: groupNames
    .optional()
    .describe(
      'Groups it touches; everything if missing. Two things touch if each wants the other.',
    ),
  sensor: z
    .boolean()
    .optional()
    .describe('True: it tells what is in it (`world.on("sensor")`) and pushes nothing.'),
};

const bodyRules = (model: ModelSchema) =>
  z.strictObject({
    name: name('the body').describe('A name of its own among the bodies.'),
    shape: shapeSchema,
    position: vector('Where the body’s own origin is put [m].').default([0, 0, 0]),
    rotation: rotation.default([0, 0, 0]),
    material: materialSchema.describe('What the body is made of.'),
    model: model.prefault({ type: 'solid' }).describe('How the body is computed.'),
    attachments: z
      .array(attachment)
      .max(256)
      .default([])
      .describe('Parts that are held still, or moved by keyframes or by a skeleton’s bones.'),
    rigid: z
      .array(shapeSchema)
      .max(64)
      .default([])
      .describe(
        'Parts that stay as they are and move as one, in the body’s own coordinates; frames only.',
      ),
    velocity: velocity('Velocity at the start [m/s].').default([0, 0, 0]),
    spin: spin('Angular velocity at the start [rad/s].').default([0, 0, 0]),
    ...touchFields,
    contact: z
      .enum(['all', 'obstacles', 'none'])
      .default('all')
      .describe('What it touches: everything, obstacles but no bodies, or nothing.'),
    selfContact: z
      .boolean()
      .optional()
      .describe(
        'Whether parts of it touch each other; if missing, only a body of several pieces does.',
      ),
    detail: length('detail')
      .optional()
      .describe('Size of a triangle of the visible surface [m]; 0.6 cells if missing.'),
    surface: seenMeshSchema
      .optional()
      .describe(
        'Another mesh that is seen in place of the body’s own surface and rides on it, in the body’s own coordinates; open or closed, as fine as you like.',
      ),
    probes: z
      .record(name('the probe'), vector('A material point, in the body’s own coordinates [m].'))
      .default({})
      .describe('Named material points to follow, in the body’s own coordinates [m].'),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, must('a colour like "#4488cc"', 'Six hexadecimal digits.'))
      .optional()
      .describe('How it is drawn: `#rrggbb`.'),
  });

export const obstacleSchema = z.strictObject({
  name: name('the obstacle').describe('A name of its own among the obstacles.'),
  shape: shapeSchema,
  position: vector('Where it is [m].').default([0, 0, 0]),
  rotation: rotation.default([0, 0, 0]),
  surfaceVelocity: velocity(
    'How fast its surface runs along itself, like a conveyor belt’s, in its own axes [m/s].',
  ).default([0, 0, 0]),
  ...touchFields,
  keyframes: keyframes.optional(),
  from: notNegative('number of seconds').default(0).describe('When it appears [s].'),
  until: notNegative('number of seconds').optional().describe('When it disappears [s].'),
  color: z
    .string()
    .regex(
      /^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/,
      must('a colour like "#4488cc", or "#4488cc60" for glass', 'Hexadecimal digits.'),
    )
    .optional()
    .describe('How it is drawn: `#rrggbb`, or `#rrggbbaa` to see what is behind or in it.'),
});

const place = z
  .strictObject({
    body: name('the body')
      .optional()
      .describe('The body the point belongs to; the world if missing.'),
    point: vector('The point [m].'),
  })
  .describe(
    'A material point of a body (own coordinates), or a point of the world if no body is named.',
  );

export const springSchema = z.strictObject({
  name: name('the spring').describe('A name of its own; events release it by that.'),
  a: place,
  b: place,
  stiffness: positive('number of N/m').describe('Force per length [N/m].'),
  damping: notNegative('number of N s/m').default(0).describe('Force per speed along it [N s/m].'),
  length: notNegative('number of metres')
    .optional()
    .describe('Rest length [m]; as placed if missing.'),
});

export { jointSchema };

/** Bodies a scene may have. */
export const MOST_BODIES = 512;

const sceneRules = (bodies: z.ZodArray<ReturnType<typeof bodyRules>>) =>
  z
    .strictObject({
      format: z
        .literal(
          'pliant/1',
          must('"pliant/1", the version of this format', 'Write it as it stands.'),
        )
        .describe('The version of this format.'),
      $schema: z
        .string()
        .max(2000)
        .optional()
        .describe('Where editors find the rules of this format.'),
      name: plainName('the scene').describe('Letters, digits, - and _.'),
      title: z.string().max(200).default('').describe('A few words for lists.'),
      description: z.string().max(4000).default('').describe('What there is to see.'),
      dt: between(1e-5, 0.2, 'seconds a step')
        .default(1 / 60)
        .describe('Length of a step [s].'),
      duration: between(1e-5, 3600, 'seconds').default(5).describe('How long a run takes [s].'),
      gravity: acceleration('Gravity [m/s²].').default([0, -9.81, 0]),
      solver: z
        .strictObject({
          integrator: z
            .enum(['euler', 'bdf2'])
            .default('euler')
            .describe(
              '“bdf2” is of second order: bodies ring and bounce as they should. “euler” is of first order and calms everything that swings.',
            ),
          substeps: whole(1, 64, 'parts of a step')
            .optional()
            .describe(
              'Equal parts that every step is made of: finer steps without more of them to look at. Two, with “bdf2”, for things that shall bounce. If missing, one, or as many (128 at most) as bodies of the octree need to be as stiff as their material.',
            ),
          newton: whole(1, 50, 'Newton iterations')
            .default(1)
            .describe('Linear solves a step at most; 1 is enough for most scenes.'),
          tolerance: between(1e-12, 0.1, 'relative error')
            .default(1e-2)
            .describe('Part of a step’s change, measured as energy, that the solver may leave.'),
          iterations: whole(1, 10_000, 'iterations of conjugate gradients')
            .default(300)
            .describe('Iterations of conjugate gradients at most.'),
          contactIterations: whole(1, 100, 'iterations of the contact solver')
            .default(20)
            .describe('Iterations of the loop that solves contacts and springs, at most.'),
          rest: between(0, 1, 'body sizes a second')
            .default(3e-3)
            .describe(
              'Touching bodies slower than this for half a second are put to rest [body sizes/s]; 0: never.',
            ),
        })
        .prefault({})
        .describe('How exactly a step is solved.'),
      bodies: bodies.max(MOST_BODIES).default([]).describe('Soft bodies.'),
      obstacles: z
        .array(obstacleSchema)
        .max(512)
        .default([])
        .describe('Rigid things that bodies bump into.'),
      skeletons: z
        .array(skeleton)
        .max(64)
        .default([])
        .describe('Bones with keyframes that move parts of bodies.'),
      springs: z
        .array(springSchema)
        .max(4096)
        .default([])
        .describe('Springs between bodies, or to the world.'),
      joints: z
        .array(jointSchema)
        .max(4096)
        .default([])
        .describe('Joints between bodies, or to obstacles or the world.'),
      events: z.array(event).max(4096).default([]).describe('Things that happen at a time.'),
      camera: camera
        .optional()
        .describe('Where the studio looks from; it finds a place of its own if missing.'),
      checks: z
        .array(selfCheck)
        .max(256)
        .default([])
        .describe('What must hold in a run: the scene’s own test.'),
    })
    .describe('A Pliant scene. SI units.');

/** The rules of a scene and of a body, with the models that there are now. */
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
/** What a scene says of a model of the engine. */
export type SceneModel<T extends string> = Extract<SceneBody['model'], { type: T }>;
export type SceneObstacle = Scene['obstacles'][number];
export type SceneSkeleton = Scene['skeletons'][number];
export type SceneTrack = NonNullable<SceneSkeleton['bones'][number]['track']>;
export type SceneSpring = Scene['springs'][number];
export type SceneJoint = Scene['joints'][number];
export type SceneEvent = Scene['events'][number];
export type SceneCheck = Scene['checks'][number];
export type SceneKeyframe = NonNullable<SceneObstacle['keyframes']>[number];
