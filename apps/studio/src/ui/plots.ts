import { PHASES } from 'pliant/core';
import type { AlignedData } from 'uplot';
import type { History } from '../history.ts';
import { SAMPLE } from '../protocol.ts';
import { digits, quantity, tick, whole } from './format.ts';
import { createPlot } from './plot.ts';
import 'uplot/dist/uPlot.min.css';

export interface Plots {
  show(history: History): void;
  /** Points drawn in each plot. */
  length(): number;
}

/** Energy, unknowns and time per phase over the last seconds. */
export function createPlots(panel: HTMLElement): Plots {
  const energy = createPlot({
    title: 'Energy',
    series: [
      { label: 'kinetic', color: '--plot-1' },
      { label: 'elastic', color: '--plot-2' },
      { label: 'potential', color: '--plot-3' },
      { label: 'sum', color: '--soft', dashed: true },
    ],
    value: (joules) => quantity(joules, 'J'),
    tick: (joules) => tick(joules, 'J'),
  });
  const unknowns = createPlot({
    title: 'Unknowns',
    series: [
      { label: 'active', color: '--plot-1', fill: 'light' },
      { label: 'all', color: '--soft', dashed: true },
    ],
    value: whole,
    tick,
    zeroBased: true,
  });
  // Drawn from the top of the stack down, so that each area covers what is under the next.
  const phases = createPlot({
    title: 'Time a step',
    series: PHASES.map((label, p) => ({ label, color: `--plot-${p + 1}`, fill: 'solid' as const })),
    value: (ms) => `${digits(ms)} ms`,
    tick: (ms) => (ms === 0 ? '0' : `${Number(ms.toPrecision(3))} ms`),
    read: (data, s, i) => (data[s + 1][i] as number) - ((data[s + 2]?.[i] as number) ?? 0),
    zeroBased: true,
    mean: 30,
    clipPeaks: true,
  });
  panel.append(energy.element, unknowns.element, phases.element);

  return {
    show(history) {
      const time = history.column(SAMPLE.time);
      const start = history.first(SAMPLE.potential);
      const kinetic = history.column(SAMPLE.kinetic);
      const elastic = history.column(SAMPLE.elastic);
      const potential = history.column(SAMPLE.potential).map((value) => value - start);
      const sum = kinetic.map((value, i) => value + elastic[i] + potential[i]);
      energy.setData([time, kinetic, elastic, potential, sum]);
      unknowns.setData([time, history.column(SAMPLE.active), history.column(SAMPLE.total)]);
      phases.setData([
        time,
        ...stacked(PHASES.map((_, p) => history.column(SAMPLE.phases + p))),
      ] as AlignedData);
    },
    length: () => energy.length(),
  };
}

/** Column p becomes the sum of p and all after it. */
function stacked(columns: readonly number[][]): number[][] {
  const sums = columns.map((column) => column.slice());
  for (let p = sums.length - 2; p >= 0; p--) {
    for (let i = 0; i < sums[p].length; i++) sums[p][i] += sums[p + 1][i];
  }
  return sums;
}
