import type { z } from 'zod/mini';
import { nearestWord } from '../core/nearest.ts';
import { show } from '../core/show.ts';
import { knownFields } from './known-fields.ts';
import { missingModel } from './models.ts';

type Issue = z.core.$ZodIssue;

/** `["bodies", 2, "material"]` → `bodies[2].material` */
export function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}

/**
 * Formats the errors of an input, one line each: `bodies[2].material.young: must be …, got …. Remedy.` Only the first
 * ones if there are many. `whole` names the input for errors outside any field.
 */
export function faultsOf(
  schema: z.core.$ZodType,
  whole: string,
  input: unknown,
  error: z.core.$ZodError,
): string[] {
  const known = (path: readonly PropertyKey[]): readonly string[] =>
    knownFields(schema, input, path);
  return error.issues.slice(0, MOST_FAULTS).flatMap((issue) => toLines(issue, whole, known));
}

const MOST_FAULTS = 20;

/** Fields that an object at some path may have. */
type Known = (path: readonly PropertyKey[]) => readonly string[];

function toLines(issue: Issue, whole: string, known: Known): string[] {
  const path = pathText(issue.path);
  const at = (text: string): string => `${path === '' ? whole : path}: ${text}`;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => at(unknownField(key, issue.path, known)));
  }
  if (issue.code === 'invalid_union')
    return unionLines(issue, at, (one) => toLines(one, whole, known));
  if (issue.code === 'invalid_key') return issue.issues.map((one) => at(`key ${wordsOf(one)}`));
  return [at(wordsOf(issue))];
}

/** Our own rules have their own messages; those of the library are rephrased. */
function wordsOf(issue: Issue): string {
  if (issue.message.startsWith('must ')) return issue.message;
  const got = `got ${show(issue.input)}`;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}, ${got}. ${REMEDIES[issue.expected] ?? 'Check its form.'}`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}, ${got}. ${spelling(issue.input, issue.values)}`;
    case 'too_small':
      return `must have at least ${issue.minimum} ${unitOf(issue.origin)}, ${got}. Add some.`;
    case 'too_big':
      return `must have at most ${issue.maximum} ${unitOf(issue.origin)}, ${got}. Take some away.`;
    default:
      return `must be of another form, ${got}. See the scene reference.`;
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  object: 'Write fields in curly brackets.',
  array: 'Write it in square brackets.',
  record: 'Write fields in curly brackets.',
  tuple: 'Write it in square brackets.',
  string: 'Write it in quotes.',
  number: 'Write it without quotes.',
  boolean: 'Write true or false, without quotes.',
};

const NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  tuple: 'a list',
  record: 'an object',
  object: 'an object',
  string: 'a text',
  boolean: 'true or false',
};

function withArticle(expected: string): string {
  return NAMES[expected] ?? `a ${expected}`;
}

function unitOf(origin: string): string {
  return origin === 'string' ? 'characters' : 'entries';
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value));
  return words.length === 1 ? words[0] : `one of ${words.join(', ')}`;
}

function spelling(input: unknown, values: readonly unknown[]): string {
  const near = typeof input === 'string' ? nearestWord(input, values.map(String)) : null;
  return near === null ? 'Take one of these.' : `Did you mean "${near}"?`;
}

/** A field that an object does not have may be misspelt, belong to the thing around it, or be one of another kind. */
function unknownField(key: string, path: readonly PropertyKey[], known: Known): string {
  const own = known(path);
  const near = nearestWord(key, own);
  const around = path.slice(0, -1);
  let remedy = `Did you mean "${near}"?`;
  if (near === null && path.length > 0 && known(around).includes(key))
    remedy = `Write it in ${pathText(around) || 'the scene'} itself.`;
  else if (near === null && own.length > 0 && own.length <= MOST_LISTED)
    remedy = `It may have ${own.join(', ')}.`;
  else if (near === null) remedy = 'Remove it, or check its spelling.';
  return `has no field "${key.slice(0, 40)}". ${remedy}`;
}

/** Fields that a message lists at most. */
const MOST_LISTED = 12;

function unionLines(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  at: (text: string) => string,
  inner: (issue: Issue) => string[],
): string[] {
  if ('discriminator' in issue && issue.discriminator) {
    const options: unknown[] =
      'options' in issue && Array.isArray(issue.options) ? issue.options : [];
    const given = (issue.input as Record<string, unknown> | undefined)?.[issue.discriminator];
    const missing = issue.path.at(-2) === 'model' ? missingModel(given) : undefined;
    if (missing !== undefined) return [at(missing)];
    return [at(`must be ${oneOf(options)}, got ${show(given)}. ${spelling(given, options)}`)];
  }
  // The form that was meant: one of which only a rule of its own is broken, or else one that fits at the outside.
  const form =
    issue.errors.find((list) => list.every((one) => one.code === 'custom')) ??
    issue.errors.find((list) => list.some((one) => one.path.length > 0)) ??
    issue.errors[0] ??
    [];
  const lines = form
    .slice(0, 3)
    .flatMap((one) => inner({ ...one, path: [...issue.path, ...one.path] }));
  if (lines.length > 0) return lines;
  return [at(`must be of another form, got ${show(issue.input)}. See the scene reference.`)];
}
