import { basename, extname } from 'node:path';
import { InputError, meshFormat, readMesh, type TriangleMesh } from 'pliant';
import {
  errorMap,
  framesJson,
  type Landmark,
  type RegisterOptions,
  type RegisterReport,
  type Registration,
  register,
  type TemplateFile,
  writeFitted,
} from 'pliant/register';
import type { Args } from '../args.ts';
import { type Command, EXIT } from '../command.ts';
import { isFolder, makeFolder, openOutput, readBytes, readJsonInput } from '../files.ts';
import { createProgress } from '../progress.ts';
import { type BatchFit, batchNames, summaryOf, writeModel } from '../register/batch.ts';

export const registerCommand: Command = {
  name: 'register',
  words: 'TEMPLATE TARGET…',
  summary: 'fit a template mesh to a scan, or to many, with its vertices and faces kept',
  options: {
    out: {
      value: 'FILE',
      text: 'the fitted template (.obj, .ply, .stl); a folder for several targets',
    },
    report: { value: 'FILE.json', text: 'write the report here' },
    'error-map': {
      value: 'FILE.ply',
      text: 'write the fitted mesh with its distance from the target',
    },
    frames: { value: 'FILE.json', text: 'write the frames: rest place, level, matrix' },
    carry: { value: 'FILE', repeats: true, text: 'take another mesh along; written beside --out' },
    landmarks: { value: 'FILE.json', text: 'pairs: [{ "vertex": 17, "target": [x, y, z] }, …]' },
    mask: { value: 'FILE.json', text: 'a weight for each vertex of the template, 0 to ignore it' },
    'target-mask': { value: 'FILE.json', text: 'a weight for each vertex of the target' },
    prealign: {
      value: 'HOW',
      choices: ['given', 'near', 'full'],
      text: 'how the two lie before: as they should (given), nearly (near), in any pose (full); near if missing',
    },
    'no-scale': { text: 'keep the size of the template when aligning' },
    mirror: { text: 'try the mirror image, too' },
    prior: {
      value: 'KIND',
      choices: ['smooth', 'elastic', 'mixed'],
      text: 'what holds it together: smooth, elastic (the same body in another pose) or mixed; mixed if missing',
    },
    stiffness: { value: 'K', text: 'last stiffness: 1e-2 is stiff, 1e-5 loose (3e-4 if missing)' },
    detail: {
      value: 'W',
      text: 'fit single vertices at the end, held by weight W (10 is a good one)',
    },
    tolerance: { value: 'D', text: 'stop at this mean distance, in the units of the file' },
    'time-limit': { value: 'S', text: 'stop after so many seconds' },
    'in-template-space': { text: "write the result in the template's coordinates" },
    json: { text: 'print the report as JSON' },
  },
  run: runRegister,
};

