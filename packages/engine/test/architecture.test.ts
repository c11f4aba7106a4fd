import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LONG_FUNCTIONS, NUMBERS_BESIDE_CODE } from './architecture-exceptions.ts';
import {
  largeCycles,
  longFunctions,
  manyArrays,
  modelIntrusions,
  numbersBesideCode,
  wideComments,
} from './architecture-rules.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const LONGEST_FILE = 500;
const OUTSIDE = [
  'packages/three',
  'packages/react',
  'packages/rapier',
  'packages/sweep',
  'packages/cli',
  'apps/studio',
  'bench',
];

/** A file below some src folder: its path there, with forward slashes, and its text. */
interface Source {
  path: string;
  text: string;
}

function sourcesOf(folder: string): Source[] {
  const src = join(root, folder, 'src');
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|js|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: relative(src, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
}

/** What a file imports or re-exports, type imports and `import(…)` included; comments do not count. */
function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const patterns = [
    /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1]));
}

/** The table "| from | may import |" of the architecture page. */
function readTable(markdown: string): Map<string, Set<string>> {
  const lines = markdown.split('\n');
  const head = lines.findIndex((line) => /^\|\s*from\s*\|\s*may import\s*\|/.test(line));
  const table = new Map<string, Set<string>>();
  for (let i = head + 2; head >= 0 && lines[i]?.startsWith('|'); i++) {
    const [room, allowed] = lines[i].split('|').slice(1, 3);
    const rooms = allowed.split(',').map((name) => name.trim());
    table.set(room.trim(), new Set(rooms.filter((name) => name !== 'nothing')));
  }
  return table;
}

/** The room a file or import lies in: the first folder under src; a file at the top is the public door. */
function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** [from room, to room] of every relative import that leaves its room. */
function crossings(sources: Source[]): { file: string; from: string; to: string }[] {
  return sources.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((target) => target.startsWith('.'))
      .map((target) => posix.join(dirname(path), target))
      .map((target) => ({ file: path, from: roomOf(path), to: roomOf(target) }))
      .filter(({ from, to }) => from !== to),
  );
}

/** Imports the table does not allow. The public door may import everything, and nobody imports the door. */
function forbidden(sources: Source[], table: Map<string, Set<string>>): string[] {
  return crossings(sources)
    .filter(({ from, to }) => from !== '' && !table.get(from)?.has(to))
    .map(({ file, to }) => `${file} imports ${to || 'the public door'}`);
}

/** Bare imports of the engine other than zod inside scene/. */
function strangers(sources: Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((target) => !target.startsWith('.'))
      .filter((target) => !(target === 'zod/mini' && roomOf(path) === 'scene'))
      .map((target) => `${path} imports ${target}`),
  );
}

/** A way around from a room back to itself, or null. */
function findCycle(edges: [string, string][]): string[] | null {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const visit = (room: string, trail: string[]): string[] | null => {
    if (trail.includes(room)) return [...trail.slice(trail.indexOf(room)), room];
    if (done.has(room)) return null;
    for (const to of next.get(room) ?? []) {
      const cycle = visit(to, [...trail, room]);
      if (cycle) return cycle;
    }
    done.add(room);
    return null;
  };
  for (const room of next.keys()) {
    const cycle = visit(room, []);
    if (cycle) return cycle;
  }
  return null;
}

/** What the engine's package gives besides its main door. */
const SIDE_DOORS = [
  ...['core', 'solid', 'frames', 'octree', 'tets', 'layers', 'rigid'].map(
    (name) => `pliant/${name}`,
  ),
  'pliant/register',
  'pliant/conformance',
  'pliant/worker',
  'pliant/scene.schema.json',
];

/** Ways into the engine other than its doors, from a package outside. */
function backDoors(sources: Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((target) => {
        if (target.startsWith('pliant/')) return !SIDE_DOORS.includes(target);
        return target.startsWith('.') && /(^|\/)(packages\/)?engine\//.test(target);
      })
      .map((target) => `${path} imports ${target}`),
  );
}

// The generated list of kernels names files of all rooms.
const engine = sourcesOf('packages/engine').filter(({ path }) => !path.includes('/generated/'));
const table = readTable(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));

describe('the rooms of the engine', () => {
  it('are all in the table of docs/architecture.md, and the table names no others', () => {
    const rooms = new Set(engine.map(({ path }) => roomOf(path)).filter((room) => room !== ''));
    expect(table.size).toBeGreaterThan(5);
    expect([...rooms].filter((room) => !table.has(room))).toEqual([]);
    const named = [...table.values()].flatMap((allowed) => [...allowed]);
    expect(named.filter((room) => !table.has(room))).toEqual([]);
  });

  it('import only what the table allows', () => {
    expect(crossings(engine).length).toBeGreaterThan(0);
    expect(forbidden(engine, table)).toEqual([]);
  });

  it('would not get away with a forbidden import', () => {
    const caught = (path: string, text: string): string[] => forbidden([{ path, text }], table);
    expect(caught('core/a.ts', "import type { Sdf } from '../geometry/types.ts';")).toEqual([
      'core/a.ts imports geometry',
    ]);
    expect(caught('math/a.ts', "export {\n  step,\n} from '../world/step.ts';")).toEqual([
      'math/a.ts imports world',
    ]);
    expect(caught('geometry/deep/a.ts', "await import('../../index.ts');")).toEqual([
      'geometry/deep/a.ts imports the public door',
    ]);
    expect(caught('world/a.ts', "import { step } from '../models/body.ts';")).toEqual([]);
    expect(caught('core/a.ts', "// import { a } from '../math/a.ts';")).toEqual([]);
  });

  it('form no cycle', () => {
    const edges = crossings(engine)
      .filter(({ from }) => from !== '')
      .map(({ from, to }): [string, string] => [from, to]);
    expect(findCycle(edges)).toBeNull();
    expect(findCycle([...edges, ['a', 'b'], ['b', 'c'], ['c', 'a']])).toEqual(['a', 'b', 'c', 'a']);
  });

  it('bring in no package but zod, and zod only in scene/', () => {
    expect(strangers(engine)).toEqual([]);
    expect(strangers([{ path: 'scene/a.ts', text: "import * as z from 'zod/mini';" }])).toEqual([]);
    expect(
      strangers([{ path: 'world/a.ts', text: "import * as z from 'zod/mini';" }]),
    ).toHaveLength(1);
    expect(strangers([{ path: 'scene/a.ts', text: "import 'node:fs';" }])).toHaveLength(1);
  });
});

