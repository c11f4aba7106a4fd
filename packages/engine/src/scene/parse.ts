import { z } from 'zod';
import { InputError } from '../core/errors.ts';
import { checkReferences } from './references.ts';
import { type Scene, sceneSchema } from './schema.ts';

/** Deeper nesting than this is refused before anything recurses into it. */
const DEEPEST = 64;

/** All faults of a scene at once, each with its place. */
export class SceneError extends InputError {
  constructor(
    /** One line a fault: `bodies[2].material.young: must be …`. */
    readonly faults: readonly string[],
  ) {
    super(
      faults.length === 1
        ? faults[0]
        : `${faults.length} faults in the scene:\n  ${faults.join('\n  ')}`,
    );
  }
}

/**
 * Checks a scene and fills in its defaults. Takes the parsed JSON, or its text.
 * Throws a `SceneError` that lists every fault with its place.
 */
export function parseScene(input: unknown): Scene {
  const data = typeof input === 'string' ? parseJson(input) : input;
  refuseDeep(data);
  const result = sceneSchema.safeParse(data);
  if (!result.success) throw new SceneError(result.error.issues.slice(0, 20).flatMap(toLines));
  const faults = checkReferences(result.data);
  if (faults.length > 0) throw new SceneError(faults);
  return result.data;
}

/** The JSON Schema of the scene format, made from the same rules that check it. */
export function sceneJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(sceneSchema, { io: 'input' }) as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SceneError([
      `not valid JSON: ${(error as Error).message}. Check commas and quotes near there.`,
    ]);
  }
}

function refuseDeep(data: unknown): void {
  let level: unknown[] = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) {
      throw new SceneError([
        `nested deeper than ${DEEPEST} levels. Flatten the shapes: a union takes many.`,
      ]);
    }
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value) && typeof value[0] === 'number') continue;
      for (const child of Object.values(value)) if (typeof child === 'object') next.push(child);
    }
    level = next;
  }
}

/** `["bodies", 2, "material"]` → `bodies[2].material` */
export function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}

function toLines(issue: z.core.$ZodIssue): string[] {
  const path = pathText(issue.path);
  const at = (text: string): string => (path === '' ? text : `${path}: ${text}`);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        at(`has no field "${key.slice(0, 40)}". Remove it, or check its spelling.`),
      );
    case 'invalid_union': {
      if ('discriminator' in issue && issue.discriminator) {
        const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
        return [at(`must be one of ${options.map((o) => `"${String(o)}"`).join(', ')}.`)];
      }
      const inner =
        issue.errors.find((list) => list.some((one) => one.path.length > 0)) ??
        issue.errors[0] ??
        [];
      const lines = inner
        .slice(0, 3)
        .flatMap((one) => toLines({ ...one, path: [...issue.path, ...one.path] }));
      return lines.length > 0 ? lines : [at('has a form that is not known here.')];
    }
    case 'invalid_type':
      return [at(issue.message.startsWith('Invalid input') ? missing(issue) : issue.message)];
    case 'invalid_value':
      return [
        at(
          issue.message.startsWith('Invalid')
            ? `must be one of ${issue.values.map((v) => JSON.stringify(v)).join(', ')}.`
            : issue.message,
        ),
      ];
    default:
      return [at(issue.message)];
  }
}

function missing(issue: { expected?: unknown; message: string }): string {
  const received = /received (\w+)/.exec(issue.message)?.[1];
  const what = String(issue.expected);
  return received === 'undefined'
    ? `is missing: give a ${what}.`
    : `must be a ${what}, got ${received ?? 'something else'}.`;
}
