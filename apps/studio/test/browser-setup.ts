import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { serveFolder } from '../../../packages/cli/src/serve/serve.ts';

const FOLDER = fileURLToPath(new URL('../../../packages/cli/studio/', import.meta.url));

/** Software rendering, and nothing that calls home. */
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Longer than a browser takes to start, even on a machine that does other things as well [ms]. */
const PATIENCE = 150_000;

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of all tests listens. */
    browser: string;
    /** Address of the built studio. */
    studio: string;
  }
}

/** Starts one browser and one server for the files of all tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env.PLIANT_BROWSER;
  const browser = await chromium.launchServer({ executablePath, args: FLAGS, timeout: PATIENCE });
  const server = await serveFolder(FOLDER, { port: 0 });
  project.provide('browser', browser.wsEndpoint());
  project.provide('studio', server.address);
  return async () => {
    await browser.close();
    await server.close();
  };
}
