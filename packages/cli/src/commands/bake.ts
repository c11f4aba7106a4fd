import { existsSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { folderStore } from '@pliant/sweep';
import { InputError, parseScene, startRun } from 'pliant';
import type { Args } from '../args.ts';
import { type BakePlan, createOutputs } from '../bake/baker.ts';
import { openWardrobe } from '../bake/clothes.ts';
import { FORMATS } from '../bake/formats.ts';
import { type Command, EXIT } from '../command.ts';
import { makeFolder, readBytes } from '../files.ts';
import { readScene } from '../gallery.ts';
import { stepToEnd } from '../interrupt.ts';
import { LIMIT_OPTIONS, limitsOf } from '../limits.ts';
import { createProgress, showBuild } from '../progress.ts';
import { setPath } from '../set.ts';

export const bake: Command = {
  name: 'bake',
  words: 'SCENE',
  summary:
    'run a scene and write its motion: .glb, .mdd, .pc2, .usda, .vtu, .obj, .stl, .ply, .png or .csv',
  takesScenes: true,
  options: {
    out: {
      value: 'FILE',
      text: 'where it goes, a folder that is missing is made; the ending says how: .glb plays everywhere, .mdd and .pc2 are exact, .vtu is for ParaView, .png are textures for vertex shaders',
    },
    rate: { value: 'HZ', text: 'frames a second (one for each step if missing)' },
    from: { value: 'SECONDS', text: 'the first frame (0 if missing)' },
    to: { value: 'SECONDS', text: "the last frame (the scene's duration if missing)" },
    bodies: { value: 'NAMES', text: 'only these bodies, separated by commas' },
    tolerance: {
      value: 'PART',
      text: '.glb: how far a vertex may be off, as a part of the body (0.002 if missing, 0.01 for skins)',
    },
    as: { value: 'KIND', text: '.glb: "morph" targets (if missing) or a "skin" of joints' },
    drawn: {
      value: 'FILE',
      text: '.glb, .obj, .usda, caches: take texture coordinates and materials of this GLB, as pliant import writes it (SCENE.drawn.glb if there is one)',
    },
    joints: { value: 'N', text: '.glb as skin: joints at most (64 if missing)' },
    targets: { value: 'N', text: '.glb: morph targets at most (64 if missing)' },
    set: {
      value: 'PATH=VALUE',
      repeats: true,
      text: 'change the scene first, e.g. --set bodies[0].material.young=2e5',
    },
    cache: { value: 'FOLDER', text: 'keep prepared bodies here: the next run starts at once' },
    ...LIMIT_OPTIONS,
    'allow-outside': { text: "read mesh files from outside the scene's folder, too" },
    json: { text: 'print one JSON object' },
  },
  run: runBake,
};

async function runBake(args: Args): Promise<number> {
  if (args.words.length !== 1) {
    throw new InputError(`bake takes one scene, got ${args.words.length}. Try pliant bake --help.`);
  }
  const out = args.value('out');
  const format = out === undefined ? undefined : FORMATS[extname(out).toLowerCase()];
  if (out === undefined || format === undefined) {
    throw new InputError(
      `--out must end in ${Object.keys(FORMATS).join(', ')}, got ${out === undefined ? 'nothing' : `"${out}"`}. Name a file.`,
    );
  }
  const as = args.value('as') ?? 'morph';
  if (as !== 'morph' && as !== 'skin')
    throw new InputError(`--as must be "morph" or "skin", got "${as}". Take one of these.`);
  const { data, files } = readScene(args.words[0], args.flag('allow-outside'));
  for (const assignment of args.list('set')) setPath(data, assignment);
  const scene = parseScene(data);
  const { steps, times, rate } = framesOf(args, scene.dt, scene.duration);
  const bodies = bodyNames(
    args,
    scene.bodies.map(({ name }) => name),
  );
  makeFolder(dirname(out));
  const folder = args.value('cache');
  const progress = createProgress(process.stderr);
  const outputs = createOutputs();
  try {
    const current = startRun(scene, {
      ...limitsOf(args),
      files,
      store: folder === undefined ? undefined : folderStore(folder),
      steps: Math.max(1, steps[steps.length - 1]),
      ...showBuild(progress),
      observe(world) {
        if (steps[next] === world.steps) {
          baker.frame();
          next++;
        }
        progress.show(world.steps, current.total, 'steps');
        return true;
      },
    });
    const { world } = current;
    const plan: BakePlan = {
      world,
      times,
      rate,
      out,
      bodies,
      tolerance: part(args, 'tolerance'),
      targets: args.count('targets', 0),
      joints: args.count('joints', 1),
      drawn: drawnFile(args),
      as,
    };
    const baker = format(plan, outputs, await openWardrobe(plan));
    let next = 0;
    if (steps[0] === 0) {
      baker.frame();
      next++;
    }
    if (await stepToEnd(current)) {
      progress.clear();
      process.stderr.write('pliant: interrupted; an animation is written whole or not at all.\n');
      return EXIT.interrupted;
    }
    progress.clear();
    const result = current.result();
    const troubles = result.broken.length > 0 ? result.issues : [];
    const notes = [...result.notes, ...troubles, ...(await baker.end())];
    const written = outputs.commit();
    report(args, written, times.length, notes);
    return result.broken.length > 0 ? EXIT.broken : EXIT.ok;
  } finally {
    progress.clear();
    outputs.discard();
  }
}

/** What pliant import wrote beside the scene, unless another file is named. */
function drawnFile(args: Args): Uint8Array | undefined {
  const named = args.value('drawn');
  if (named !== undefined) return readBytes(named);
  const beside = args.words[0].replace(/\.json$/, '.drawn.glb');
  return beside.endsWith('.drawn.glb') && existsSync(beside) ? readBytes(beside) : undefined;
}

function report(
  args: Args,
  written: readonly string[],
  frames: number,
  notes: readonly string[],
): void {
  if (args.flag('json')) {
    process.stdout.write(`${JSON.stringify({ written, frames, notes }, null, 2)}\n`);
    return;
  }
  for (const note of notes) process.stdout.write(`note: ${note}\n`);
  const out = args.value('out');
  // What to open: the file that was asked for, or the one that names the others.
  const main = written.find((path) => path === out || extname(path) === '.pvd') ?? written[0];
  const others = written.filter((path) => path !== main);
  const more =
    others.length > 3
      ? ` and ${others.length} more`
      : others.length > 0
        ? `, with ${others.map((path) => basename(path)).join(', ')}`
        : '';
  process.stdout.write(`${frames} frames in ${main}${more}\n`);
}

/** Frames of an animation: more than an hour at 240 Hz. */
const MOST_FRAMES = 1_000_000;

/** The steps after which a frame is written, and their times: the nearest steps to even frames. */
export function framesOf(
  args: Args,
  dt: number,
  duration: number,
): { steps: number[]; times: number[]; rate: number } {
  const [from, to] = [part(args, 'from') ?? 0, part(args, 'to') ?? duration];
  const rate = part(args, 'rate') ?? 1 / dt;
  if (!(from >= 0 && to >= from && to <= 3600)) {
    throw new InputError(
      `--from and --to must be seconds in order, up to 3600, got ${from} and ${to}. Leave them out for the whole run.`,
    );
  }
  if (!(rate > 0 && rate <= 1.0001 / dt)) {
    throw new InputError(
      `--rate must be above 0 and at most one frame a step, ${Number((1 / dt).toPrecision(6))} Hz, got ${rate}. Leave it out for one frame a step.`,
    );
  }
  const count = Math.floor((to - from) * rate * (1 + 1e-9)) + 1;
  if (count > MOST_FRAMES) {
    throw new InputError(
      `--rate must give at most ${MOST_FRAMES} frames, got ${count}. Take a lower rate, or fewer seconds with --from and --to.`,
    );
  }
  const steps = [
    ...new Set(Array.from({ length: count }, (_, k) => Math.round((from + k / rate) / dt))),
  ];
  return { steps, times: steps.map((step) => step * dt), rate };
}

function part(args: Args, name: string): number | undefined {
  const text = args.value(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new InputError(
      `--${name} must be zero or a positive number, got "${text}". Leave it out for the default.`,
    );
  }
  return value;
}

function bodyNames(args: Args, known: readonly string[]): string[] | undefined {
  const text = args.value('bodies');
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new InputError(`there is no body "${unknown}". There are: ${known.join(', ')}.`);
  }
  return names;
}
