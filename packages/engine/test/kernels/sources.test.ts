import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((path) =>
  path.split(sep).join('/'),
);
const read = (path: string): string => readFileSync(join(src, path), 'utf8');

/** Source files of kernels that have no twin: these are compiled for both machines; with what they import. */
function shared(): string[] {
  const found = new Set<string>();
  const take = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const target of importsOf(path)) if (!/prelude\.ts$/.test(target)) take(target);
  };
  for (const path of kernels()) if (!hasTwin(path)) take(path);
  return [...found];
}

const kernels = (): string[] => paths.filter((path) => path.endsWith('.kernel.ts'));
const hasTwin = (path: string): boolean =>
  existsSync(join(src, path.replace(/\.kernel\.ts$/, '.as.ts')));

function importsOf(path: string): string[] {
  return [...read(path).matchAll(/from '(\.[^']*)'/g)].map((match) =>
    posix.join(dirname(path), match[1]),
  );
}

describe('kernels that are written once', () => {
  it('import the prelude, kernels, and functions that kernels share or that stand beside them', () => {
    const strangers = shared().flatMap((path) =>
      importsOf(path)
        .filter((target) => !/\.kernel\.ts$/.test(target) && !target.startsWith('kernels/'))
        .filter((target) => dirname(target) !== dirname(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(strangers).toEqual([]);
  });
});

describe('twins', () => {
  it('are those of the table', () => {
    const twins = kernels()
      .filter(hasTwin)
      .map((path) => path.replace(/\.kernel\.ts$/, ''));
    const rows = [...read('kernels/README.md').matchAll(/^\| `([\w/-]+)` +\| +[\d.–]+ \|/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual(twins.sort());
  });
});
