import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effort } from '../../packages/engine/test/effort.ts';
import {
  filesUnder,
  installCopies,
  manifestOf,
  NAMED_BUFFER,
  PUBLISHED,
  pack,
  packedFiles,
  removeStale,
} from '../lib/packages.mjs';
import { fromRoot } from '../lib/paths.mjs';

/** Where packages are installed: outside the repository, so that nothing else of it is found. */
const home = mkdtempSync(join(tmpdir(), 'pliant-packages-'));
const packed = mkdtempSync(join(tmpdir(), 'pliant-packed-'));
const require = createRequire(import.meta.url);
const OURS = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
/** The schema of scenes is made by the build, which tests of single files do without. */
const HAS_SCHEMA = existsSync(fromRoot('packages/engine/dist/scene.schema.json'));
/** The oldest compiler that packages are for. */
const OLDEST = 'typescript@5.4.5';
const isNight = effort(false, true);
const shell = process.platform === 'win32';
const names: string[] = PUBLISHED.map((folder: string) => manifestOf(folder).name);
let tarballs: string[] = [];

const readme = readFileSync(fromRoot('README.md'), 'utf8');
const [plain, page] = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
/** What the README's page takes for granted. */
const OWN = `import * as THREE from 'three';
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera();
const renderer = new THREE.WebGLRenderer();
`;

const node = (...words: string[]): string => {
  const done = spawnSync(process.execPath, words, { cwd: home, encoding: 'utf8' });
  expect(done.status, `${done.stdout}${done.stderr}`).toBe(0);
  return done.stdout;
};

beforeAll(() => {
  for (const folder of PUBLISHED) {
    expect(folder === 'scenes' || existsSync(fromRoot(folder, 'dist'))).toBe(true);
    removeStale(folder);
  }
  writeFileSync(join(home, 'package.json'), '{ "type": "module", "private": true }');
  if (!isNight) {
    installCopies(home);
    return;
  }
  tarballs = pack(packed);
  const { devDependencies } = manifestOf('packages/react');
  const rapier = manifestOf('packages/rapier').devDependencies['@dimforge/rapier3d-compat'];
  const others = Object.entries({ ...devDependencies, '@dimforge/rapier3d-compat': rapier });
  const words = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  const wanted = others.map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', [...words, ...tarballs, ...wanted, OLDEST], {
    cwd: home,
    shell,
    stdio: 'pipe',
  });
});

afterAll(() => {
  for (const folder of [home, packed]) rmSync(folder, { recursive: true, force: true });
});

const installed = (name: string): string => join(home, 'node_modules', name);

