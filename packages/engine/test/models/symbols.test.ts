import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const models = fileURLToPath(new URL('../../src/models/', import.meta.url));
const readmes = readdirSync(models)
  .filter((name) => existsSync(join(models, name, 'README.md')))
  .concat('../register');

interface Row {
  symbol: string;
  equation: string;
  identifier: string;
  file: string;
}

/** Rows of the table "| symbol | eq. | identifier | file |". */
function symbolsOf(markdown: string): Row[] {
  const lines = markdown.split('\n');
  const head = lines.findIndex((line) => /^\| symbol \| eq\. \| identifier \| file \|/.test(line));
  const rows: Row[] = [];
  for (let i = head + 2; head >= 0 && lines[i]?.startsWith('|'); i++) {
    const [symbol, equation, identifier, file] = lines[i].split('|').slice(1, 5);
    const plain = (cell: string): string => cell.trim().replaceAll('`', '');
    rows.push({
      symbol: symbol.trim(),
      equation: equation.trim(),
      identifier: plain(identifier),
      file: plain(file),
    });
  }
  return rows;
}

/** What is wrong with a row: nothing if its identifier is in its file, which cites the equation. */
function faultsOf(model: string, { symbol, equation, identifier, file }: Row): string[] {
  const path = join(models, model, file);
  if (!existsSync(path)) return [`${model}: ${symbol}: there is no ${file}`];
  const text = readFileSync(path, 'utf8');
  const faults: string[] = [];
  if (!new RegExp(`\\b${identifier}\\b`).test(text))
    faults.push(`${model}: ${symbol}: ${file} has no ${identifier}`);
  if (equation !== '' && !new RegExp(`\\beq\\. ${equation}\\b`).test(text))
    faults.push(`${model}: ${symbol}: ${file} does not cite eq. ${equation}`);
  return faults;
}

describe('the symbol tables of the models', () => {
  it.each(readmes)('%s: identifiers are in their files, which cite their equations', (model) => {
    const rows = symbolsOf(readFileSync(join(models, model, 'README.md'), 'utf8'));
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.flatMap((row) => faultsOf(model, row))).toEqual([]);
  });

  it('would not get away with a wrong row', () => {
    const row = { symbol: 'x', equation: '7', identifier: 'freezeOffset', file: 'body.ts' };
    expect(faultsOf('frames', row)).toHaveLength(2);
    expect(faultsOf('frames', { ...row, file: 'nowhere.ts' })).toHaveLength(1);
  });

  it.each([
    ['force offset', 'frames'],
    ['summation node', 'octree'],
    ['valid range', 'tets'],
    ['kinetic filter', 'layers'],
  ])('the paper’s word “%s” is in the code of %s', (word, model) => {
    const files = readdirSync(join(models, model), { recursive: true, encoding: 'utf8' });
    const code = files.filter((file) => file.endsWith('.ts'));
    const has = (file: string): boolean =>
      readFileSync(join(models, model, file), 'utf8')
        .toLowerCase()
        .includes(word);
    expect(code.some(has)).toBe(true);
  });
});
