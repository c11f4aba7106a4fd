#!/usr/bin/env node
// `npx pliant`: the command line is a package of its own, @pliant/cli. Taken from where it is installed, fetched otherwise.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const manifest = new URL('../package.json', import.meta.url);
const installed = [`${process.cwd()}/`, manifest].map((from) => {
  try {
    return createRequire(from).resolve('@pliant/cli/bin/pliant.js');
  } catch {
    return null;
  }
});
const found = installed.find((path) => path !== null);
if (found) await import(pathToFileURL(found).href);
else {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const words = ['--yes', `@pliant/cli@${version}`, ...process.argv.slice(2)];
  const shell = process.platform === 'win32';
  const { status, error } = spawnSync('npx', words, { stdio: 'inherit', shell });
  if (error) process.stderr.write('pliant: install the command line with "npm i @pliant/cli".\n');
  process.exitCode = status ?? 1;
}
