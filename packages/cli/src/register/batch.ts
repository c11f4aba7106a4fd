import { basename, extname, join } from 'node:path';
import { InputError, writePly } from 'pliant';
import type { TemplateFile } from 'pliant/register';
import { type RegisterReport, type Registration, shapeModel } from 'pliant/register';
import { openOutput } from '../files.ts';

/** One target of a batch: where its fit goes, and what came of it. */
export interface BatchFit {
  readonly file: string;
  readonly fit: Registration | null;
  readonly error: string | null;
}

/** Names of the outputs of a batch, one a target; refuses targets whose outputs would have the same name. */
export function batchNames(files: readonly string[], folder: string): string[] {
  const seen = new Map<string, string>();
  return files.map((file) => {
    const stem = basename(file, extname(file));
    const other = seen.get(stem);
    if (other !== undefined) {
      throw new InputError(
        `"${other}" and "${file}" would both be written as "${stem}". Rename one.`,
      );
    }
    seen.set(stem, file);
    return join(folder, stem);
  });
}

/** What a batch writes beside its fits: mean, modes and variances of the good ones. Gives the names of the files. */
export function writeModel(
  template: TemplateFile,
  fits: readonly BatchFit[],
  folder: string,
  scale: boolean,
): string[] {
  const good = fits.filter(({ fit }) => fit !== null && fit.report.fit === 'good');
  if (good.length < 2) return [];
  const model = shapeModel(
    good.map(({ fit }) => fit!.positions),
    { scale },
  );
  const { triangles } = template.mesh;
  const attributes: Record<string, Float64Array> = {};
  // Three standard deviations along the first modes, as offsets a viewer can show.
  model.modes.slice(0, 10).forEach((mode, m) => {
    ['x', 'y', 'z'].forEach((axis, d) => {
      attributes[`mode${m + 1}_${axis}`] = Float64Array.from(
        { length: mode.length / 3 },
        (_, v) => Math.sqrt(model.variances[m]) * mode[3 * v + d],
      );
    });
  });
  const json = {
    shapes: good.map(({ file }) => file),
    vertices: model.mean.length / 3,
    variances: [...model.variances],
    explained: [...model.explained],
    scores: model.scores.map((row) => [...row]),
    modes: 'model-mean.ply holds one standard deviation along mode i as mode1_x, mode1_y, …',
  };
  const files: [string, string | Uint8Array][] = [
    ['model-mean.ply', writePly({ positions: model.mean, triangles, attributes })],
    ['model.json', `${JSON.stringify(json, null, 1)}\n`],
  ];
  model.modes.slice(0, 3).forEach((mode, m) => {
    for (const [sign, name] of [
      [3, 'plus'],
      [-3, 'minus'],
    ] as const) {
      const step = sign * Math.sqrt(model.variances[m]);
      const positions = model.mean.map((x, i) => x + step * mode[i]);
      files.push([`model-mode${m + 1}-${name}.ply`, writePly({ positions, triangles })]);
    }
  });
  for (const [name, data] of files) {
    const output = openOutput(join(folder, name));
    output.write(data);
    output.commit();
  }
  return files.map(([name]) => join(folder, name));
}

/** A batch in a line a target, for tables. */
export function summaryOf({ file, fit, error }: BatchFit): Record<string, unknown> {
  if (fit === null) return { file, error };
  const report: RegisterReport = fit.report;
  return { file, report };
}
