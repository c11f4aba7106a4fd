import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const VARIABLES = ['PLIANT_BROWSER', 'CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH'];

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
];

const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * A Chromium-like browser for the browser tests. As root on a machine with apt-get it is installed if there is none.
 * @returns {Promise<string | null>} its path, or null after saying what to do
 */
export async function findBrowser() {
  for (const name of VARIABLES) {
    const path = process.env[name];
    if (!path) continue;
    if (isProgram(path)) return path;
    console.log(`${name} is "${path}", which is not a program: ignored.`);
  }
  const found = places().find(isProgram);
  if (found) return found;
  if (await installWithApt()) return places().find(isProgram) ?? null;
  console.log(
    'No browser found. Install Chromium, Chrome or Edge, or set PLIANT_BROWSER to the path of one.',
  );
  return null;
}

function places() {
  if (process.platform === 'darwin') return MAC;
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((v) => process.env[v]);
    return roots.filter(Boolean).flatMap((folder) => WINDOWS.map((path) => join(folder, path)));
  }
  return [...COMMANDS.flatMap(onPath), '/snap/bin/chromium', '/opt/google/chrome/chrome'];
}

const onPath = (command) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, command));

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installWithApt() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if (!existsSync('/usr/bin/apt-get')) return false;
  console.log('Installing Chromium with apt-get …');
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
  await run('apt-get', ['update'], options);
  return (await run('apt-get', ['install', '-y', 'chromium'], options)) === 0;
}
