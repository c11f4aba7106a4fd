import { z } from 'zod';
import {
  acceleration,
  between,
  force,
  length,
  must,
  name,
  notNegative,
  positive,
  vector,
  whole,
} from './fields.ts';
import { layerChange } from './layer-schema.ts';

export const camera = z.strictObject({
  eye: vector('Where the camera is [m].'),
  target: vector('What it looks at [m].'),
  fov: between(5, 120, 'degrees').default(40).describe('Angle from bottom to top [degrees].'),
  near: length('near')
    .optional()
    .describe(
      'For bodies that adapt to the camera: motion nearer than this counts fully [m]; half the way to the target if missing.',
    ),
  far: length('far')
    .optional()
    .describe('And beyond this least [m]; eight times `near` if missing.'),
});

const id = z.string().min(1).max(64).describe('A name of your own for the pull.');
const stiffness = positive('number of N/m')
  .optional()
  .describe('Of the pulling spring [N/m]; one that swings the whole body at 2 Hz if missing.');
const duration = positive('number of seconds').describe('How long [s].');

/** What can be done to a world at a time that the scene names, or at any time by a program: fields by what is done. */
const deeds = (bodyName: (text: string) => z.ZodString) => ({
  gravity: { value: acceleration('New gravity [m/s²].') },
  force: {
    body: bodyName('The body it acts on.'),
    point: vector('Where it acts, in the body’s own coordinates [m].'),
    force: force('The force [N].'),
    duration,
  },
  pull: {
    body: bodyName('The body that is pulled.'),
    point: vector('The pulled point, in the body’s own coordinates [m].'),
    to: vector('Where it is pulled to [m].'),
    duration,
    stiffness,
  },
  cut: {
    body: bodyName('The body that is cut.'),
    blade: z
      .array(
        z
          .tuple([vector('One end [m].'), vector('The other end [m].')])
          .describe('Where the edge of the blade is: two points of the world [m].'),
      )
      .min(2)
      .max(10_000)
      .describe(
        'Places of the blade’s edge, one after the other: what it sweeps between them is cut.',
      ),
  },
  refine: {
    body: bodyName('The body whose cells change.'),
    where: vector('Middle of the place, in the world [m].'),
    radius: positive('number of metres').describe('How far around [m].'),
    levels: whole(-8, 8, 'levels').describe(
      'Levels finer than at the start; negative ones coarser, 0 as at the start.',
    ),
  },
  release: {
    target: z
      .string()
      .min(1)
      .max(130)
      .describe('An attachment as `body.attachment`, or the name of a spring.'),
  },
  layer: { ...layerChange, body: bodyName('The body the layer belongs to.') },
  tune: {
    body: bodyName('The adaptive body.'),
    adaptive: z.boolean().optional().describe('False keeps everything active.'),
    tolerance: between(1e-6, 10, 'tolerance')
      .optional()
      .describe('Motion that may be overlooked from now on.'),
    camera: camera
      .nullable()
      .optional()
      .describe('Where it is looked at from; null: from nowhere.'),
  },
});

/** What only a program does: there is nobody to move a hand in a scene file. */
const byHand = (bodyName: (text: string) => z.ZodString) => ({
  drag: {
    id,
    body: bodyName('The body that is pulled.'),
    point: vector('The pulled point, in the body’s own coordinates [m].'),
    to: vector('Where it is pulled to [m].'),
    stiffness,
  },
  move: { id, to: vector('Where it is pulled to from now on [m].') },
  drop: { id },
});

const at = notNegative('number of seconds').describe('When it happens [s].');
const sceneBody = (text: string) => name('the body').describe(text);
const inScene = deeds(sceneBody);

/** What happens at a time, in a scene. */
export const event = z.discriminatedUnion('do', [
  z.strictObject({ at, do: z.literal('gravity'), ...inScene.gravity }),
  z.strictObject({ at, do: z.literal('force'), ...inScene.force }),
  z.strictObject({ at, do: z.literal('pull'), ...inScene.pull }),
  z.strictObject({ at, do: z.literal('cut'), ...inScene.cut }),
  z.strictObject({ at, do: z.literal('refine'), ...inScene.refine }),
  z.strictObject({ at, do: z.literal('release'), ...inScene.release }),
  z.strictObject({ at, do: z.literal('layer'), ...inScene.layer }),
  z.strictObject({ at, do: z.literal('tune'), ...inScene.tune }),
  z.strictObject({
    at,
    do: z.literal('remove'),
    obstacle: name('the obstacle').describe('The obstacle that disappears.'),
  }),
  z.strictObject({
    at,
    do: z.literal('add'),
    obstacle: name('the obstacle').describe('The obstacle that appears again.'),
  }),
]);

/** A body of the scene, or a piece that came off one: `liver`, `liver/1`. */
const liveBody = (text: string) => {
  const rule = must('the name of a body', 'Names are "liver", or "liver/1" for a piece of it.');
  return z
    .string(rule)
    .regex(/^[A-Za-z0-9_-]{1,64}(\/\d{1,6})*$/, rule)
    .describe(text);
};

/** Exactly one of two fields. */
const either = <T extends z.ZodRawShape>(fields: T) =>
  z.strictObject(fields).refine((given) => 'body' in given !== 'obstacle' in given, {
    error: 'must have either "body" or "obstacle", got both or none. Leave one of them out.',
  });

/** What a program may do to a running world. `body` is how a scene writes a body. */
export const actionSchema = <T extends z.ZodType>(body: T) => {
  const free = deeds(liveBody);
  const hand = byHand(liveBody);
  const obstacle = name('the obstacle').optional();
  return z.discriminatedUnion('do', [
    z.strictObject({ do: z.literal('gravity'), ...free.gravity }),
    z.strictObject({ do: z.literal('force'), ...free.force }),
    z.strictObject({ do: z.literal('pull'), ...free.pull }),
    z.strictObject({ do: z.literal('cut'), ...free.cut }),
    z.strictObject({ do: z.literal('refine'), ...free.refine }),
    z.strictObject({ do: z.literal('release'), ...free.release }),
    z.strictObject({ do: z.literal('layer'), ...free.layer }),
    z.strictObject({ do: z.literal('tune'), ...free.tune }),
    z.strictObject({ do: z.literal('drag'), ...hand.drag }),
    z.strictObject({ do: z.literal('move'), ...hand.move }),
    z.strictObject({ do: z.literal('drop'), ...hand.drop }),
    either({ do: z.literal('remove'), obstacle, body: liveBody('The body.').optional() }),
    either({ do: z.literal('add'), obstacle, body: body.optional() }),
  ]);
};
