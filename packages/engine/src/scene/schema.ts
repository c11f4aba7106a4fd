import { z } from 'zod';
import {
  angles,
  between,
  length,
  name,
  notNegative,
  number,
  positive,
  vector,
  whole,
} from './fields.ts';
import { shapeSchema } from './shape-schema.ts';

const keyframes = z
  .array(
    z.strictObject({
      time: notNegative('number of seconds'),
      position: vector('Where the thing is at that time [m].').optional(),
      rotation: angles.optional(),
    }),
  )
  .min(1, 'must hold at least one keyframe.')
  .max(10_000)
  .describe(
    'Motion over time: straight between keyframes, still before the first and after the last.',
  );

const stiffnessField = z
  .union([
    positive('factor', 'It multiplies Young’s modulus.'),
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('gradient'),
        from: vector('Where the first value holds [m].'),
        to: vector('Where the second value holds [m].'),
        values: z.tuple([positive('factor'), positive('factor')]),
      }),
      z.strictObject({
        type: z.literal('regions'),
        base: positive('factor').default(1),
        regions: z
          .array(z.strictObject({ shape: shapeSchema, value: positive('factor') }))
          .min(1)
          .max(256),
      }),
      z.strictObject({ type: z.literal('attribute'), name: name('the vertex attribute') }),
    ]),
  ])
  .describe('Factor on Young’s modulus, constant or varying in the body’s own coordinates.');

const material = z.strictObject({
  law: z.enum(['corotational', 'stvk', 'neo-hookean', 'mooney-rivlin']).default('corotational'),
  young: positive('number of Pa', 'Jelly is about 1e4, rubber 1e6, wood 1e10.', 1e13),
  poisson: between(
    -0.9,
    0.495,
    'Poisson’s ratio',
    'Most solids are near 0.3, rubber near 0.49.',
  ).default(0.3),
  density: positive('number of kg/m³', 'Water is 1000.', 1e6).default(1000),
  stiffness: stiffnessField.optional(),
  elasticity: z
    .array(number('a number of Pa'))
    .length(36)
    .optional()
    .describe(
      'Full 6×6 elasticity [Pa], row by row, order xx yy zz yz xz xy; replaces young and poisson.',
    ),
  damping: z
    .strictObject({
      mass: notNegative('number of 1/s').default(0),
      stiffness: notNegative('number of seconds').default(0.005),
      air: notNegative('number of kg/(m² s)').default(0),
    })
    .prefault({}),
});

const solid = z.strictObject({
  type: z.literal('solid'),
  cell: length('cell')
    .optional()
    .describe('Size of an element [m]; a twelfth of the longest side if missing.'),
  mesh: z
    .enum(['stuffed', 'grid'])
    .optional()
    .describe('“grid” cuts a box into cubes of five tetrahedra.'),
  solver: z.enum(['auto', 'direct', 'cg']).default('auto'),
});

const attachment = z.strictObject({
  name: name('the attachment'),
  region: shapeSchema.describe('What of the body is held, in the body’s own coordinates.'),
  keyframes: keyframes.optional(),
});

const body = z.strictObject({
  name: name('the body'),
  shape: shapeSchema,
  position: vector('Where the body’s own origin is put [m].').default([0, 0, 0]),
  rotation: angles.default([0, 0, 0]),
  material,
  model: z.discriminatedUnion('type', [solid]).prefault({ type: 'solid' }),
  attachments: z.array(attachment).max(256).default([]),
  velocity: vector('Velocity at the start [m/s].').default([0, 0, 0]),
  spin: vector('Angular velocity at the start [rad/s].').default([0, 0, 0]),
  friction: notNegative('friction coefficient').default(0.5),
  detail: length('detail').optional().describe('Size of a triangle of the visible surface [m].'),
  probes: z
    .record(name('the probe'), vector('A material point, in the body’s own coordinates [m].'))
    .default({}),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like "#4488cc".')
    .optional(),
});

const obstacle = z.strictObject({
  name: name('the obstacle'),
  shape: shapeSchema,
  position: vector('Where it is [m].').default([0, 0, 0]),
  rotation: angles.default([0, 0, 0]),
  friction: notNegative('friction coefficient').default(0.5),
  keyframes: keyframes.optional(),
  from: notNegative('number of seconds').default(0).describe('When it appears [s].'),
  until: notNegative('number of seconds').optional().describe('When it disappears [s].'),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like "#4488cc".')
    .optional(),
});

