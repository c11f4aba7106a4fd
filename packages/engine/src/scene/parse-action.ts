import * as z from 'zod/mini';
import { check, InputError } from '../core/errors.ts';
import { actionSchema } from './action-schema.ts';
import type { Action } from './action-types.ts';
import { faultsOf } from './messages.ts';
import { plainCopy } from './plain.ts';
import { jointSchema, obstacleSchema, rules, springSchema } from './schema.ts';

let made: { version: number; action: ReturnType<typeof actionSchema> } | null = null;

/** The rules of an action, with the models loaded now. */
function actionRules(): ReturnType<typeof actionSchema> {
  const { version, body } = rules();
  if (made?.version !== version) {
    const action = actionSchema({
      body,
      obstacle: obstacleSchema,
      spring: springSchema,
      joint: jointSchema,
    });
    made = { version, action };
  }
  return made.action;
}

/**
 * Checks an action and returns a copy as plain data. Throws an `InputError` that locates each error. Only the form is
 * checked: names are checked by the world.
 */
export function parseAction(given: unknown, path = ''): Action {
  const input = plainCopy(given);
  const action = actionRules();
  const result = action.safeParse(input, { reportInput: true });
  if (result.success) return input as Action;
  const faults = faultsOf(action, 'action', input, result.error);
  throw new InputError(faults.join('\n'), path);
}

const recording = z.strictObject({
  steps: z.int().check(z.gte(0)),
  entries: z.array(z.strictObject({ step: z.int().check(z.gte(0)), action: z.unknown() })),
});

/** Refuses a recording that is not one. */
export function checkRecording(input: unknown): void {
  const result = recording.safeParse(input, { reportInput: true });
  if (!result.success) {
    throw new InputError(faultsOf(recording, 'recording', input, result.error).join('\n'));
  }
  let last = 0;
  result.data.entries.forEach(({ step, action: one }, i) => {
    const path = `entries[${i}]`;
    check(
      step >= last,
      () => `must not come before the entry above it (${last}), got ${step}. Sort the entries.`,
      `${path}.step`,
    );
    last = step;
    parseAction(one, `${path}.action`);
  });
}
