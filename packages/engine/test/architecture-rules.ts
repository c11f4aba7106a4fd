import { dirname, posix } from 'node:path';
import ts from 'typescript';

/** A file below src: its path there, with forward slashes, and its text. */
export interface Source {
  path: string;
  text: string;
}

export const LONGEST_FUNCTION = 120;
export const MOST_ARRAYS = 8;
export const LARGEST_CYCLE = 3;
export const WIDEST_COMMENT = 120;

const ARRAY = /Array\b|\[\]/;

/** Functions of a file with their length in lines and their positional arrays. */
function functionsOf({ path, text }: Source): { name: string; lines: number; arrays: number }[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const found: { name: string; lines: number; arrays: number }[] = [];
  const lineOf = (at: number): number => file.getLineAndCharacterOfPosition(at).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const lines = lineOf(node.end) - lineOf(node.getStart(file)) + 1;
      const arrays = node.parameters.filter((p) => ARRAY.test(p.type?.getText(file) ?? '')).length;
      found.push({ name: node.name?.getText(file) ?? 'a function', lines, arrays });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

export function longFunctions(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    functionsOf(source)
      .filter(({ lines }) => lines > LONGEST_FUNCTION)
      .map(({ name }) => `${source.path} ${name}`),
  );
}

/** Functions with more positional arrays than anybody can tell apart; kernels, which have no records, are left out. */
export function manyArrays(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => !path.startsWith('kernels/'))
    .flatMap((source) =>
      functionsOf(source)
        .filter(({ arrays }) => arrays > MOST_ARRAYS)
        .map(({ name }) => `${source.path} ${name}`),
    );
}

/** Relative imports of a file, as paths below src; types included. */
function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(/^\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"](\.[^'"]+)['"]/gm)].map(
    (match) => posix.join(dirname(path), match[1]),
  );
}

/** Imports of another model's inside: only its index.ts and what models share may be used. */
export function modelIntrusions(sources: Source[]): string[] {
  const modelOf = (path: string): string | null => /^models\/(\w+)\//.exec(path)?.[1] ?? null;
  return sources.flatMap((source) => {
    const own = modelOf(source.path);
    if (own === null || own === 'conformance') return [];
    return importsOf(source)
      .filter((to) => {
        const other = modelOf(to);
        return other !== null && other !== own && other !== 'shared' && !to.endsWith('/index.ts');
      })
      .map((to) => `${source.path} imports ${to}`);
  });
}

/** Sets of files that import each other in a circle, types included, larger than the rule allows. */
export function largeCycles(sources: Source[]): string[][] {
  const next = new Map(sources.map((source) => [source.path, importsOf(source)]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    for (const to of next.get(path) ?? []) {
      if (!next.has(to)) continue;
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(path, Math.min(low.get(path)!, low.get(to)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > LARGEST_CYCLE) found.push(circle.sort());
  };
  for (const path of next.keys()) if (!index.has(path)) visit(path);
  return found;
}

/** Files with a comment line that is wider than the rule. */
export function wideComments(sources: Source[]): string[] {
  return sources
    .filter(({ text }) =>
      text
        .split('\n')
        .some((line) => line.length > WIDEST_COMMENT && /^\s*(\/\/|\/?\*)/.test(line)),
    )
    .map(({ path }) => path);
}

/** Rooms whose numbers are of mathematics, formats and tests, or limits of the scene format. */
const WITHOUT_TUNING = /^(core|io|kernels|math|scene|models\/conformance)\/|(^|\/)numbers\.ts$/;
/** Names of numbers that no result depends on, and of versions. */
const HARMLESS_NAME = /(^|_)(AT_ONCE|BATCH|FORMAT)$/;
const ROUNDING = 1e-9;

/** Value of an expression of numbers alone; NaN of another one, unless a number in it is not whole: then that one. */
function ownNumber(node: ts.Expression): number {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isParenthesizedExpression(node)) return ownNumber(node.expression);
  if (ts.isPrefixUnaryExpression(node)) {
    const value = ownNumber(node.operand);
    return node.operator === ts.SyntaxKind.MinusToken ? -value : value;
  }
  if (!ts.isBinaryExpression(node)) return Number.NaN;
  const left = ownNumber(node.left);
  const right = ownNumber(node.right);
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return [left, right].find((x) => x % 1 !== 0 && !Number.isNaN(x)) ?? Number.NaN;
  }
  const operator = node.operatorToken.getText();
  if (operator === '-') return left - right;
  if (operator === '/') return left / right;
  return operator === '**' ? left ** right : left * right;
}

/** Zero and one are no rounding, numbers nearer to them than this are; so are those beyond all that matters. */
function isRounding(value: number): boolean {
  const size = Math.abs(value);
  if (size === 0 || size === 1) return false;
  return size <= ROUNDING || size >= 1 / ROUNDING || Math.abs(1 - size) <= ROUNDING;
}

/** Top-level constants with a number of their own outside of numbers.ts, as "file: NAME", but for rounding and batches. */
export function numbersBesideCode(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => !WITHOUT_TUNING.test(path))
    .flatMap(({ path, text }) => {
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
      return file.statements
        .filter(ts.isVariableStatement)
        .filter(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) !== 0)
        .flatMap(({ declarationList }) => declarationList.declarations)
        .filter(({ name, initializer }) => {
          if (initializer === undefined || HARMLESS_NAME.test(name.getText())) return false;
          const value = ownNumber(initializer);
          return !Number.isNaN(value) && !isRounding(value);
        })
        .map(({ name }) => `${path}: ${name.getText()}`);
    });
}
