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
  const isComplete = hasModules && isTreeComplete();
  if (!isComplete) {
    console.log('Installing dependencies …');
    // A lock file written on one platform may lack another's optional packages: `npm ci` then refuses, `npm install` does not.
    if ((await npm('ci', '--loglevel=silent')) !== 0 && (await npm('install', '--no-save')) !== 0) {
      throw new Error('the dependencies could not be installed');
    }
  }
  writeFileSync(stamp, hashOfLock());
}

/** npm writes its own copy of the lock file; equal package lists mean an equal tree. */
function isTreeComplete() {
  const installed = fromRoot('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = packagesOf(lock);
  const present = packagesOf(installed);
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || optional || !version || present[path]?.version === version,
  );
}

/** Entries outside node_modules are the workspaces themselves, which are linked, not installed. */
function packagesOf(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    Object.entries(packages).filter(([path]) => path.includes('node_modules/')),
  );
}