describe('the packages outside the engine', () => {
  it.each(OUTSIDE)('%s comes in through the public door', (folder) => {
    expect(backDoors(sourcesOf(folder))).toEqual([]);
  });

  it('would not get away with a back door', () => {
    const text = [
      "import { a } from 'pliant/src/core/hash.ts';",
      "import { b } from '../../packages/engine/src/index.ts';",
      "import { c } from '../../engine/dist/index.js';",
      "import { d } from 'pliant';",
    ].join('\n');
    expect(backDoors([{ path: 'a.ts', text }])).toHaveLength(3);
  });
});

describe('source files', () => {
  it.each(['packages/engine', 'packages/gltf', ...OUTSIDE])(
    'of %s spread no list into the arguments of push: long ones overflow the stack',
    (folder) => {
      const spread = sourcesOf(folder).filter(({ text }) =>
        /\.(push|unshift)\(\s*\.\.\./.test(text),
      );
      expect(spread.map(({ path }) => path)).toEqual([]);
    },
  );

  it.each(['packages/engine', ...OUTSIDE])(`of %s have at most ${LONGEST_FILE} lines`, (folder) => {
    const long = sourcesOf(folder)
      .filter(({ path }) => !path.includes('/generated/'))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > LONGEST_FILE);
    expect(long).toEqual([]);
  });
});

describe('the code of the engine', () => {
  const written = engine.filter(({ path }) => !/\/generated\/|\.as\.ts$/.test(path));
  const beyond = (found: string[], known: readonly string[]): string[] =>
    found.filter((entry) => !known.includes(entry));

  it('has no other function over 120 lines than the ones listed', () => {
    expect(beyond(longFunctions(written), LONG_FUNCTIONS)).toEqual([]);
    const long = `function a() {\n${'  b();\n'.repeat(120)}}\n`;
    expect(longFunctions([{ path: 'a.ts', text: long }])).toEqual(['a.ts a']);
  });

  it('passes at most eight arrays by position, kernels aside', () => {
    expect(manyArrays(written)).toEqual([]);
    const parameters = Array.from({ length: 9 }, (_, i) => `a${i}: Float64Array`).join(', ');
    const text = `function f(${parameters}): void {}`;
    expect(manyArrays([{ path: 'world/a.ts', text }])).toEqual(['world/a.ts f']);
    expect(manyArrays([{ path: 'kernels/a.ts', text }])).toEqual([]);
  });

  it('lets models into each other through index.ts and shared only', () => {
    expect(modelIntrusions(written)).toEqual([]);
    const text = "import { a } from '../solid/model.ts';\nimport { b } from '../shared/move.ts';";
    expect(modelIntrusions([{ path: 'models/rigid/a.ts', text }])).toEqual([
      'models/rigid/a.ts imports models/solid/model.ts',
    ]);
  });

  it('has no circles of more than three files, types included', () => {
    expect(largeCycles(written)).toEqual([]);
    const circle = [0, 1, 2, 3].map((i) => ({
      path: `core/${i}.ts`,
      text: `import type { A } from './${(i + 1) % 4}.ts';`,
    }));
    expect(largeCycles(circle)).toHaveLength(1);
  });

  it('keeps numbers that tune something in numbers.ts of their room', () => {
    const listed = Object.values(NUMBERS_BESIDE_CODE).flatMap((entries) =>
      entries.flatMap((entry) => {
        const [path, names] = entry.split(': ');
        return names.split(' ').map((name) => `${path}: ${name}`);
      }),
    );
    const found = numbersBesideCode(written);
    expect(found.filter((number) => !listed.includes(number))).toEqual([]);
    expect(listed.filter((number) => !found.includes(number))).toEqual([]);
    const beside = (text: string): string[] => numbersBesideCode([{ path: 'world/a.ts', text }]);
    expect(beside('const SLOW = 0.1;')).toEqual(['world/a.ts: SLOW']);
    expect(beside('export const MOST = 1.5 * SLOW;')).toEqual(['world/a.ts: MOST']);
    expect(beside('const ROUNDING = 1e-12;\nconst AT_ONCE = 512;\nconst B = A + C;')).toEqual([]);
  });

  it('wraps comments at 120 columns', () => {
    expect(wideComments(written)).toEqual([]);
    expect(wideComments([{ path: 'a.ts', text: `// ${'word '.repeat(30)}` }])).toEqual(['a.ts']);
  });
});
