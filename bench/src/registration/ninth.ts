import { createRandom, LIBRARY, type Random } from 'pliant';
import {
  anywhere,
  bend,
  cloud,
  clutter,
  type Damage,
  type Field,
  makeCase,
  noise,
  partial,
  type RegistrationCase,
  taperedWave,
  twist,
  wave,
} from './cases.ts';
import { arch, squeeze } from './eighth.ts';
import { serpent, slant, swelling } from './seventh.ts';

/** A case that nobody chose: shape, field, damage and their numbers are drawn. */
export interface DrawnCase {
  readonly name: string;
  readonly make: () => RegistrationCase;
  readonly page: number;
}

/** Fields by name, and between which numbers theirs is drawn. */
const FIELDS: readonly (readonly [string, (x: number) => Field, number, number])[] = [
  ['bend', bend, 20, 60],
  ['twist', twist, 15, 50],
  ['wave', wave, 0.015, 0.04],
  ['taper + wave', taperedWave, 0.01, 0.02],
  ['serpent', serpent, 0.02, 0.05],
  ['arch', arch, 0.03, 0.06],
  ['squeeze', squeeze, 0.1, 0.2],
  ['swelling', swelling, 0.15, 0.3],
  ['slant', slant, 0.05, 0.15],
];

/** Damages, each with the page's level for its kind; all of them are drawn once. */
const DAMAGES: readonly (readonly [number, (random: Random) => readonly [string, Damage]])[] = [
  [0.84, () => ['clean', (whole) => whole]],
  [0.85, (random) => withNumber('noise', noise, random.range(0.002, 0.005))],
  [1.39, (random) => withNumber('partial', (x) => partial(x, 3, 0.05), random.range(0.1, 0.25))],
  [0.7, () => ['clutter', clutter]],
  [0.63, (random) => withNumber('4000 points', (x) => cloud(4000, x), random.range(0.001, 0.003))],
  [0.47, (random) => withNumber('anywhere', anywhere, 10 ** random.range(-2, 2))],
];

const short = (x: number): number => Number(x.toPrecision(2));

function withNumber(
  name: string,
  make: (x: number) => Damage,
  x: number,
): readonly [string, Damage] {
  return [`${name} ${short(x)}`, make(short(x))];
}

/** Six cases of a seed: six shapes of the library, each with a field and one of the six damages. */
export function drawCases(seed: number): DrawnCase[] {
  const random = createRandom(seed);
  const shapes = Object.keys(LIBRARY);
  return DAMAGES.map(([page, draw]) => {
    const [shape] = shapes.splice(random.below(shapes.length), 1);
    const [kind, field, low, high] = FIELDS[random.below(FIELDS.length)];
    const x = short(random.range(low, high));
    const [damage, apply] = draw(random);
    const name = `${shape}, ${kind} ${x}, ${damage}`;
    return { name, make: () => makeCase(name, shape, field(x), apply), page };
  });
}
