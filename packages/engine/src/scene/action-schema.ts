import * as z from 'zod/mini';
import { byHand, deeds } from './action-fields.ts';
import type { Action } from './action-types.ts';
import { must, name, notNegative, pieceName } from './fields.ts';

const at = notNegative('number of seconds').check(z.describe('When it happens [s].'));
const sceneBody = (text: string) => name('the body').check(z.describe(text));
/** Exactly one of several fields that name the target must be present. */
const oneOf = <T extends z.core.$ZodShape>(fields: T, names: readonly string[]) =>
  z.strictObject(fields).check(
    z.refine((given) => names.filter((one) => one in given).length === 1, {
      error: `must have one of ${names.map((one) => `"${one}"`).join(', ')}, got several or none. Give exactly one of them.`,
    }),
  );
/** One action of the table, under the name it has there. */
const entry = <N extends string, T extends z.core.$ZodShape>(does: N, fields: T) =>
  z.strictObject({ do: z.literal(does), ...fields });

const inScene = deeds(sceneBody);

/** An event of a scene: an action at a time. */
export const event = z.discriminatedUnion('do', [
  entry('gravity', { at, ...inScene.gravity }),
  entry('force', { at, ...inScene.force }),
  entry('pull', { at, ...inScene.pull }),
  entry('cut', { at, ...inScene.cut }),
  entry('refine', { at, ...inScene.refine }),
  entry('release', { at, ...inScene.release }),
  entry('motor', { at, ...inScene.motor }),
  entry('layer', { at, ...inScene.layer }),
  entry('tune', { at, ...inScene.tune }),
  entry('impulse', { at, ...inScene.impulse }),
  entry('torque', { at, ...inScene.torque }),
  entry('velocity', { at, ...inScene.velocity }),
  entry('spin', { at, ...inScene.spin }),
  entry('gravityScale', { at, ...inScene.gravityScale }),
  entry('pause', { at, ...inScene.pause }),
  entry('wake', { at, ...inScene.wake }),
  entry('rest', { at, ...inScene.rest }),
  entry('wind', { at, ...inScene.wind }),
  entry('remove', {
    at,
    obstacle: name('the obstacle').check(z.describe('The obstacle that disappears.')),
  }),
  entry('add', {
    at,
    obstacle: name('the obstacle').check(z.describe('The obstacle that appears again.')),
  }),
]);

/** A body of the scene, or a piece cut from one: `liver`, `liver/1`. */
const liveBody = (text: string) => {
  const rule = must('the name of a body', 'Names are "liver", or "liver/1" for a piece of it.');
  return pieceName(rule).check(z.describe(text));
};

/** The scene's rules for things that can be added at run time. */
export interface Things {
  readonly body: z.ZodMiniType;
  readonly obstacle: z.ZodMiniType;
  readonly spring: z.ZodMiniType;
  readonly joint: z.ZodMiniType;
}

/** The rules of every action that a program may apply to a running world. */
export function actionSchema({ body, obstacle, spring, joint }: Things): z.ZodMiniType<Action> {
  const table = { ...deeds(liveBody), ...byHand(liveBody) };
  const { pose, impulse, ...plain } = table;
  const apart = { body: z.optional(liveBody('The body.')) };
  const hidden = name('the obstacle');
  const options = [
    ...Object.entries(plain).map(([does, fields]) => entry(does, fields)),
    entry('impulse', impulse).check(
      z.refine((given) => !('point' in given && 'where' in given), {
        error: 'must have "point" or "where", not both. Leave one of them out.',
      }),
    ),
    oneOf({ do: z.literal('pose'), ...pose }, ['obstacle', 'attachment', 'bone']),
    oneOf(
      {
        do: z.literal('remove'),
        ...apart,
        obstacle: z.optional(hidden),
        spring: z.optional(name('the spring')),
        joint: z.optional(name('the joint')),
      },
      THINGS,
    ),
    oneOf(
      {
        do: z.literal('add'),
        body: z.optional(body),
        obstacle: z.optional(z.union([hidden, obstacle])),
        spring: z.optional(spring),
        joint: z.optional(joint),
      },
      THINGS,
    ),
  ] as unknown as readonly [z.ZodMiniObject<{ do: z.ZodMiniLiteral<string> }>];
  return z.discriminatedUnion('do', options) as unknown as z.ZodMiniType<Action>;
}

const THINGS = ['body', 'obstacle', 'spring', 'joint'] as const;
