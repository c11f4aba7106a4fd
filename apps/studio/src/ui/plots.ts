import { PHASES } from 'pliant/core';
import type { History } from '../history.ts';
import { SAMPLE } from '../protocol.ts';
import { digits, quantity, tick, whole } from './format.ts';
import { createPlot, type PlotSeries } from './plot.ts';
import type { Line } from './plot-lines.ts';

export interface Plots {
  /** The run, and the one beside it; null if there is none. */
  show(history: History, twin: History | null): void;
  /** Points drawn in each plot. */
  length(): number;
}

const NOTHING: Line = { times: [], values: [] };
/** The run beside, where two are compared. */
const BESIDE: PlotSeries = { label: 'beside', color: '--ink', dashed: true };

/** Energy, unknowns and time per phase over the last seconds. */
export function createPlots(panel: HTMLElement): Plots {
  const energy = createPlot({
    title: 'Energy',
    series: [
      { label: 'kinetic', color: '--plot-1' },
      { label: 'elastic', color: '--plot-2' },
      { label: 'potential', color: '--plot-3' },
      { label: 'sum', color: '--soft', dashed: true },
      { ...BESIDE, label: 'sum beside' },
    ],
    value: (joules) => quantity(joules, 'J'),
    tick: (joules) => tick(joules, 'J'),
  });
  const unknowns = createPlot({
    title: 'Unknowns',
    series: [
      { label: 'active', color: '--plot-1', fill: 'light' },
      { label: 'all', color: '--soft', dashed: true },
      BESIDE,
    ],
    value: whole,
    tick,
    isZeroBased: true,
  });
  // Drawn from the top of the stack down, so that each area covers what is under the next.
  const phases = createPlot({
    title: 'Time a step',
    series: [
      ...PHASES.map((label, p) => ({ label, color: `--plot-${p + 1}`, fill: 'solid' as const })),
      BESIDE,
    ],
    value: (ms) => `${digits(ms)} ms`,
    tick: (ms) => (ms === 0 ? '0' : `${Number(ms.toPrecision(3))} ms`),
    isZeroBased: true,
    mean: 30,
    least: 0.1,
    clipsPeaks: true,
  });
  panel.append(energy.element, unknowns.element, phases.element);

  return {
    show(history, twin) {
      const { times, kinetic, elastic, potential, sum } = energiesOf(history);
      const line = (values: readonly number[]): Line => ({ times, values });
      const beside = (values: (of: History) => readonly number[]): Line =>
        twin === null ? NOTHING : { times: twin.column(SAMPLE.time), values: values(twin) };
      energy.show([
        ...[kinetic, elastic, potential, sum].map(line),
        beside((of) => energiesOf(of).sum),
      ]);
      unknowns.show([
        line(history.column(SAMPLE.active)),
        line(history.column(SAMPLE.total)),
        beside((of) => of.column(SAMPLE.active)),
      ]);
      const parts = phasesOf(history);
      const tops = stacked(parts);
      phases.show([
        ...parts.map((own, p) => ({ times, values: tops[p], own })),
        beside((of) => stacked(phasesOf(of))[0]),
      ]);
    },
    length: () => energy.length(),
  };
}

const phasesOf = (history: History): number[][] =>
  PHASES.map((_, p) => history.column(SAMPLE.phases + p));

function energiesOf(history: History) {
  const start = history.first(SAMPLE.potential);
  const kinetic = history.column(SAMPLE.kinetic);
  const elastic = history.column(SAMPLE.elastic);
  const potential = history.column(SAMPLE.potential).map((value) => value - start);
  const sum = kinetic.map((value, i) => value + elastic[i] + potential[i]);
  return { times: history.column(SAMPLE.time), kinetic, elastic, potential, sum };
}

/** Column p becomes the sum of p and all after it. */
function stacked(columns: readonly number[][]): number[][] {
  const sums = columns.map((column) => column.slice());
  for (let p = sums.length - 2; p >= 0; p--) {
    for (let i = 0; i < sums[p].length; i++) sums[p][i] += sums[p + 1][i];
  }
  return sums;
}
