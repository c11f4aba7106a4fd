import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, defaultClientConditions, type Rollup } from 'vite';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createWorld, LIBRARY, runScene, sceneJsonSchema } from '../src/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A fenced block: its language, what stands behind the language, its text, and where it is. */
interface Block {
  language: string;
  name: string;
  text: string;
  place: string;
}

function pages(): string[] {
  const folders = [
    '.',
    'docs',
    'scenes',
    ...['engine', 'cli', 'three', 'rapier', 'gltf'].map((p) => `packages/${p}`),
  ];
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  );
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```(\w+)[ ]*([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1],
    name: match[2].trim(),
    text: match[3],
    place: `${page}:${text.slice(0, match.index).split('\n').length}`,
  }));
}

const blocks = pages().flatMap(blocksOf);
const scenes = blocks.filter((b) => b.language === 'json' && b.text.includes('"pliant/1"'));
const scripts = blocks.filter(
  (b) => ['js', 'ts'].includes(b.language) && /from '(@pliant|pliant)/.test(b.text),
);
const inNode = scripts.filter((b) => !b.text.includes('@pliant/three'));
const inPage = scripts.filter((b) => b.text.includes('@pliant/three'));

/** Files that pages show in full, such as a small mesh. */
const shown = new Map(blocks.filter((b) => b.name !== '').map((b) => [b.name, b.text]));
const files = (name: string): Uint8Array => new TextEncoder().encode(shown.get(name) ?? '');

/** Scripts run beside the scenes and files they read. Inside the checkout, so that packages are found. */
const cache = join(root, '.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'docs-'));
for (const [name, text] of shown) writeFileSync(join(folder, name), text);
for (const { text } of scenes) writeFileSync(join(folder, `${JSON.parse(text).name}.json`), text);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('scenes in the pages', () => {
  it.each(scenes)('$place runs', ({ text }) => {
    const world = createWorld(text, { files });
    world.step(5);
    expect(world.issues.size).toBe(0);
    expect(Number.isFinite(world.totals().speed)).toBe(true);
  });

  const checked = scenes.filter(({ text }) => text.includes('"checks"'));
  it.each(checked)('$place holds what it promises', ({ text }) => {
    const { result } = runScene(text, { files });
    expect(result.checks.filter((check) => !check.pass)).toEqual([]);
  });
});

describe('code in the pages', () => {
  it.each(inNode.map((block, i) => ({ ...block, i })))('$place runs', async ({ text, i }) => {
    const file = join(folder, `block-${i}.mjs`);
    writeFileSync(file, text);
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      await import(/* @vite-ignore */ pathToFileURL(file).href);
    } finally {
      log.mockRestore();
    }
  });

  // A page's code needs a browser; here its imports are checked, and that it compiles.
  it.each(inPage.map((block, i) => ({ ...block, i })))('$place bundles', async ({ text, i }) => {
    const input = join(folder, `page-${i}.mjs`);
    writeFileSync(input, text);
    const outcome = (await build({
      configFile: false,
      root,
      logLevel: 'error',
      resolve: { conditions: ['pliant-source', ...defaultClientConditions] },
      build: { write: false, minify: false, target: 'es2022', rollupOptions: { input } },
    })) as Rollup.RollupOutput;
    // What it imports came along; a page that has its world in a worker brings only what talks to it.
    expect(outcome.output[0].code.length).toBeGreaterThan(text.length + 5_000);
  });
});

describe('the pages', () => {
  it('show scenes and code', () => {
    expect(scenes.length).toBeGreaterThan(3);
    expect(inNode.length).toBeGreaterThan(3);
    expect(inPage.length).toBeGreaterThan(0);
  });

  it.each(pages())('%s links to files that are there', (page) => {
    const text = readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
    const targets = [...text.matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map((match) => match[1]);
    const missing = targets
      .filter((target) => !/^https?:/.test(target))
      .map((target) => join(dirname(page), target))
      .filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  it('scenes/README.md has a row for every scene of the gallery', () => {
    const text = readFileSync(join(root, 'scenes/README.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `([\w-]+)` *\|/gm)].map((match) => match[1]);
    const gallery = readdirSync(join(root, 'scenes'))
      .filter((file) => file.endsWith('.json') && file !== 'package.json')
      .map((file) => file.replace('.json', ''));
    expect(rows.sort()).toEqual(gallery.sort());
    const { gallery: groups } = JSON.parse(
      readFileSync(join(root, 'scenes/package.json'), 'utf8'),
    ) as { gallery: { scenes: string[] }[] };
    const shown = groups.flatMap(({ scenes: names }) => names).sort();
    expect(shown, 'add the scene to "gallery" in scenes/package.json').toEqual(gallery);
  });

  it('docs/scene-reference.md is what scripts/scene-reference.mjs makes of the schema', async () => {
    const script = pathToFileURL(join(root, 'scripts/scene-reference.mjs')).href;
    const { sceneReference } = await import(/* @vite-ignore */ script);
    const committed = readFileSync(join(root, 'docs/scene-reference.md'), 'utf8');
    expect(committed, 'run node scripts/scene-reference.mjs').toBe(
      sceneReference(sceneJsonSchema(), LIBRARY),
    );
  });

  it('the types of scenes are what scripts/scene-types.mjs makes of the schema', async () => {
    const script = pathToFileURL(join(root, 'scripts/scene-types.mjs')).href;
    const { sceneTypes } = await import(/* @vite-ignore */ script);
    const file = join(root, 'packages/engine/src/scene/generated/scene-input.ts');
    const isSame = readFileSync(file, 'utf8') === sceneTypes(sceneJsonSchema());
    expect(isSame, 'run npx tsc -b && node scripts/scene-types.mjs').toBe(true);
  });

  it('docs/scene-reference.md has no field without words but shapes and factors', () => {
    const text = readFileSync(join(root, 'docs/scene-reference.md'), 'utf8');
    const silent = [...text.matchAll(/^\| `(\w+)` *\|[^|]*\| +\|/gm)].map((match) => match[1]);
    expect([...new Set(silent)].sort()).toEqual(['base', 'cut', 'shape', 'shapes', 'value']);
  });
});
