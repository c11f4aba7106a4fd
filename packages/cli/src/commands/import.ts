import { basename, dirname, extname, join } from 'node:path';
import { type ImportModel, importGltf, MODELS, writeDrawn } from '@pliant/gltf';
import { InputError, parseScene, type SceneInput } from 'pliant';
import type { Args } from '../args.ts';
import { type Command, EXIT } from '../command.ts';
import { decoders } from '../decoders.ts';
import { isFolder, makeFolder, openOutput, readBytes } from '../files.ts';
import { readNear } from '../gallery.ts';

export const importCommand: Command = {
  name: 'import',
  words: 'FILE',
  summary:
    'make a scene of a GLB or glTF file: meshes, skeletons, clips, and what is needed to draw them',
  options: {
    out: {
      value: 'FILE.json',
      text: "where the scene goes, or a folder, which is made if it is missing; meshes are written beside it, their names begin with its own (the file's name if missing)",
    },
    scale: { value: 'S', text: 'metres of a unit of the file (1 if missing)' },
    up: {
      value: 'AXIS',
      choices: ['x', 'y', 'z'],
      text: 'the axis of the file that points up (y if missing)',
    },
    clip: {
      value: 'NAME',
      text: 'the clip that moves the bones, by name or number (the first if missing)',
    },
    model: {
      value: 'NAME',
      choices: MODELS,
      text: 'how bodies are computed (if missing: layers with bones, frames for sheets, else solid)',
    },
    flesh: {
      value: 'PART',
      text: 'part of the way from bones to skin that is soft, e.g. 0.3 (none if missing)',
    },
    'flesh-of': {
      value: 'JOINT=PART,…',
      text: 'the same around single joints: belly=0.6,tail=0.8; "painted" says what the vertex attribute _FLESH means at 1 (0.6 if missing)',
    },
    'allow-outside': { text: 'read files that a .gltf names from outside its folder, too' },
    json: { text: 'print one JSON object' },
  },
  run: runImport,
};

async function runImport(args: Args): Promise<number> {
  if (args.words.length !== 1) {
    throw new InputError(
      `import takes one file, got ${args.words.length}. Try pliant import --help.`,
    );
  }
  const [file] = args.words;
  const stem = basename(file, extname(file));
  const asked = args.value('out') ?? dirname(file);
  const out = extname(asked) === '' || isFolder(asked) ? join(asked, `${stem}.json`) : asked;
  if (!out.endsWith('.json'))
    throw new InputError(
      `--out must end in .json or be a folder, got "${out}". Take another name.`,
    );
  const bytes = readBytes(file);
  const imported = await importGltf(bytes, {
    name: basename(out, '.json'),
    scale: number(args, 'scale'),
    up: args.value('up') as 'x' | 'y' | 'z' | undefined,
    clip: args.value('clip'),
    flesh: number(args, 'flesh'),
    fleshOf: parts(args, 'flesh-of'),
    model: args.value('model') as ImportModel | undefined,
    files: (name) => readNear(dirname(file), name, args.flag('allow-outside'), "the file's"),
    decoders: await decoders(bytes),
  });
  const scene = withFilesOf(basename(out, '.json'), imported.scene);
  // What is written is a scene that runs as far as its words go.
  parseScene(scene);
  const drawn = basename(out).replace(/\.json$/, '.drawn.glb');
  const outputs: [string, string | Uint8Array][] = [
    ...Object.entries(imported.files).map(([name, data]): [string, Uint8Array] => [
      fileOf(basename(out, '.json'), name),
      data,
    ]),
    [drawn, await writeDrawn(imported.drawn, imported.figure)],
    [basename(out), `${JSON.stringify(scene, null, 2)}\n`],
  ];
  makeFolder(dirname(out));
  writeTogether(dirname(out), outputs);
  const written = outputs.map(([name]) => join(dirname(out), name));
  if (args.flag('json')) {
    process.stdout.write(`${JSON.stringify({ written, notes: imported.notes }, null, 2)}\n`);
    return EXIT.ok;
  }
  for (const note of imported.notes) process.stdout.write(`note: ${note}\n`);
  for (const path of written) process.stdout.write(`${path}\n`);
  return EXIT.ok;
}

/** Meshes of two scenes in one folder may have the same name: their files begin with the scene's. */
const fileOf = (scene: string, mesh: string): string => `${scene}.${mesh}`;

function withFilesOf(name: string, scene: SceneInput): SceneInput {
  const moved = <T>(mesh: T): T => {
    const file = (mesh as { file?: string } | undefined)?.file;
    return file === undefined ? mesh : { ...mesh, file: fileOf(name, file) };
  };
  const bodies = scene.bodies?.map((body) => {
    const { surface } = body;
    return {
      ...body,
      shape: moved(body.shape),
      ...(surface === undefined ? {} : { surface: moved(surface) }),
    };
  });
  return { ...scene, bodies };
}

/** Files get their names when all of them are whole. */
function writeTogether(folder: string, files: readonly [string, string | Uint8Array][]): void {
  const open = [];
  try {
    for (const [name, data] of files) {
      const output = openOutput(join(folder, name));
      open.push(output);
      output.write(data);
    }
    for (const output of open) output.commit();
  } finally {
    for (const output of open) output.discard();
  }
}

function number(args: Args, name: string): number | undefined {
  const text = args.value(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new InputError(`--${name} must be a number, got "${text}". Write 0.5, not 0,5.`);
  }
  return value;
}

/** `belly=0.6,tail=0.8` as an object. */
function parts(args: Args, name: string): Record<string, number> | undefined {
  const text = args.value(name);
  if (text === undefined) return undefined;
  return Object.fromEntries(
    text.split(',').map((entry) => {
      const at = entry.lastIndexOf('=');
      const value = Number(entry.slice(at + 1));
      if (at < 1 || entry.slice(at + 1).trim() === '' || !(value >= 0 && value <= 0.95))
        throw new InputError(
          `--${name} takes joints and parts from 0 to 0.95, got "${entry}". Write belly=0.6,tail=0.8.`,
        );
      return [entry.slice(0, at).trim(), value];
    }),
  );
}
