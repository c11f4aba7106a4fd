import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { makeFolder, planSweep, readJson, type SweepPlan, writeWhole } from '@pliant/sweep';
import { InputError } from 'pliant';
import { readJsonInput } from '../files.ts';
import { readScene } from '../gallery.ts';

/** A sweep as read, with its scene. */
export interface SweepSource {
  readonly plan: SweepPlan;
  /** The sweep and the scene as they were written. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly scene: unknown;
}

/** Reads a sweep and the scene it names: a file beside it, or one of the gallery. */
export function readSweep(file: string): SweepSource {
  const input = readJsonInput(file) as Record<string, unknown>;
  const named = input?.scene;
  if (typeof named !== 'string') return { plan: planSweep(input), input, scene: named };
  const beside = resolve(file === '-' ? '.' : dirname(file), named);
  const { data, files } = readScene(existsSync(beside) ? beside : named);
  return { plan: planSweep(input, { scene: data, files }), input, scene: data };
}

/** Name of the scene in a sweep's folder. */
const SCENE = 'scene.json';

/** Puts the sweep, its scene and its meshes into the folder of its results: all that is needed to go on, here or elsewhere. */
export function keepSource(folder: string, { plan, input, scene }: SweepSource): void {
  const before = readJson(join(folder, 'sweep.json')) as { name?: string } | undefined;
  const name = before?.name ?? 'sweep';
  if (before !== undefined && name !== plan.sweep.name) {
    throw new InputError(
      `"${folder}" holds the sweep "${name}", not "${plan.sweep.name}". Name another folder with --out.`,
    );
  }
  makeFolder(folder);
  for (const [file, bytes] of Object.entries(plan.job.files)) {
    const path = join(folder, normalize(file.replaceAll('\\', '/')));
    if (relative(folder, path).startsWith('..')) {
      throw new InputError(`"${file}" lies outside the scene's folder. Move it there.`);
    }
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, bytes);
  }
  writeWhole(join(folder, SCENE), `${JSON.stringify(scene, null, 2)}\n`);
  writeWhole(
    join(folder, 'sweep.json'),
    `${JSON.stringify({ ...input, scene: SCENE }, null, 2)}\n`,
  );
}

/** How commands name the scene that `keepSource` put into a folder. */
export const keptScene = (folder: string): string => join(folder, SCENE);

/** The sweep of a folder with results. */
export function openSwept(folder: string): SweepSource {
  const file = join(folder, 'sweep.json');
  if (!existsSync(file)) {
    throw new InputError(
      `"${folder}" holds no sweep: there is no "sweep.json" in it. Name the folder that a sweep was written to.`,
    );
  }
  return readSweep(file);
}
