import { join } from 'node:path';
import { installWithApt, isProgram, onPath } from './programs.mjs';

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
  if (await installWithApt('chromium')) return places().find(isProgram) ?? null;
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
