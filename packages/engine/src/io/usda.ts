import type { FrameWriter, Sink } from './sink.ts';
import { asciiBytes } from './text.ts';

export interface UsdaOptions {
  /** Name of the mesh; what USD does not allow becomes _. */
  readonly name: string;
  /** Frames a second. */
  readonly rate: number;
  readonly triangles: ArrayLike<number>;
  /** Red, green, blue from 0 to 1. */
  readonly color?: readonly [number, number, number];
  /** Number of the first frame. */
  readonly first?: number;
  /** How many frames there will be: players show a range of time then. */
  readonly frames?: number;
  /** Texture coordinates of each corner of the triangles, two numbers each. */
  readonly uvs?: ArrayLike<number>;
}

/** A name as USD allows it. */
export function usdName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}

/** Writes USD as text: one mesh whose points have time samples. Metres, y up. */
export function usdaWriter(sink: Sink, options: UsdaOptions): FrameWriter {
  const { rate, triangles, color, uvs } = options;
  const name = usdName(options.name);
  const put = (text: string): void => sink.write(asciiBytes(text));
  let at = options.first ?? 0;
  put(`#usda 1.0
(
    defaultPrim = "${name}"
    metersPerUnit = 1
    upAxis = "Y"
${options.frames === undefined ? '' : `    startTimeCode = ${at}\n    endTimeCode = ${at + options.frames - 1}\n`}    timeCodesPerSecond = ${rate}
    framesPerSecond = ${rate}
)

def Mesh "${name}"
{
    uniform token subdivisionScheme = "none"
    int[] faceVertexCounts = [${new Array(triangles.length / 3).fill(3).join(', ')}]
    int[] faceVertexIndices = [${Array.from(triangles).join(', ')}]
${color ? `    color3f[] primvars:displayColor = [(${color.join(', ')})]\n` : ''}${uvs === undefined ? '' : `    texCoord2f[] primvars:st = [${pairs(uvs)}] (\n        interpolation = "faceVarying"\n    )\n`}    point3f[] points.timeSamples = {
`);
  return {
    frame(positions) {
      const points: string[] = [];
      for (let i = 0; i < positions.length; i += 3) {
        points.push(
          `(${single(positions[i])}, ${single(positions[i + 1])}, ${single(positions[i + 2])})`,
        );
      }
      put(`        ${at++}: [${points.join(', ')}],\n`);
    },
    end: () => put('    }\n}\n'),
  };
}

function pairs(uvs: ArrayLike<number>): string {
  const out: string[] = [];
  for (let i = 0; i < uvs.length; i += 2) out.push(`(${single(uvs[i])}, ${single(uvs[i + 1])})`);
  return out.join(', ');
}

/** Nine digits give a single-precision number back exactly. */
function single(x: number): string {
  return String(Number(x.toPrecision(9)));
}

/** A file that shows others, each with one mesh, side by side. */
export function usdaStage(
  files: readonly { name: string; file: string }[],
  rate: number,
  from: number,
  to: number,
): Uint8Array {
  const prims = files.map(
    ({ name, file }) => `def "${usdName(name)}" (\n    references = @./${file}@\n)\n{\n}\n`,
  );
  return asciiBytes(`#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Y"
    startTimeCode = ${from}
    endTimeCode = ${to}
    timeCodesPerSecond = ${rate}
    framesPerSecond = ${rate}
)

${prims.join('\n')}`);
}