async function runRegister(args: Args): Promise<number> {
  const [templateName, ...targets] = args.words;
  if (targets.length === 0) {
    throw new InputError(
      `register takes a template and at least one target, got ${args.words.length} files. Try pliant register --help.`,
    );
  }
  const template = readTemplate(templateName);
  const options = readOptions(args);
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  try {
    return targets.length === 1 && !isFolder(args.value('out') ?? '')
      ? await registerOne(args, template, targets[0], options, stop.signal)
      : await registerMany(args, template, targets, options, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    process.off('SIGINT', abort);
    process.off('SIGTERM', abort);
  }
}

async function registerOne(
  args: Args,
  template: TemplateFile,
  target: string,
  options: RegisterOptions,
  signal: AbortSignal,
): Promise<number> {
  const out = args.value('out');
  const carried = args.list('carry').map((name) => ({ name, ...readTemplate(name) }));
  if (carried.length > 0 && out === undefined)
    throw new InputError('--carry needs --out. Its meshes are written beside that file.');
  const fit = await fitTo(template, readTarget(target), basename(target), options, signal);
  const files: [string, string | Uint8Array][] = [];
  const place = (points: Float64Array): Float64Array =>
    args.flag('in-template-space') ? fit.toTemplate(points) : points;
  if (out !== undefined) files.push([out, writeFitted(template, place(fit.positions), out)]);
  for (const one of carried) {
    const name = `${out!.replace(/\.\w+$/, '')}-${basename(one.name)}`;
    files.push([name, writeFitted(one, place(fit.carry(one.mesh.positions)), name)]);
  }
  const range = fit.report.errorRange;
  const map = args.value('error-map');
  if (map !== undefined) files.push([map, errorMap(template.mesh, fit, range)]);
  const frames = args.value('frames');
  if (frames !== undefined) files.push([frames, framesJson(fit)]);
  const report = args.value('report');
  const text = `${JSON.stringify(fit.report, null, 2)}\n`;
  if (report !== undefined) files.push([report, text]);
  writeAll(files);
  if (args.flag('json')) process.stdout.write(text);
  else
    printReport(
      fit.report,
      files.map(([name]) => name),
    );
  return fit.report.fit === 'good' ? EXIT.ok : EXIT.failed;
}

async function registerMany(
  args: Args,
  template: TemplateFile,
  targets: readonly string[],
  options: RegisterOptions,
  signal: AbortSignal,
): Promise<number> {
  const folder = args.value('out');
  if (folder === undefined)
    throw new InputError('several targets need a folder for their fits. Say --out FOLDER.');
  makeFolder(folder);
  const names = batchNames(targets, folder);
  const ending = extname(args.words[0]).toLowerCase() === '.ply' ? '.ply' : '.obj';
  const fits: BatchFit[] = [];
  for (const [i, file] of targets.entries()) {
    try {
      const fit = await fitTo(
        template,
        readTarget(file),
        `${basename(file)} (${i + 1} of ${targets.length})`,
        options,
        signal,
      );
      writeAll([
        [`${names[i]}${ending}`, writeFitted(template, fit.positions, ending)],
        [`${names[i]}.report.json`, `${JSON.stringify(fit.report, null, 2)}\n`],
      ]);
      fits.push({ file, fit, error: null });
    } catch (error) {
      // One bad scan must not stop the others.
      if (!(error instanceof InputError)) throw error;
      fits.push({ file, fit: null, error: error.message });
    }
    if (!args.flag('json')) process.stdout.write(`${lineOf(fits[i])}\n`);
  }
  const written = writeModel(template, fits, folder, !args.flag('no-scale'));
  const summary = { fits: fits.map(summaryOf), model: written };
  if (args.flag('json')) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  else for (const name of written) process.stdout.write(`${name}\n`);
  return fits.every(({ fit }) => fit?.report.fit === 'good') ? EXIT.ok : EXIT.failed;
}

async function fitTo(
  template: TemplateFile,
  target: TriangleMesh,
  name: string,
  options: RegisterOptions,
  signal: AbortSignal,
): Promise<Registration> {
  const progress = createProgress(process.stderr);
  try {
    return await register(
      template.mesh,
      target,
      options,
      ({ phase, done, total, active }) =>
        progress.show(
          done,
          total,
          phase === 'fit'
            ? `steps of ${name}, ${active} frames awake`
            : `steps of ${name}: ${phase}`,
        ),
      signal,
    );
  } finally {
    progress.clear();
  }
}

function readTemplate(name: string): TemplateFile {
  const bytes = readBytes(name);
  return {
    mesh: located(name, () => readMesh(bytes, name)),
    bytes,
    format: meshFormat(bytes, name),
  };
}

/** A target may be a cloud. */
function readTarget(name: string): TriangleMesh {
  const bytes = readBytes(name);
  return located(name, () => readMesh(bytes, name, { points: true }));
}

/** Names the file in what went wrong with it. */
function located<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${name}: ${error.message}`);
    throw error;
  }
}

function readOptions(args: Args): RegisterOptions {
  const last = number(args, 'stiffness');
  return {
    prealign: args.value('prealign') as RegisterOptions['prealign'],
    prior: args.value('prior') as RegisterOptions['prior'],
    scale: !args.flag('no-scale'),
    mirror: args.flag('mirror'),
    stiffness: last === undefined ? undefined : [Math.max(0.3, last), last, 0.1],
    detail: number(args, 'detail'),
    tolerance: number(args, 'tolerance'),
    timeLimit: number(args, 'time-limit'),
    landmarks: json(args, 'landmarks') as Landmark[] | undefined,
    mask: json(args, 'mask') as number[] | undefined,
    targetMask: json(args, 'target-mask') as number[] | undefined,
  };
}

/** A list from a JSON file. */
function json(args: Args, option: string): unknown[] | undefined {
  const name = args.value(option);
  if (name === undefined) return undefined;
  const value = readJsonInput(name);
  if (!Array.isArray(value))
    throw new InputError(
      `${name}: must be a JSON array, got something else. Write it in square brackets.`,
    );
  return value;
}

function number(args: Args, name: string): number | undefined {
  const text = args.value(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new InputError(`--${name} must be a number, got "${text}". Write 0.5, not 0,5.`);
  return value;
}

/** Files get their names when all of them are whole. */
function writeAll(files: readonly [string, string | Uint8Array][]): void {
  const open = [];
  try {
    for (const [name, data] of files) {
      const output = openOutput(name);
      open.push(output);
      output.write(data);
    }
    for (const output of open) output.commit();
  } finally {
    for (const output of open) output.discard();
  }
}

const short = (n: number): string => String(Number(n.toPrecision(4)));

function printReport(report: RegisterReport, files: readonly string[]): void {
  const { distance, frames, units, quality } = report;
  const part = (d: number): string =>
    `${short(d)} (${short((100 * d) / units.diagonal)} % of the size)`;
  const lines = [
    `${report.fit} fit, ${report.converged ? 'at rest' : `${report.stop === 'done' ? 'not yet at rest' : `stopped (${report.stop})`}`} after ${report.iterations} iterations, ${frames.mostActive} of ${frames.total} frames awake at most`,
    `  template to target  mean ${part(distance.templateToTarget.mean)}, 95 % below ${part(distance.templateToTarget.p95)}`,
    `  target to template  mean ${part(distance.targetToTemplate.mean)}, 95 % below ${part(distance.targetToTemplate.p95)}`,
    `  found each other    ${short(100 * report.inliers.share)} % of the template, ${short(100 * report.coverage)} % of the target`,
    `  folds               ${quality.folds} of ${quality.edges} edges`,
    ...report.landmarks.map(({ name, error }) => `  landmark ${name.padEnd(10)} ${part(error)}`),
    ...report.warnings.map((warning) => `  warning: ${warning}`),
    ...(files.length > 0 ? files : ['  nothing is written: --out FILE writes the fitted template']),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function lineOf({ file, fit, error }: BatchFit): string {
  if (fit === null) return `✗ ${file}: ${error}`;
  const { report } = fit;
  const mean = short((100 * report.distance.targetToTemplate.mean) / report.units.diagonal);
  return `${report.fit === 'good' ? '✓' : '✗'} ${file}: ${report.fit} fit, mean distance ${mean} %`;
}
