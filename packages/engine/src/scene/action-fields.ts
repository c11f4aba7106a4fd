import * as z from 'zod';
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
const target = (text: string) => z.string().min(1).max(260).describe(text);

type BodyName = (text: string) => z.ZodString;

/** What can be done to a world at a time that the scene names, or at any time by a program: fields by what is done. */
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
    body: bodyName('The body that is kicked.'),
    impulse: impulse('By how much its momentum changes [N s].'),
    point: vector(
      'Where it acts, in the body’s own coordinates [m]; its centre if missing.',
    ).optional(),
    where: vector('The same as a place of the world [m].').optional(),
  },
  torque: {
    body: bodyName('The body that is turned.'),
    torque: angularImpulse('By how much its angular momentum changes [N m s].'),
  },
  velocity: {
    body: bodyName('The body that gets it.'),
    velocity: velocity('Velocity of its centre of mass from now on [m/s].'),
  },
  spin: {
    body: bodyName('The body that gets it.'),
    spin: spin('How fast it turns as a whole from now on [rad/s].'),
  },
  gravityScale: {
    body: bodyName('The body it is about.'),
    scale: between(-100, 100, 'factor').describe('Factor on gravity: 0 floats.'),
  },
  pause: {
    body: bodyName('The body that stops or goes on.'),
    paused: z.boolean().optional().describe('False goes on.'),
  },
  wake: { body: bodyName('The body that is woken.') },
  rest: { body: bodyName('The body that is put to rest.') },
  wind: {
    name: name('the wind').optional().describe('Which wind; "wind" if missing.'),
    velocity: velocity('How fast the air moves [m/s]; the wind ends if missing.').optional(),
    where: vector('Where it blows [m]; everywhere if missing.').optional(),
    radius: length('radius').optional().describe('How far around `where` [m]; 1 m if missing.'),
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
    target: target('An attachment as `body.attachment`, or the name of a spring or joint.'),
  },
  motor: {
    joint: name('the joint').describe('The hinge or slider that is driven.'),
    speed: number('a speed in rad/s or m/s').describe('Speed of its motor from now on.'),
    force: notNegative('number of N m or N')
      .optional()
      .describe('The most it may use from now on [N m, N]; as it is if missing, 0 for none.'),
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

/**
 * What only a program does: there is nobody to move a hand in a scene file, and what can be refused has no place in a
 * step.
 */
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
    body: bodyName('The body that is put elsewhere.'),
    position: vector('Where its own origin is put [m]; as it is if missing.').optional(),
    rotation: rotation.optional(),
    still: z.boolean().optional().describe('True stops all its motion.'),
  },
  material: {
    body: bodyName('The body that changes.'),
    young: YOUNG.optional(),
    poisson: POISSON.optional(),
    stiffness: between(1e-6, 1e6, 'factor')
      .optional()
      .describe('Factor on its stiffness: 1 as the material says.'),
    damping: z
      .strictObject({
        mass: notNegative('number of 1/s').optional(),
        stiffness: notNegative('number of seconds').optional(),
        air: notNegative('number of kg/(m² s)').optional(),
      })
      .optional()
      .describe('What slows it down; what is left out stays.'),
    friction: notNegative('friction coefficient', 1000).optional(),
    restitution: between(0, 1, 'restitution').optional(),
    density: z
      .never({
        error:
          'must be left out: mass is part of what was built, and a change would make momentum from nothing. Remove the body and add another.',
      })
      .optional(),
  },
  pose: {
    obstacle: name('the obstacle').optional(),
    attachment: target('An attachment as `body.attachment`.').optional(),
    bone: target('A bone as `skeleton.bone`.').optional(),
    position: vector('Where it is to be [m]; for a bone the shift of its joint.').optional(),
    rotation: rotation.optional(),
    seconds: between(1e-5, 3600, 'seconds').optional().describe('When it is there [s].'),
  },
});
