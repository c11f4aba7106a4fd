import {
  anywhere,
  bend,
  both,
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
import { arch, SHAPES as NEWEST, squeeze, withoutFeet } from './eighth.ts';
import {
  corner,
  inTurn,
  SHAPES,
  seenFrom,
  serpent,
  slant,
  steps,
  swelling,
  unevenCloud,
} from './seventh.ts';

/** The page's level for each case: root mean square of the correspondence error, in per cent of the diagonal. */
export interface KnownCase {
  readonly name: string;
  readonly make: () => RegistrationCase;
  readonly page: number;
  readonly bcpd: number | null;
}

type KnownShape = Parameters<typeof makeCase>[1];

const known = (
  name: string,
  shape: KnownShape,
  field: Field,
  page: number,
  bcpd: number | null,
  damage?: Damage,
): KnownCase => ({
  name,
  make: () => makeCase(name, shape, field, damage),
  page,
  bcpd,
});

/** Parameters were fitted on these. */
export const CLEAN: readonly KnownCase[] = [
  known('seal, bend 90°', 'seal', bend(90), 0.97, 0.97),
  known('hand, bend 60°', 'hand', bend(60), 0.75, 0.5),
  known('liver, twist 60°', 'liver', twist(60), 3.05, 2.93),
  known('rabbit, wave .04', 'rabbit', wave(0.04), 0.63, 0.64),
  known('octopus, wave .03', 'octopus', wave(0.03), 0.57, 0.4),
  known('torso, taper + wave .02', 'torso', taperedWave(0.02), 0.45, 0.36),
];

export const DAMAGED: readonly KnownCase[] = [
  known('rabbit, wave .04, noise .5 %', 'rabbit', wave(0.04), 0.85, null, noise(0.005)),
  known('hand, bend 45°, 25 % off, 4 holes', 'hand', bend(45), 1.39, null, partial(0.25, 4, 0.06)),
  known('seal, bend 60°, clutter', 'seal', bend(60), 0.7, null, clutter),
  known(
    'rabbit, wave .04, 4000 points, noise .2 %',
    'rabbit',
    wave(0.04),
    0.63,
    null,
    cloud(4000, 0.002),
  ),
  known('rabbit, wave .03, anywhere, ×1000', 'rabbit', wave(0.03), 0.47, null, anywhere(1000)),
];

/** Made for an earlier state of the parameters, and looked at since; their page level is that of the table's cases of the same kind. */
export const EARLIER: readonly KnownCase[] = [
  known('armadillo, bend 50°', 'armadillo', bend(50), 0.84, null),
  known('armadillo, twist 45°', 'armadillo', twist(45), 0.84, null),
  known('flower, wave .03', 'flower', wave(0.03), 0.84, null),
  known('fir, taper + wave .02, noise .3 %', 'fir', taperedWave(0.02), 0.85, null, noise(0.003)),
  known('mushroom, bend 60°, 15 % off', 'mushroom', bend(60), 1.39, null, partial(0.15)),
  known(
    'armadillo, wave .04, 5000 points, anywhere',
    'armadillo',
    wave(0.04),
    0.63,
    null,
    both(cloud(5000, 0.002), anywhere(0.01)),
  ),
];

/** Made after the parameters of clutter were settled, and looked at since. */
export const SECOND: readonly KnownCase[] = [
  known('bottle, bend 40°', 'bottle', bend(40), 0.84, null),
  known('torso, twist 30°, noise .4 %', 'torso', twist(30), 0.85, null, noise(0.004)),
  known('fir, wave .025, 20 % off, 3 holes', 'fir', wave(0.025), 1.39, null, partial(0.2, 3, 0.05)),
  known('octopus, bend 50°, clutter', 'octopus', bend(50), 0.7, null, clutter),
  known(
    'flower, taper + wave .015, 6000 points, noise .1 %',
    'flower',
    taperedWave(0.015),
    0.63,
    null,
    cloud(6000, 0.001),
  ),
  known('liver, wave .03, anywhere, ×.02', 'liver', wave(0.03), 0.47, null, anywhere(0.02)),
];

/** Made after the limit by noise was settled, and looked at since. */
export const THIRD: readonly KnownCase[] = [
  known('hand, twist 35°', 'hand', twist(35), 0.84, null),
  known('armadillo, wave .03, noise .4 %', 'armadillo', wave(0.03), 0.85, null, noise(0.004)),
  known('seal, bend 45°, 20 % off, 3 holes', 'seal', bend(45), 1.39, null, partial(0.2, 3, 0.05)),
  known('rabbit, twist 30°, clutter', 'rabbit', twist(30), 0.7, null, clutter),
  known(
    'hand, wave .03, 5000 points, noise .2 %',
    'hand',
    wave(0.03),
    0.63,
    null,
    cloud(5000, 0.002),
  ),
  known('octopus, wave .025, anywhere, ×50', 'octopus', wave(0.025), 0.47, null, anywhere(50)),
];

/** Made after the rests of coarse frames and of noisy scans were settled, and looked at since. */
export const FOURTH: readonly KnownCase[] = [
  known('torso, bend 40°', 'torso', bend(40), 0.84, null),
  known('seal, wave .03, noise .4 %', 'seal', wave(0.03), 0.85, null, noise(0.004)),
  known(
    'armadillo, bend 45°, 20 % off, 3 holes',
    'armadillo',
    bend(45),
    1.39,
    null,
    partial(0.2, 3, 0.05),
  ),
  known('fir, bend 40°, clutter', 'fir', bend(40), 0.7, null, clutter),
  known(
    'octopus, twist 30°, 5000 points, noise .2 %',
    'octopus',
    twist(30),
    0.63,
    null,
    cloud(5000, 0.002),
  ),
  known('mushroom, wave .03, anywhere, ×7', 'mushroom', wave(0.03), 0.47, null, anywhere(7)),
];

/** Made after turns of nearly symmetric templates and the springs of clouds were settled, and looked at since. */
export const FIFTH: readonly KnownCase[] = [
  known('rabbit, twist 35°', 'rabbit', twist(35), 0.84, null),
  known('octopus, wave .02, noise .4 %', 'octopus', wave(0.02), 0.85, null, noise(0.004)),
  known('torso, bend 35°, 20 % off, 3 holes', 'torso', bend(35), 1.39, null, partial(0.2, 3, 0.05)),
  known('hand, taper + wave .02, clutter', 'hand', taperedWave(0.02), 0.7, null, clutter),
  known(
    'seal, twist 35°, 5000 points, noise .2 %',
    'seal',
    twist(35),
    0.63,
    null,
    cloud(5000, 0.002),
  ),
  known('fir, wave .025, anywhere, ×30', 'fir', wave(0.025), 0.47, null, anywhere(30)),
];

/** The same, of nearly symmetric bodies from anywhere alone. */
export const TURNED: readonly KnownCase[] = [
  known('flower, wave .02, anywhere, ×.3', 'flower', wave(0.02), 0.47, null, anywhere(0.3)),
  known('octopus, bend 30°, anywhere, ×2', 'octopus', bend(30), 0.84, null, anywhere(2)),
  known(
    'mushroom, twist 25°, noise .3 %, anywhere, ×4',
    'mushroom',
    twist(25),
    0.85,
    null,
    both(noise(0.003), anywhere(4)),
  ),
];

/** Made after the price of bending as a whole was settled; nothing was changed after them. */
export const SIXTH: readonly KnownCase[] = [
  known('armadillo, taper + wave .02', 'armadillo', taperedWave(0.02), 0.84, null),
  known('rabbit, bend 40°, noise .4 %', 'rabbit', bend(40), 0.85, null, noise(0.004)),
  known(
    'flower, bend 35°, 20 % off, 3 holes',
    'flower',
    bend(35),
    1.39,
    null,
    partial(0.2, 3, 0.05),
  ),
  known('torso, wave .02, clutter', 'torso', wave(0.02), 0.7, null, clutter),
  known(
    'octopus, taper + wave .02, 5000 points, noise .2 %',
    'octopus',
    taperedWave(0.02),
    0.63,
    null,
    cloud(5000, 0.002),
  ),
  known('seal, wave .025, anywhere, ×12', 'seal', wave(0.025), 0.47, null, anywhere(12)),
];

/** Made last, of shapes and damages that had not met before, and reported untouched. */
export const NEW: readonly KnownCase[] = [
  known('bottle, taper + wave .02', 'bottle', taperedWave(0.02), 0.84, null),
  known('liver, bend 40°, noise .4 %', 'liver', bend(40), 0.85, null, noise(0.004)),
  known(
    'mushroom, bend 40°, 20 % off, 3 holes',
    'mushroom',
    bend(40),
    1.39,
    null,
    partial(0.2, 3, 0.05),
  ),
  known('armadillo, bend 30°, clutter', 'armadillo', bend(30), 0.7, null, clutter),
  known(
    'fir, wave .025, 5000 points, noise .2 %',
    'fir',
    wave(0.025),
    0.63,
    null,
    cloud(5000, 0.002),
  ),
  known('torso, wave .025, anywhere, ×.1', 'torso', wave(0.025), 0.47, null, anywhere(0.1)),
];

/** Shapes, fields and damages that nothing had met before; no number was changed after them. */
export const SEVENTH: readonly KnownCase[] = [
  known('gecko, serpent .05', SHAPES.gecko, serpent(0.05), 0.84, null),
  known('boot, swelling 30 %, steps of .5 %', SHAPES.boot, swelling(0.3), 0.85, null, steps(0.005)),
  known(
    'bird, twist 30°, seen from one side',
    SHAPES.bird,
    twist(30),
    1.39,
    null,
    seenFrom([1, 0.5, 1]),
  ),
  known('crab, bend 30°, in a corner', SHAPES.crab, bend(30), 0.7, null, corner),
  known(
    'molar, wave .02, 4000 uneven points, 2 % stray',
    SHAPES.molar,
    wave(0.02),
    0.63,
    null,
    unevenCloud(4000, 0.002, 0.02),
  ),
  known(
    'jug, slant + wave .015, anywhere, ×.5',
    SHAPES.jug,
    inTurn(slant(0.1), wave(0.015)),
    0.47,
    null,
    anywhere(0.5),
  ),
];

/** The same again, after a twist was priced as seen from halfway; no number was changed after them. */
export const EIGHTH: readonly KnownCase[] = [
  known('teddy, arch .06', NEWEST.teddy, arch(0.06), 0.84, null),
  known('gourd, twist 25°, noise .4 %', NEWEST.gourd, twist(25), 0.85, null, noise(0.004)),
  known(
    'dolphin, serpent .04, 20 % off, 3 holes',
    NEWEST.dolphin,
    serpent(0.04),
    1.39,
    null,
    partial(0.2, 3, 0.05),
  ),
  known(
    'stool, squeeze .2, without feet, clutter',
    NEWEST.stool,
    squeeze(0.2),
    0.7,
    null,
    both(withoutFeet(0.1), clutter),
  ),
  known(
    'cactus, bend 35°, 4000 uneven points, 2 % stray',
    NEWEST.cactus,
    bend(35),
    0.63,
    null,
    unevenCloud(4000, 0.002, 0.02),
  ),
  known(
    'duck, squeeze .15 + wave .015, anywhere, ×40',
    NEWEST.duck,
    inTurn(squeeze(0.15), wave(0.015)),
    0.47,
    null,
    anywhere(40),
  ),
];
