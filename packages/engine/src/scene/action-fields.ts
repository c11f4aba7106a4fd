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
      'For bodies that adapt to the camera: motion nearer than this counts fully [m]; half the distance to the target if missing.',
    ),
  far: length('far')
    .optional()
    .describe('Motion beyond this counts least [m]; eight times `near` if missing.'),
});

const id = z.string().min(1).max(64).describe('A name for the pull.');
const stiffness = positive('number of N/m')
  .optional()
  .describe('Stiffness of the pulling spring [N/m]; if missing, the whole body swings at 2 Hz.');
const duration = positive('number of seconds').describe('Duration [s].');
const target = (text: string) => z.string().min(1).max(260).describe(text);

type BodyName = (text: string) => z.ZodString;

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
    point: vector(
      'Where it acts, in the body’s own coordinates [m]; its centre if missing.',
    ).optional(),
    where: vector('The same as a point in the world [m].').optional(),
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
    scale: between(-100, 100, 'factor').describe('Factor on gravity: 0 floats.'),
  },
  pause: {
    body: bodyName('The body to pause or continue.'),
    paused: z.boolean().optional().describe('False continues.'),
  },
  wake: { body: bodyName('The body to wake.') },
  rest: { body: bodyName('The body to put to sleep.') },
  wind: {
    name: name('the wind').optional().describe('Which wind; "wind" if missing.'),
    velocity: velocity('Velocity of the air [m/s]; the wind ends if missing.').optional(),
    where: vector('Where it blows [m]; everywhere if missing.').optional(),
    radius: length('radius').optional().describe('Radius around `where` [m]; 1 m if missing.'),
  },
  cut: {
    body: bodyName('The body to cut.'),
    blade: z
      .array(
        z
          .tuple([vector('One end [m].'), vector('The other end [m].')])
          .describe('The edge of the blade: two points in the world [m].'),
      )
      .min(2)
      .max(10_000)
      .describe(
        'Successive positions of the blade’s edge: it cuts the surface swept between them.',
      ),
  },
  refine: {
    body: bodyName('The body with these cells.'),
    where: vector('Centre, in the world [m].'),
    radius: positive('number of metres').describe('Radius [m].'),
    levels: whole(-8, 8, 'levels').describe(
      'Levels finer than at the start; negative is coarser, 0 restores the start.',
    ),
  },
  release: {
    target: target('An attachment as `body.attachment`, or the name of a spring or joint.'),
  },
  motor: {
    joint: name('the joint').describe('The hinge or slider to drive.'),
    speed: number('a speed in rad/s or m/s').describe('Speed of its motor from now on.'),
    force: notNegative('number of N m or N')
      .optional()
      .describe('Largest torque or force from now on [N m, N]; unchanged if missing, 0 for none.'),
  },
  layer: { ...layerChange, body: bodyName('The body the layer belongs to.') },
  tune: {
    body: bodyName('The adaptive body.'),
    adaptive: z.boolean().optional().describe('False keeps everything active.'),
    tolerance: between(1e-6, 10, 'tolerance')
      .optional()
      .describe('Motion that may be neglected from now on.'),
    camera: camera.nullable().optional().describe('The camera to adapt to; null: none.'),
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
    position: vector('New position of its own origin [m]; unchanged if missing.').optional(),
    rotation: rotation.optional(),
    still: z.boolean().optional().describe('True stops all its motion.'),
  },
  material: {
    body: bodyName('The body that changes.'),
    young: YOUNG.optional(),
    poisson: POISSON.optional(),
    stiffness: between(1e-6, 1e6, 'factor')
      .optional()
      .describe('Factor on its stiffness; 1 is the material’s own.'),
    damping: z
      .strictObject({
        mass: notNegative('number of 1/s').optional(),
        stiffness: notNegative('number of seconds').optional(),
        air: notNegative('number of kg/(m² s)').optional(),
      })
      .optional()
      .describe('Its damping; missing values do not change.'),
    friction: notNegative('friction coefficient', 1000).optional(),
    restitution: between(0, 1, 'restitution').optional(),
    density: z
      .never({
        error:
          'must be left out, got some: mass is part of the built model, and changing it would create momentum. Remove the body and add another.',
      })
      .optional(),
  },
  pose: {
    obstacle: name('the obstacle').optional(),
    attachment: target('An attachment as `body.attachment`.').optional(),
    bone: target('A bone as `skeleton.bone`.').optional(),
    position: vector('Its new position [m]; for a bone the shift of its joint.').optional(),
    rotation: rotation.optional(),
    seconds: between(1e-5, 3600, 'seconds').optional().describe('Time until it is there [s].'),
  },
});
