import { writeFileSync } from 'node:fs';
import type { Bar } from '../bar.ts';
import { COLUMN, criticalFrom, loaded } from '../column.ts';
import { RING_CASES } from '../ring-cases.ts';
import { keyOf, STATIC_CASES, type StaticCase } from '../static-cases.ts';
import { restOf } from './bars.ts';
import { beamFrequency } from './beam.ts';
import { barFrequency } from './modes.ts';
import { REFERENCE, type ReferenceNumber } from './numbers.ts';

/** Two meshes must agree within this part. */
const AGREE = 0.003;
const FILE = new URL('../../../src/truth/reference/numbers.ts', import.meta.url);

/** A number that has to be made: on how many elements across (or of how many pieces), coarser first. */
interface Task {
  key: string;
  meshes: readonly [number, number];
  by: string;
  answer(mesh: number): number;
}

/** Makes the reference numbers whose names contain `text` (`--missing`: those that are not there, else all) again and writes `numbers.ts` after each. All take about half an hour. */
export function makeReference([text = '']: readonly string[]): void {
  const made: Record<string, ReferenceNumber> = { ...REFERENCE };
  for (const { key, meshes, by, answer } of tasks()) {
    const wanted = text === '--missing' ? !(key in made) : key.includes(text.replace(/^-+/, ''));
    if (!wanted) continue;
    const [coarser, value] = meshes.map(answer);
    const gap = Math.abs(coarser / value - 1);
    console.log(
      `${key}: ${value.toPrecision(6)}, ${(100 * gap).toFixed(2)} % from the coarser mesh`,
    );
    if (gap > AGREE) {
      console.log(`  NOT kept: the two meshes do not agree within ${100 * AGREE} %`);
      process.exitCode = 1;
      continue;
    }
    made[key] = { value, coarser, by: `${by}, ${meshes[1]} and ${meshes[0]}` };
    write(made);
  }
}

function tasks(): Task[] {
  const bricks = '27-node hexahedra, elements across';
  const rest = STATIC_CASES.map(
    (one): Task => ({
      key: keyOf(one),
      meshes: meshesFor(one.bar),
      by: bricks,
      answer: (across) => staticAnswer(one, across),
    }),
  );
  const rings = RING_CASES.filter(({ judges }) => judges === 'kept').map((one): Task => {
    const hangs = one.family === 'rope';
    return {
      key: `${one.family}/${one.id}`,
      meshes: hangs ? [30, 60] : [2, 4],
      by: hangs ? 'Hermite beam under tension, elements' : bricks,
      answer: (mesh) =>
        hangs ? beamFrequency({ ...one.bar, along: 9.81 }, mesh) : barFrequency(one.bar, mesh),
    };
  });
  const column: Task = {
    key: `buckling/${COLUMN.id}`,
    meshes: [2, 4],
    by: bricks,
    answer: (across) => {
      const sway = (along: number): number => Math.abs(restOf(loaded(along), across, 1).u[1]);
      return criticalFrom(sway(0), sway(COLUMN.part));
    },
  };
  return [column, ...rings, ...rest.sort((a, b) => a.meshes[1] - b.meshes[1])];
}

/** Slender bars need fewer elements across: what the clamp does counts less. */
function meshesFor({ length, side, section, poisson, end }: Bar): [number, number] {
  if (section) return section.isMirrored ? [4, 6] : [2, 4];
  return length > 7 * side && poisson < 0.4 && !end ? [2, 4] : [4, 6];
}

function write(made: Readonly<Record<string, ReferenceNumber>>): void {
  const lines = Object.entries(made).map(([key, { value, coarser, by }]) => {
    const numbers = `    value: ${Number(value.toPrecision(7))},\n    coarser: ${Number(coarser.toPrecision(7))},\n`;
    return `  ${quoted(key)}: {\n${numbers}    by: ${quoted(by)},\n  },\n`;
  });
  writeFileSync(FILE, `${HEAD}${lines.join('')}};\n`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

const HEAD = `/** Made by \`npm run bench -- truth-reference\`; do not edit. */
export interface ReferenceNumber {
  readonly value: number;
  /** The same on a coarser mesh. */
  readonly coarser: number;
  /** How it was found. */
  readonly by: string;
}

/** What is right, by \`family/case\`, in SI units. */
export const REFERENCE: Readonly<Record<string, ReferenceNumber>> = {
`;

function staticAnswer(one: StaticCase, across: number): number {
  const { u, energy } = restOf(one.bar, across, one.family === 'elastica' ? 3 : 1);
  if (one.read === 'energy') return energy;
  const size = Math.hypot(...one.bar.gravity);
  return u.reduce((sum, part, i) => sum + (part * one.bar.gravity[i]) / size, 0);
}
