import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = ['engine', 'gltf', 'rapier', 'sweep', 'cli'];
/** Rooms whose errors no input can cause: they guard calls from inside. */
const INSIDE = /^engine\/src\/(core|kernels|math)\//;
/** What an expression in a message stands for; the text of another error is not judged here. */
const VALUE = '‹›';

interface Message {
  readonly place: string;
  readonly text: string;
}

/** The literal text of an expression, values left out; null if it is made elsewhere. */
function textOf(node: ts.Expression | undefined): string[] | null {
  if (node === undefined) return null;
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? null : textOf(node.body);
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ literal }) => VALUE + literal.text);
    return [node.head.text + parts.join('')];
  }
  if (!ts.isConditionalExpression(node)) return null;
  const [a, b] = [textOf(node.whenTrue), textOf(node.whenFalse)];
  return a && b && [...a, ...b];
}

/** The messages of `check(…, () => text)`, `new InputError(text)` and `faults.push(text)` in a file. */
function messagesIn(place: string, code: string): Message[] {
  const file = ts.createSourceFile(place, code, ts.ScriptTarget.ES2022, true);
  const found: Message[] = [];
  const visit = (node: ts.Node): void => {
    let given: ts.Expression | undefined;
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'check')
      given = node.arguments[1];
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'faults.push')
      given = node.arguments[0];
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'InputError')
      given = node.arguments?.[0];
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    for (const text of textOf(given) ?? []) found.push({ place: `${place}:${line}`, text });
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Says what is wrong with a message: without a remedy, or without the value that was refused. */
function faultOf(text: string): string | null {
  // The words of another error, with a place before them.
  if (/^[^.]*‹›$/.test(text)) return null;
  const hasRemedy = /([.?] (?:[A-Z]|‹›).*[.?]|[.:] ?‹›|\)\.‹›)$/.test(text);
  if (!hasRemedy) return 'no remedy';
  if (/\bmust\b/.test(text) && !/\bgot\b/.test(text)) return 'no value';
  return /\ba [aeio]\w/.test(text) ? 'a before a vowel' : null;
}

const messages = PACKAGES.flatMap((name) => {
  const src = join(root, name, 'src');
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !INSIDE.test(relative(root, file).replaceAll('\\', '/')))
    .flatMap((file) => messagesIn(relative(root, file), readFileSync(file, 'utf8')));
});

it('every message about bad input says what to do, and what it got', () => {
  expect(messages.length).toBeGreaterThan(350);
  const bad = messages
    .map(({ place, text }) => ({ place, text, fault: faultOf(text) }))
    .filter(({ fault }) => fault !== null)
    .map(({ place, text, fault }) => `${place} ${fault}: ${text}`);
  expect(bad).toEqual([]);
});

it.each([
  ['must be a number, got ‹›.', 'no remedy'],
  ['must be positive. Take 1.', 'no value'],
  ['must be a object, got ‹›. Take 1.', 'a before a vowel'],
  ['must be a number, got ‹›. Take 1.', null],
  ['‹› is too long. Is it the right file?', null],
])('"%s" has %s', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});
