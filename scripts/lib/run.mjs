import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

const require = createRequire(import.meta.url);

/**
 * Runs a program with our terminal as its own.
 * @param {string} command
 * @param {string[]} [args]
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, shell?: boolean, quiet?: boolean,
 *   log?: number, started?: (child: import('node:child_process').ChildProcess) => void }} [options]
 *   env is added to ours; quiet drops what it prints, log is an open file that gets it; started is told the process
 * @returns {Promise<number>} its exit code; a signal counts as 1
 */
export function run(
  command,
  args = [],
  { cwd = root, env = {}, shell = false, quiet, log, started } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      env: { ...process.env, ...env },
      stdio: quiet ? 'ignore' : log === undefined ? 'inherit' : ['ignore', log, log],
    });
    started?.(child);
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs npm; on Windows it is a batch file, which only a shell starts. */
export const npm = (...args) => run('npm', args, { shell: process.platform === 'win32' });

/**
 * Runs the program of an installed package with this very Node, without a search path or a shell.
 * @param {string} name the package, e.g. `typescript`
 * @param {string} program its entry in `bin`, e.g. `tsc`
 */
export function tool(name, program, args, options) {
  return run(process.execPath, [binOf(name, program), ...args], options);
}

function binOf(name, program) {
  const manifest = manifestOf(name);
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[program]);
}

/** Some packages do not export their package.json: fall back to where workspaces put them. */
function manifestOf(name) {
  try {
    return require.resolve(`${name}/package.json`);
  } catch {
    return join(root, 'node_modules', name, 'package.json');
  }
}
