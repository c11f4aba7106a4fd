import * as z from 'zod/mini';
import {
  acceleration,
  angularImpulse,
  between,
  force,
  impulse,
  length,
  name,
  notNegative,
  number,
  positive,
  rotation,
  spin,
  vector,
  velocity,
  whole,
} from './fields.ts';
import { layerChange } from './layer-change.ts';
import { POISSON, YOUNG } from './material-schema.ts';

export const camera = z.strictObject({
  eye: vector('Where the camera is [m].'),
  target: vector('What it looks at [m].'),
  fov: z
    ._default(between(5, 120, 'degrees'), 40)
    .check(z.describe('Angle from bottom to top [degrees].')),
  near: z
    .optional(length('near'))
    .check(
      z.describe(
        'For bodies that adapt to the camera: motion nearer than this counts fully [m]; half the distance to the target if missing.',
      ),
    ),
  far: z
    .optional(length('far'))
    .check(z.describe('Motion beyond this counts least [m]; eight times `near` if missing.')),
});

const id = z.string().check(z.minLength(1), z.maxLength(64), z.describe('A name for the pull.'));
const stiffness = z
  .optional(positive('number of N/m'))
  .check(
    z.describe('Stiffness of the pulling spring [N/m]; if missing, the whole body swings at 2 Hz.'),
  );
const duration = positive('number of seconds').check(z.describe('Duration [s].'));
const target = (text: string) =>
  z.string().check(z.minLength(1), z.maxLength(260), z.describe(text));

type BodyName = (text: string) => z.ZodMiniString;

/** Actions for scene events and for programs: their fields, by action name. */
export const deeds = (bodyName: BodyName) => ({
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
  impulse: {
    body: bodyName('The body it acts on.'),
    impulse: impulse('Change of its momentum [N s].'),
    point: z.optional(
      vector('Where it acts, in the body’s own coordinates [m]; its centre if missing.'),
    ),
    where: z.optional(vector('The same as a point in the world [m].')),
  },
  torque: {
    body: bodyName('The body it acts on.'),
    torque: angularImpulse('Change of its angular momentum [N m s].'),
  },
  velocity: {
    body: bodyName('The body that gets it.'),
    velocity: velocity('Velocity of its centre of mass from now on [m/s].'),
  },
  spin: {
    body: bodyName('The body that gets it.'),
    spin: spin('Angular velocity of the whole body from now on [rad/s].'),
  },
  gravityScale: {
    body: bodyName('The body it applies to.'),
    scale: between(-100, 100, 'factor').check(z.describe('Factor on gravity: 0 floats.')),
  },
  pause: {
    body: bodyName('The body to pause or continue.'),
    paused: z.optional(z.boolean()).check(z.describe('False continues.')),
  },
  wake: { body: bodyName('The body to wake.') },
  rest: { body: bodyName('The body to put to sleep.') },
  wind: {
    name: z.optional(name('the wind')).check(z.describe('Which wind; "wind" if missing.')),
    velocity: z.optional(velocity('Velocity of the air [m/s]; the wind ends if missing.')),
    where: z.optional(vector('Where it blows [m]; everywhere if missing.')),
    radius: z
      .optional(length('radius'))
      .check(z.describe('Radius around `where` [m]; 1 m if missing.')),
  },
  cut: {
    body: bodyName('The body to cut.'),
    blade: z
      .array(
        z
          .tuple([vector('One end [m].'), vector('The other end [m].')])
          .check(z.describe('The edge of the blade: two points in the world [m].')),
      )
      .check(
        z.minLength(2),
        z.maxLength(10_000),
        z.describe(
          'Successive positions of the blade’s edge: it cuts the surface swept between them.',
        ),
      ),
  },
  refine: {
    body: bodyName('The body with these cells.'),
    where: vector('Centre, in the world [m].'),
    radius: positive('number of metres').check(z.describe('Radius [m].')),
    levels: whole(-8, 8, 'levels').check(
      z.describe('Levels finer than at the start; negative is coarser, 0 restores the start.'),
    ),
  },
  release: {
    target: target('An attachment as `body.attachment`, or the name of a spring or joint.'),
  },
  motor: {
    joint: name('the joint').check(z.describe('The hinge or slider to drive.')),
    speed: number('a speed in rad/s or m/s').check(z.describe('Speed of its motor from now on.')),
    force: z
      .optional(notNegative('number of N m or N'))
      .check(
        z.describe(
          'Largest torque or force from now on [N m, N]; unchanged if missing, 0 for none.',
        ),
      ),
  },
  layer: { ...layerChange, body: bodyName('The body the layer belongs to.') },
  tune: {
    body: bodyName('The adaptive body.'),
    adaptive: z.optional(z.boolean()).check(z.describe('False keeps everything active.')),
    tolerance: z
      .optional(between(1e-6, 10, 'tolerance'))
      .check(z.describe('Motion that may be neglected from now on.')),
    camera: z.optional(z.nullable(camera)).check(z.describe('The camera to adapt to; null: none.')),
  },
});

/** Actions for programs only: a scene file has no pointer to drag with, and an event in a step cannot be refused. */
export const byHand = (bodyName: BodyName) => ({
  drag: {
    id,
    body: bodyName('The body that is pulled.'),
    point: vector('The pulled point, in the body’s own coordinates [m].'),
    to: vector('Where it is pulled to [m].'),
    stiffness,
  },
  move: { id, to: vector('Where it is pulled to from now on [m].') },
  drop: { id },
  place: {
    body: bodyName('The body to move.'),
    position: z.optional(vector('New position of its own origin [m]; unchanged if missing.')),
    rotation: z.optional(rotation),
    still: z.optional(z.boolean()).check(z.describe('True stops all its motion.')),
  },
  material: {
    body: bodyName('The body that changes.'),
    young: z.optional(YOUNG),
    poisson: z.optional(POISSON),
    stiffness: z
      .optional(between(1e-6, 1e6, 'factor'))
      .check(z.describe('Factor on its stiffness; 1 is the material’s own.')),
    damping: z
      .optional(
        z.strictObject({
          mass: z.optional(notNegative('number of 1/s')),
          stiffness: z.optional(notNegative('number of seconds')),
          air: z.optional(notNegative('number of kg/(m² s)')),
        }),
      )
      .check(z.describe('Its damping; missing values do not change.')),
    friction: z.optional(notNegative('friction coefficient', 1000)),
    restitution: z.optional(between(0, 1, 'restitution')),
    rolling: z.optional(between(0, 1, 'rolling resistance')),
    density: z.optional(
      z.never({
        error:
          'must be left out, got some: mass is part of the built model, and changing it would create momentum. Remove the body and add another.',
      }),
    ),
  },
  pose: {
    obstacle: z.optional(name('the obstacle')),
    attachment: z.optional(target('An attachment as `body.attachment`.')),
    bone: z.optional(target('A bone as `skeleton.bone`.')),
    position: z.optional(vector('Its new position [m]; for a bone the shift of its joint.')),
    rotation: z.optional(rotation),
    seconds: z
      .optional(between(1e-5, 3600, 'seconds'))
      .check(z.describe('Time until it is there [s].')),
  },
});
