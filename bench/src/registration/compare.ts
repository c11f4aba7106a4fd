import { type RegisterOptions, type Registration, registerSteps } from 'pliant/register';
import { digits, markdownTable } from '../lib/table.ts';
import { cpuNow } from '../lib/timing.ts';
import { correspondence, type RegistrationCase } from './cases.ts';
import {
  CLEAN,
  DAMAGED,
  EARLIER,
  EIGHTH,
  FIFTH,
  FOURTH,
  type KnownCase,
  NEW,
  SECOND,
  SEVENTH,
  SIXTH,
  THIRD,
  TURNED,
} from './known.ts';
import { drawCases } from './ninth.ts';
import { timeRegistration } from './time.ts';

const WAYS: readonly (readonly [string, RegisterOptions])[] = [
  ['adaptive', {}],
  ['all frames', { frames: [1, 40], free: 0, coarsen: false }],
  ['first level', { frames: [1, 6] }],
];

/** The day on which the ninth cases were drawn: set before they were seen. */
const NINTH = 20261119;

const HEAD = [
  'case',
  'way',
  'error [%]',
  'largest',
  'page',
  'BCPD',
  'to target [%]',
  'from target',
  'folds',
  'awake',
  'CPU [s]',
];

/** Correspondence, distance, time and frames awake on every case: adaptive, all frames from the start, the first level alone. */
export function compareRegistration(options: readonly string[]): void {
  if (options.includes('--time')) {
    timeRegistration();
    return;
  }
  const ways = options.includes('--all') ? WAYS : WAYS.slice(0, 1);
  const at = options.indexOf('--only');
  const only = at < 0 ? undefined : options[at + 1];
  for (const [title, cases] of [
    ['clean', CLEAN],
    ['damaged', DAMAGED],
    ['earlier', EARLIER],
    ['second', SECOND],
    ['third', THIRD],
    ['fourth', FOURTH],
    ['fifth', FIFTH],
    ['sixth', SIXTH],
    ['seventh', SEVENTH],
    ['eighth', EIGHTH],
    ['ninth', drawCases(NINTH).map((one) => ({ ...one, bcpd: null }))],
    ['new', NEW],
    ['turned', TURNED],
  ] as const) {
    if (only !== undefined && only !== title) continue;
    const rows = cases.flatMap((one) => ways.map(([way, more]) => rowOf(one, way, more)));
    console.log(`\n${title}\n\n${markdownTable(HEAD, rows)}`);
  }
}

function rowOf(
  { name, make, page, bcpd }: KnownCase,
  way: string,
  more: RegisterOptions,
): string[] {
  const one = make();
  const started = cpuNow();
  const fit = toEnd(one, more);
  const spent = (cpuNow() - started) / 1000;
  const { rms, max } = correspondence(one, fit.positions);
  const { distance, quality, frames } = fit.report;
  const part = (d: number): string => digits((100 * d) / one.size);
  return [
    name,
    way,
    digits(rms),
    digits(max),
    digits(page),
    bcpd === null ? '' : digits(bcpd),
    part(distance.templateToTarget.mean),
    part(distance.targetToTemplate.mean),
    String(quality.folds),
    String(frames.mostActive),
    digits(spent),
  ];
}

function toEnd(one: RegistrationCase, more: RegisterOptions): Registration {
  const work = registerSteps(one.template, one.target, { ...one.options, ...more });
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