test('every package says whose it is, carries the licence, and asks for ranges, not for one version', () => {
  const licence = readFileSync(fromRoot('LICENSE'), 'utf8');
  for (const folder of PUBLISHED) {
    const { name, license, repository, homepage, files, ...others } = manifestOf(folder);
    expect(license, name).toBe('MIT');
    expect(repository.directory, name).toBe(folder);
    expect(homepage, name).toMatch(/^https:/);
    expect(files, name).toBeDefined();
    expect(readFileSync(join(installed(name), 'LICENSE'), 'utf8'), name).toBe(licence);
    for (const part of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      for (const range of Object.values(others[part] ?? {}))
        expect(range, name).toMatch(/^(\^|>=)/);
  }
});

test('packages hold no build info and no tests, and every map finds its sources', () => {
  for (const packageFolder of PUBLISHED) {
    const folder = isNight ? installed(manifestOf(packageFolder).name) : fromRoot(packageFolder);
    const files: string[] = isNight ? filesUnder(folder) : packedFiles(packageFolder);
    const shipped = new Set(files);
    for (const file of files) {
      expect(file).not.toMatch(/tsbuildinfo|\.test\.|(^|[\\/])node_modules[\\/]/);
      if (!/\.(js|d\.ts)\.map$/.test(file) || file.startsWith('studio')) continue;
      const { sources } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      for (const source of sources) {
        const path = join(dirname(file), source);
        expect(shipped.has(path), `${packageFolder}/${file} is made from ${path}`).toBe(true);
      }
    }
  }
});

test('packages import nothing that they do not depend on', () => {
  for (const folder of PUBLISHED.filter((f: string) => f !== 'scenes')) {
    const { name, dependencies, peerDependencies, optionalDependencies } = manifestOf(folder);
    const known = { ...dependencies, ...peerDependencies, ...optionalDependencies };
    for (const file of filesUnder(join(installed(name), 'dist')).filter((f: string) =>
      /\.(js|d\.ts)$/.test(f),
    )) {
      const text = readFileSync(join(installed(name), 'dist', file), 'utf8');
      for (const [, from] of text.matchAll(
        /^(?:import|export)\b(?:[^'"\n=]* from)? ['"]([^'".][^'"\n]*)['"];?$/gm,
      )) {
        if (from.startsWith('node:')) continue;
        const owner = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
        expect(Object.keys(known), `${name}/${file}`).toContain(owner);
      }
    }
  }
});

test('publint has nothing to say', async () => {
  for (const name of names) {
    const { messages, pkg } = await publint({ pkgDir: installed(name), pack: false, strict: true });
    const found = messages.filter((m) => HAS_SCHEMA || !m.path.includes('./scene.schema.json'));
    expect(
      found.map((message) => formatMessage(message, pkg)),
      name,
    ).toEqual([]);
  }
});

test('the sample of the README runs in plain Node', () => {
  writeFileSync(join(home, 'plain.mjs'), plain);
  const [time] = node('plain.mjs').split(' ');
  expect(Number(time)).toBeCloseTo(1);
});

test('what `npx pliant` starts is the command line', () => {
  expect(node(join(installed('pliant'), 'bin/pliant.js'), 'list')).toContain('hanging-beam');
});

/** A program that makes a body of each model in turn, in one world, and prints its state after each. */
const models = (door: (name: string) => string): string => `
const OWN = { frames: { frames: 2, voxel: 0.05 }, octree: { cell: 0.1 }, lattice: { cell: 0.1 }, solid: { cell: 0.1 }, tets: { cell: 0.2 },
  layers: { layers: [{ name: 'all', kind: 'rigid' }, { name: 'fine', kind: 'hex', cell: 0.1 }] }, rigid: {} };
let world;
for (const [type, own] of Object.entries(OWN)) {
  const body = { name: type, shape: { type: 'box', size: [0.2, 0.2, 0.4] }, position: [0, Object.keys(OWN).indexOf(type), 0],
    detail: 0.1, material: { young: 3e4 }, model: { type, ...own } };
  if (world) try { world.apply({ do: 'add', body }); console.log('there before', type); } catch (error) { console.log(error.message); }
  ${door('type')}
  if (world === undefined) world = pliant.createWorld({ format: 'pliant/1', name: 'a', bodies: [body] });
  else if (!world.bodies.some(({ name }) => name === type)) world.apply({ do: 'add', body });
  world.step(3);
  console.log('state', world.kernels, world.hash());
}`;

test('a door brings its model, into a running world as well, with the same bits as all at once', () => {
  writeFileSync(
    join(home, 'doors.mjs'),
    models(
      (name) =>
        `const pliant = await import('pliant/' + (${name} === 'lattice' ? 'octree' : ${name}));`,
    ),
  );
  writeFileSync(join(home, 'all.mjs'), `import * as pliant from 'pliant';${models(() => '')}`);
  const [apart, whole] = [node('doors.mjs'), node('all.mjs')];
  const states = (text: string): string[] => text.match(/^state .*$/gm) ?? [];
  expect(states(apart)).toHaveLength(7);
  expect(states(apart)).toEqual(states(whole));
  const messages = apart.split('\n').filter((line) => !/^state|^$/.test(line));
  const missing = (type: string): RegExp =>
    new RegExp(
      `model.type: the model "${type}" is not loaded. Import "pliant/${type}", or "pliant"`,
    );
  expect(messages).toHaveLength(6);
  expect(messages[0]).toMatch(missing('octree'));
  expect(messages[1]).toBe('there before lattice');
  expect(messages[4]).toMatch(missing('layers'));
});

/** Type-checks a program in the folder, declarations of libraries included. */
function checkTypes(tsc: string, file: string, module: [string, string]): void {
  // Only ours: others may ask for a newer compiler than the oldest.
  const [kind, resolution] = module;
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'esnext,dom'];
  const modules = ['--module', kind, '--moduleResolution', resolution];
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...modules, file], {
    cwd: home,
    encoding: 'utf8',
  });
  const isOurs = (line: string): boolean =>
    /error TS/.test(line) && !/^node_modules\/(?!pliant|@pliant)/.test(line);
  expect(stdout.split('\n').filter(isOurs)).toEqual([]);
}

