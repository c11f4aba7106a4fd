import { bucklingEntries } from './buckling.ts';
import { bouncingEntries } from './impacts.ts';
import { lostByAdapting, ringEntries } from './ringing.ts';
import { rollingEntries, slidingEntries } from './slopes.ts';
import { floorEntries, heavyEntries } from './stacks.ts';
import { staticEntries } from './statics.ts';
import { toleranceChecks, toleranceEntries } from './tolerance.ts';
import { tumblingEntries } from './tumbling.ts';
import type { Family, Row } from './types.ts';

/** Counts of frames in one family must not make it worse: how far |error| rises from one count to the next, at most. */
function framesFall(rows: readonly Row[]): Row[] {
  const counts = ['frames 15', 'frames 30', 'frames 60', 'frames 120'];
  const cases = [...new Set(rows.map((row) => row.case))];
  return cases.flatMap((name) => {
    const found = counts.flatMap(
      (model) => rows.find((r) => r.case === name && r.model === model) ?? [],
    );
    if (found.length < 3) return [];
    const errors = found.map((row) => Math.abs(row.error));
    const rise = Math.max(...errors.slice(1).map((error, i) => error - errors[i]));
    const { family, dt } = found[0];
    const limit = 0.005;
    return [
      {
        family,
        case: name,
        model: 'frames: error falls',
        dt,
        limit,
        unit: '',
        value: rise,
        truth: null,
        error: Math.max(0, rise),
        ok: rise <= limit,
        cpu: 0,
        note: 'largest rise of the error as frames double',
      },
    ];
  });
}

const statics = (name: string, title: string, text: string): Family => ({
  name,
  title,
  text,
  shows: 'percent',
  entries: () => staticEntries(name),
  derive: framesFall,
});

/** All families in the order of the page. */
export const FAMILIES: readonly Family[] = [
  statics(
    'beams',
    'Cantilevers under their own weight',
    'A square bar, 0.1 m thick, held behind x = 0, sags by about a tenth of its length. How far the tip comes down at rest.',
  ),
  statics(
    'torsion',
    'Torsion',
    'One end still, the other turned by 10° about the axis. Elastic energy at rest (too much is too stiff).',
  ),
  statics(
    'elastica',
    'Elastica',
    'A bar of 20:1 that hangs down by half its length: large turns, small strains.',
  ),
  statics(
    'pressed',
    'Pressed block',
    'A cube between two plates that hold its faces, pressed by a tenth of its height. Elastic energy at rest.',
  ),
  statics(
    'materials',
    'Sandwiches and two materials',
    'The cantilever of 10:1 with skins of a fifth of its thickness 10 and 100 times as stiff as the core, and with two halves of different stiffness. ' +
      'Models that are told a cell have one as thick as the skin.',
  ),
  statics(
    'hanging',
    'Hanging bar',
    'A bar of 10:1 hangs from its end and stretches by a twentieth. How far the free end comes down.',
  ),
  statics(
    'profiles',
    'Bars that are not square',
    'Cantilevers that sag by a twentieth of their length, rods, tubes, bars turned about their axis, planks, I-sections and angles, and a rod that is twisted (its elastic energy). ' +
      'Models that are told a cell have a quarter of the side, or one as thick as the wall.',
  ),
  {
    name: 'buckling',
    title: 'Buckling load',
    text: 'The weight at which a clamped column of 10:1 buckles, from how much more it sways when it is heavy (Southwell), the same way in the reference.',
    shows: 'percent',
    entries: bucklingEntries,
  },
  {
    name: 'ringing',
    title: 'Frequency and damping',
    text:
      'A cantilever of 0.5 × 0.1 × 0.1 m without material damping, let go straight, four periods. The value is the part of the amplitude that is kept a period (1 is right), by fitting a ' +
      'swing that dies away; its frequency is beside it. "Lost by adapting" compares with the same model when everything is awake.',
    shows: 'percent',
    entries: () => ringEntries('ringing'),
    derive: lostByAdapting,
  },
  {
    name: 'rope',
    title: 'Swinging rope',
    text: 'A soft bar of 25:1 hangs from its end, 4° off, and swings: a chain that bends a little. The same measures.',
    shows: 'percent',
    entries: () => ringEntries('rope'),
    derive: lostByAdapting,
  },
  {
    name: 'tumbling',
    title: 'Free tumbling',
    text: 'A box of 0.4 × 0.2 × 0.1 m spins freely at 8 rad/s for 10 s, without damping. The largest energy over that at the start; a loss does not count. Beside it what is left at the end, and how far the axis is from Euler’s equations after a second.',
    shows: 'percent',
    entries: tumblingEntries,
  },
  {
    name: 'rolling',
    title: 'Rolling',
    text: 'Things of radius 0.15 m (E 1e6 if soft, undamped; “damped” with the default damping of 0.005 s) on a slope, friction 1: speed after 2 s. Boxes must stay; their error is the way in parts of their side.',
    shows: 'percent',
    entries: rollingEntries,
  },
  {
    name: 'sliding',
    title: 'Sliding',
    text: 'Speed after one second.',
    shows: 'percent',
    entries: slidingEntries,
  },
  {
    name: 'bouncing',
    title: 'Bouncing',
    text: 'Part of its height that an undamped elastic ball (r 0.15 m, E 3e5) comes back to. 0.92 is what waves inside it leave.',
    shows: 'percent',
    entries: bouncingEntries,
  },
  {
    name: 'floor',
    title: 'Floor forces',
    text: 'A plank lies on two round bars. Contact forces, mean of half a second at rest.',
    shows: 'percent',
    entries: floorEntries,
  },
  {
    name: 'heavy',
    title: 'Heavy on light',
    text: 'A cube of 0.2 m on an equal one that is 100 or 1000 times lighter (E 1e7), at most 60 rounds of contact. How far the heavy one is from its place after 3 s, in parts of its side; about 2.5 % is the give of soft ones.',
    shows: 'percent',
    entries: heavyEntries,
  },
  {
    name: 'tolerance',
    title: 'Adaptive against full',
    text:
      'Ten moving scenes, each with everything awake and with three tolerances (4, 1 and ¼ of the default). Errors are the largest distance of three probes over the whole run: for `tets` in ' +
      'tolerances (metres), for `frames` in percent of the body’s length. Below: how much the error rises when the tolerance falls, unknowns at a larger tolerance over those at the smaller, and ' +
      'how far a planar scene leaves its plane in lengths.',
    shows: 'ratio',
    entries: toleranceEntries,
    derive: toleranceChecks,
  },
];

/** Names that stand for several families in `--only`. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  statics: [
    'beams',
    'torsion',
    'elastica',
    'pressed',
    'materials',
    'hanging',
    'profiles',
    'buckling',
  ],
  dynamics: ['ringing', 'rope', 'tumbling'],
  adaptive: ['tolerance'],
  contact: ['rolling', 'sliding', 'bouncing', 'floor', 'heavy'],
};
