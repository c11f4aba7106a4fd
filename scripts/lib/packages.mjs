import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fromRoot, root } from './paths.mjs';

/** Folders of the packages that others install. */
export const PUBLISHED = [
  'packages/engine',
  'packages/three',
  'packages/react',
  'packages/rapier',
  'packages/gltf',
  'packages/sweep',
  'packages/cli',
  'scenes',
];

export const manifestOf = (folder) =>
  JSON.parse(readFileSync(fromRoot(folder, 'package.json'), 'utf8'));

/** Files under a folder, relative to it. */
export function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

/** Deletes compiled files whose source is no more: they would be packed. */
export function removeStale(folder) {
  const dist = fromRoot(folder, 'dist');
  if (!existsSync(dist)) return;
  for (const file of filesUnder(dist)) {
    const source = file.replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
    if (source !== file && !existsSync(fromRoot(folder, 'src', source))) rmSync(join(dist, file));
  }
}

/** Arrays with their buffer named, as our compiler writes them: one older than TypeScript 5.7 knows none of these. */
export const NAMED_BUFFER =
  /\b((?:Float|Int|Uint|BigInt|BigUint)\d+(?:Clamped)?Array|DataView)<ArrayBuffer(?:Like)?>/g;

/** Writes declarations that TypeScript 5.4 can read. */
export function plainArrays(folder) {
  const dist = fromRoot(folder, 'dist');
  if (!existsSync(dist)) return;
  for (const file of filesUnder(dist).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(dist, file), 'utf8');
    const plain = text.replace(NAMED_BUFFER, '$1');
    if (plain !== text) writeFileSync(join(dist, file), plain);
  }
}

/** What npm packs of a package: the files that its `files` name, relative to it. */
export function packedFiles(folder) {
  const { files } = manifestOf(folder);
  const top = readdirSync(fromRoot(folder), { withFileTypes: true });
  const isNamed = ({ name }) =>
    ['package.json', 'README.md', 'LICENSE', ...files].includes(name) ||
    (files.includes('*.json') && name.endsWith('.json'));
  return top
    .filter(isNamed)
    .flatMap((entry) =>
      entry.isFile()
        ? [entry.name]
        : filesUnder(fromRoot(folder, entry.name)).map((file) => join(entry.name, file)),
    )
    .filter((file) => !files.includes(`!${file.replaceAll('\\', '/')}`));
}

/**
 * Puts packages into the node_modules of an empty folder without npm: the code they pack, and links to the dependencies they declare, and to
 * no others. Quick; `npm pack` and `npm install` do it for real at night.
 */
export function installCopies(target, folders = PUBLISHED) {
  const modules = join(target, 'node_modules');
  for (const folder of folders) {
    const manifest = manifestOf(folder);
    for (const file of packedFiles(folder)) {
      if (/^(src|studio)|\.map$/.test(file)) continue;
      const to = join(modules, manifest.name, file);
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(fromRoot(folder, file), to);
    }
    linkDependencies(modules, manifest);
  }
}

/** Links to third parties as npm would have installed them. */
function linkDependencies(modules, manifest) {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  for (const name of Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }))
    linkInstalled(modules, name);
}

/** Links an installed package into another folder's node_modules. */
function linkInstalled(modules, name) {
  const from = join(root, 'node_modules', name);
  const to = join(modules, name);
  if (/^(pliant$|@pliant\/)/.test(name) || existsSync(to) || !existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to, 'junction');
}

/** Packs packages with npm. @returns {string[]} the tarballs, in the order of the folders */
export function pack(target, folders = PUBLISHED) {
  const words = folders.flatMap((folder) => ['-w', folder]);
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', target, ...words];
  const shell = process.platform === 'win32';
  const text = execFileSync('npm', args, { cwd: root, shell, encoding: 'utf8', stdio: 'pipe' });
  const packed = JSON.parse(text);
  const list = Array.isArray(packed) ? packed : Object.values(packed);
  return folders.map((folder) => {
    const { name } = manifestOf(folder);
    return join(target, list.find((one) => one.name === name).filename);
  });
}