test('declarations name no buffers of arrays, which TypeScript 5.4 cannot read', () => {
  for (const folder of PUBLISHED) {
    for (const file of packedFiles(folder).filter((name) => name.endsWith('.d.ts')))
      expect(readFileSync(fromRoot(folder, file), 'utf8').match(NAMED_BUFFER), file).toBeNull();
  }
});

test.runIf(isNight)('the sample of the README passes the compiler without skipLibCheck', () => {
  writeFileSync(join(home, 'plain.mts'), plain);
  checkTypes(OURS, 'plain.mts', ['nodenext', 'nodenext']);
});

describe.runIf(isNight)('packed and installed with npm', () => {
  const bundlers = ['vite', 'esbuild', 'webpack'];

  test('the types are right for everyone who imports modules', async () => {
    const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core');
    for (const tarball of tarballs.filter((file) => !/cli|scenes/.test(file))) {
      const bytes = new Uint8Array(readFileSync(tarball));
      const { problems = [] } = (await checkPackage(createPackageFromTarballData(bytes))) as {
        problems?: { kind: string; resolutionKind?: string }[];
      };
      // ES modules alone: neither CommonJS nor resolvers from before `exports`.
      const own = problems.filter((p) => !/node10|node16-cjs/.test(p.resolutionKind ?? ''));
      expect(own, tarball).toEqual([]);
    }
  });

  test('`npx pliant` and `pliant studio` work', async () => {
    const list = execFileSync('npx', ['pliant', 'list'], { cwd: home, shell, encoding: 'utf8' });
    expect(list).toContain('hanging-beam');
    const words = [join(installed('@pliant/cli'), 'bin/pliant.js'), 'studio'];
    const studio = spawn(process.execPath, words, { cwd: home });
    try {
      const address = await new Promise<string>((done) => {
        studio.stdout.on('data', (text) => done(String(text).match(/http\S+/)?.[0] ?? ''));
      });
      expect(await (await fetch(address)).text()).toContain('<script type="module"');
    } finally {
      studio.kill();
    }
  });

  test.each(bundlers)('%s bundles both samples; the plain one runs', async (bundler) => {
    writeFileSync(join(home, 'plain.js'), plain);
    writeFileSync(join(home, 'page.js'), `${OWN}${page}`);
    for (const sample of ['plain', 'page']) {
      const out = join(home, `out-${bundler}`);
      mkdirSync(out, { recursive: true });
      await BUNDLE[bundler](join(home, `${sample}.js`), out, `${sample}.mjs`);
      expect(existsSync(join(out, `${sample}.mjs`))).toBe(true);
    }
    expect(Number(node(join(home, `out-${bundler}`, 'plain.mjs')).split(' ')[0])).toBeCloseTo(1);
  });

  test('the oldest compiler and ours know all packages', () => {
    const others = ['three', 'react', 'rapier', 'gltf', 'sweep'].map(
      (name) => `export * as ${name} from '@pliant/${name}';`,
    );
    writeFileSync(join(home, 'page.mts'), `${OWN}${page}${others.join('\n')}`);
    for (const tsc of [OURS, join(installed('typescript'), 'bin/tsc')])
      checkTypes(tsc, 'page.mts', ['esnext', 'bundler']);
  });
});

type Bundle = (entry: string, folder: string, name: string) => Promise<void>;

const BUNDLE: Record<string, Bundle> = {
  async vite(entry, folder, name) {
    const { build } = await import('vite');
    await build({
      root: home,
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        rollupOptions: { input: entry, output: { entryFileNames: name, format: 'es' } },
      },
    });
  },
  async esbuild(entry, folder, name) {
    const { build } = await import('esbuild');
    const { warnings } = await build({
      entryPoints: [entry],
      outfile: join(folder, name),
      absWorkingDir: home,
      bundle: true,
      format: 'esm',
      target: 'es2022',
    });
    expect(warnings).toEqual([]);
  },
  async webpack(entry, folder, name) {
    const { default: webpack } = await import('webpack');
    const compiler = webpack({
      mode: 'production',
      context: home,
      entry,
      experiments: { outputModule: true },
      optimization: { minimize: false },
      performance: { hints: false },
      target: ['web', 'es2022'],
      output: { path: folder, filename: name, module: true, library: { type: 'module' } },
    });
    await new Promise<void>((done, failed) => {
      compiler.run((error, stats) => {
        if (error || stats!.hasErrors() || stats!.hasWarnings())
          failed(error ?? new Error(stats!.toString('errors-warnings')));
        else done();
      });
    });
  },
};