const place = z
  .strictObject({ body: name('the body').optional(), point: vector('The point [m].') })
  .describe(
    'A material point of a body (own coordinates), or a point of the world if no body is named.',
  );

const spring = z.strictObject({
  name: name('the spring'),
  a: place,
  b: place,
  stiffness: positive('number of N/m'),
  damping: notNegative('number of N s/m').default(0),
  length: notNegative('number of metres')
    .optional()
    .describe('Rest length [m]; as placed if missing.'),
});

const at = notNegative('number of seconds').describe('When it happens [s].');
const event = z.discriminatedUnion('do', [
  z.strictObject({ at, do: z.literal('gravity'), value: vector('New gravity [m/s²].') }),
  z.strictObject({
    at,
    do: z.literal('force'),
    body: name('the body'),
    point: vector('Where it acts, in the body’s own coordinates [m].'),
    force: vector('The force [N].'),
    duration: positive('number of seconds'),
  }),
  z.strictObject({
    at,
    do: z.literal('pull'),
    body: name('the body'),
    point: vector('The pulled point, in the body’s own coordinates [m].'),
    to: vector('Where it is pulled to [m].'),
    duration: positive('number of seconds'),
    stiffness: positive('number of N/m').optional(),
  }),
  z.strictObject({ at, do: z.literal('release'), target: z.string().min(1).max(130) }),
  z.strictObject({ at, do: z.literal('remove'), obstacle: name('the obstacle') }),
  z.strictObject({ at, do: z.literal('add'), obstacle: name('the obstacle') }),
]);

export const MEASURES = [
  'probe',
  'centre',
  'speed',
  'kinetic',
  'elastic',
  'potential',
  'energy',
  'penetration',
  'volume',
  'dofs',
  'points',
  'switches',
  'jump',
  'kineticGain',
  'linear',
  'angular',
  'contacts',
] as const;

const selfCheck = z.strictObject({
  name: z.string().min(1).max(200),
  measure: z.enum(MEASURES),
  body: name('the body').optional(),
  probe: name('the probe').optional(),
  axis: z.enum(['x', 'y', 'z', 'length']).optional(),
  relative: z.boolean().default(false).describe('Subtract the value at the start.'),
  when: z.enum(['end', 'max', 'min', 'mean', 'range']).default('end'),
  after: notNegative('number of seconds').default(0),
  before: notNegative('number of seconds').optional(),
  min: number().optional(),
  max: number().optional(),
});

export const sceneSchema = z
  .strictObject({
    format: z.literal('pliant/1', 'must be "pliant/1": the version of this format.'),
    name: name('the scene'),
    title: z.string().max(200).default(''),
    description: z.string().max(4000).default(''),
    dt: between(1e-5, 0.2, 'seconds a step').default(1 / 60),
    duration: between(1e-5, 3600, 'seconds').default(5),
    gravity: vector('Gravity [m/s²].').default([0, -9.81, 0]),
    solver: z
      .strictObject({
        newton: whole(1, 50, 'Newton iterations').default(1),
        tolerance: between(1e-12, 0.1, 'relative error').default(1e-2),
        iterations: whole(1, 10_000, 'iterations of conjugate gradients').default(300),
        contactIterations: whole(1, 100, 'rounds of the contact solver').default(12),
      })
      .prefault({}),
    bodies: z.array(body).max(512).default([]),
    obstacles: z.array(obstacle).max(512).default([]),
    springs: z.array(spring).max(4096).default([]),
    events: z.array(event).max(4096).default([]),
    camera: z
      .strictObject({
        eye: vector('Where the camera is [m].'),
        target: vector('What it looks at [m].'),
        fov: between(5, 120, 'degrees').default(40),
      })
      .optional(),
    checks: z.array(selfCheck).max(256).default([]),
  })
  .describe('A Pliant scene. SI units.');

/** A scene with all defaults filled in. */
export type Scene = z.output<typeof sceneSchema>;
/** A scene as written: what has a default may be left out. */
export type SceneInput = z.input<typeof sceneSchema>;
export type SceneBody = Scene['bodies'][number];
export type SceneObstacle = Scene['obstacles'][number];
export type SceneSpring = Scene['springs'][number];
export type SceneEvent = Scene['events'][number];
export type SceneCheck = Scene['checks'][number];
export type SceneKeyframe = NonNullable<SceneObstacle['keyframes']>[number];
