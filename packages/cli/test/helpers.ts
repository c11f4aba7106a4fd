import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { main } from '../src/main.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
export const PROGRAM = join(root, 'packages/cli/bin/pliant.js');

/** Brings the compiled command line up to date; a fresh one costs half a second. */
export function compile(): void {
  const require = createRequire(import.meta.url);
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const done = spawnSync(process.execPath, [compiler, '-b', join(root, 'packages/cli')], {
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(`the command line does not compile:\n${done.stdout}`);
}

export interface Outcome {
  status: number | null;
  out: string;
  error: string;
}

/** Runs `pliant` as a person would, without a terminal. */
export function pliant(...args: string[]): Outcome {
  const done = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  return { status: done.status, out: done.stdout, error: done.stderr };
}

/** The same in this process: quicker, and straight from the sources. */
export async function inside(...args: string[]): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    const status = await main(args);
    return { status, out: written.stdout, error: written.stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** A folder that goes away with `remove`. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-cli-'));
  return {
    path: (name: string): string => join(folder, name),
    write(name: string, content: unknown): string {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A coarse cube that falls on a floor: quick to build, and it touches something within 30 steps. */
export const CUBE = {
  format: 'pliant/1',
  name: 'cube',
  title: 'A cube',
  duration: 0.5,
  bodies: [
    {
      name: 'jelly',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0, 0.3, 0],
      material: { young: 20000 },
      model: { type: 'solid', cell: 0.1 },
      probes: { top: [0, 0.1, 0] },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  checks: [{ name: 'it falls', measure: 'centre', axis: 'y', relative: true, max: -0.1 }],
};

/** A cube of 0.2 m as an OBJ file. */
export const CUBE_OBJ = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map(
    (i) => `v ${[i & 1, (i >> 1) & 1, i >> 2].map((c) => 0.2 * c - 0.1).join(' ')}`,
  ),
  ...['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'].map((face) => `f ${face}`),
].join('\n');
