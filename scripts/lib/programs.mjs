import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** Where a command would be, in the order of the search path. */
export const onPath = (command) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, command));

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs a package of the distribution, as root on a machine with apt-get.
 * @returns {Promise<boolean>} whether it is there now
 */
export async function installWithApt(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if (!existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${name} with apt-get …`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
  await run('apt-get', ['update'], options);
  return (await run('apt-get', ['install', '-y', '--no-install-recommends', name], options)) === 0;
}
