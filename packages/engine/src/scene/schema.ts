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
  region: shapeSchema.describe('The held part of the body, in the body’s own coordinates.'),
  keyframes: keyframes
    .optional()
    .describe(
      'The pose that the held part would give the body’s own origin; it stays in place if missing.',
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
    .describe('Coulomb’s coefficient; a contact uses √(one · other) of the two.'),
  restitution: between(0, 1, 'restitution')
    .default(0)
    .describe(
      'Fraction of the landing speed that comes back, 0 to 1; a contact uses the larger of the two. Slow landings do not bounce.',
    ),
  groups: groupNames.optional().describe('Groups it is in; at most 16 names in a scene.'),
  touches: groupNames
    .optional()
    .describe(
      'Groups it touches; everything if missing. Two things touch if each lists the other.',
    ),
  sensor: z
    .boolean()
    .optional()
    .describe('True: it reports things inside it (`world.on("sensor")`) and pushes nothing.'),
};

const bodyRules = (model: ModelSchema) =>
  z.strictObject({
    name: name('the body').describe('A name, unique among the bodies.'),
    shape: shapeSchema,
    position: vector('Position of the body’s own origin [m].').default([0, 0, 0]),
    rotation: rotation.default([0, 0, 0]),
    material: materialSchema.prefault({}).describe('The material of the body.'),
    model: model.prefault({ type: 'solid' }).describe('The deformable model.'),
    attachments: z
      .array(attachment)
      .max(256)
      .default([])
      .describe('Parts that are held still, or moved by keyframes or by a skeleton’s bones.'),
    rigid: z
      .array(shapeSchema)
      .max(64)
      .default([])
      .describe('Parts that stay rigid, in the body’s own coordinates; frames only.'),
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
        'A mesh to draw in place of the body’s own surface, in the body’s own coordinates; open or closed, at any resolution. It follows the body.',
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
  name: name('the obstacle').describe('A name, unique among the obstacles.'),
  shape: shapeSchema,
  position: vector('Its position [m].').default([0, 0, 0]),
  rotation: rotation.default([0, 0, 0]),
  surfaceVelocity: velocity(
    'Velocity of its surface along itself, like a conveyor belt, in its own axes [m/s].',
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
    .describe('How it is drawn: `#rrggbb`, or `#rrggbbaa` with transparency.'),
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
  name: name('the spring').describe('A unique name; events use it to release the spring.'),
  a: place,
  b: place,
  stiffness: positive('number of N/m').describe('Force per length [N/m].'),
  damping: notNegative('number of N s/m').default(0).describe('Force per speed along it [N s/m].'),
  length: notNegative('number of metres')
    .optional()
    .describe('Rest length [m]; the initial distance if missing.'),
});

export { jointSchema };

/** Largest number of bodies in a scene. */
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
      $schema: z.string().max(2000).optional().describe('Address of the JSON Schema, for editors.'),
      name: plainName('the scene').describe('Letters, digits, - and _.'),
      title: z.string().max(200).default('').describe('A short title for lists.'),
      description: z.string().max(4000).default('').describe('A description of the scene.'),
      dt: between(1e-5, 0.2, 'seconds a step')
        .default(1 / 60)
        .describe('Length of a step [s].'),
      duration: between(1e-5, 3600, 'seconds').default(5).describe('Duration of a run [s].'),
      gravity: acceleration('Gravity [m/s²].').default([0, -9.81, 0]),
      solver: z
        .strictObject({
          integrator: z
            .enum(['euler', 'bdf2', 'auto'])
            .default('auto')
            .describe(
              '“auto” is of second order for soft bodies that touch nothing but obstacles: they ring and bounce as their damping says. All others take first-order steps, so that piles come to rest quickly. “bdf2” is of second order for all. “euler” is of first order for all: it damps vibrations as if damping.stiffness were larger by dt.',
            ),
          substeps: whole(1, 64, 'parts of a step')
            .optional()
            .describe(
              'Number of equal parts of every step. Use 3 for things that bounce. If missing, one, or as many (128 at most) as octree bodies need to be as stiff as their material.',
            ),
          newton: whole(1, 50, 'Newton iterations')
            .default(1)
            .describe('Largest number of linear solves per step; 1 is enough for most scenes.'),
          tolerance: between(1e-12, 0.1, 'relative error')
            .default(1e-2)
            .describe('Relative error of a step’s change, measured as energy.'),
          iterations: whole(1, 10_000, 'iterations of conjugate gradients')
            .default(300)
            .describe('Largest number of conjugate gradient iterations.'),
          contactIterations: whole(1, 100, 'iterations of the contact solver')
            .default(20)
            .describe('Largest number of iterations of the loop that solves contacts and springs.'),
          rest: between(0, 1, 'body sizes a second')
            .default(3e-3)
            .describe(
              'Touching bodies slower than this for half a second fall asleep [body sizes/s]; 0: never.',
            ),
        })
        .prefault({})
        .describe('Settings of the solver.'),
      bodies: bodies.max(MOST_BODIES).default([]).describe('Soft bodies.'),
      obstacles: z
        .array(obstacleSchema)
        .max(512)
        .default([])
        .describe('Rigid things that bodies collide with.'),
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
      events: z.array(event).max(4096).default([]).describe('Actions at given times.'),
      camera: camera.optional().describe('The studio’s camera; chosen automatically if missing.'),
      checks: z
        .array(selfCheck)
        .max(256)
        .default([])
        .describe('Conditions that a run must meet: the scene’s own test.'),
    })
    .describe('A Pliant scene. SI units.');

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
