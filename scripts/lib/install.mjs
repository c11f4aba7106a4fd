import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from './paths.mjs';
import { npm } from './run.mjs';

const lock = fromRoot('package-lock.json');
/** Remembers the lock file that node_modules was made from: dates do not survive a checkout. */
const stamp = fromRoot('node_modules', '.pliant-lock');

const hashOfLock = () => createHash('sha256').update(readFileSync(lock)).digest('hex');

/** Installs the dependencies if they are missing or not those of the lock file. */
export async function ensureInstalled() {
  const hasModules = existsSync(fromRoot('node_modules', 'typescript'));
  if (hasModules && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfLock()) return;
  // A tree that npm itself finds complete needs no second download.
  if (!hasModules || unlikeLock().length > 0) await install();
  writeFileSync(stamp, hashOfLock());
}

async function install() {
  console.log('Installing dependencies …');
  if ((await npm('ci', '--loglevel=silent')) === 0) return;
  console.log(
    "`npm ci` finds no entry for some other platform's optional package in the lock file: installing the locked versions with `npm install`.",
  );
  if ((await npm('install', '--no-save', '--loglevel=error')) !== 0) {
    throw new Error('the dependencies could not be installed');
  }
  const wrong = unlikeLock();
  if (wrong.length > 0) {
    throw new Error(`these are not as locked: ${wrong.slice(0, 5).join(', ')} (${wrong.length})`);
  }
}

/**
 * npm writes its own copy of the lock file; equal package lists mean an equal tree. Optional packages that are there have the locked version too.
 * @returns {string[]} packages that are missing or of another version
 */
function unlikeLock() {
  const installed = fromRoot('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return ['node_modules'];
  const wanted = packagesOf(lock);
  const present = packagesOf(installed);
  return Object.entries(wanted)
    .filter(([path, { version, optional, link }]) => {
      if (link || !version) return false;
      return present[path] === undefined ? !optional : present[path].version !== version;
    })
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}

/** Entries outside node_modules are the workspaces themselves, which are linked, not installed. */
function packagesOf(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    Object.entries(packages).filter(([path]) => path.includes('node_modules/')),
  );
}
