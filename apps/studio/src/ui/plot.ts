import uPlot from 'uplot';
import { onThemeChange } from '../view/theme.ts';
import { h } from './dom.ts';
import { icon } from './icons.ts';
import { savePlot } from './plot-picture.ts';

/** A line of a plot. */
export interface PlotSeries {
  readonly label: string;
  /** A CSS variable that holds its colour. */
  readonly color: string;
  /** Fills down to zero, lightly; `solid` fills fully. */
  readonly fill?: 'light' | 'solid';
  readonly dashed?: boolean;
}

export interface PlotOptions {
  readonly title: string;
  readonly series: readonly PlotSeries[];
  /** Text of a value of series `s`, for the legend. */
  readonly value: (value: number, s: number) => string;
  readonly tick: (value: number) => string;
  /** What is drawn from what is plotted, when they differ (stacked areas): value of series `s` at `i`. */
  readonly read?: (data: uPlot.AlignedData, s: number, i: number) => number;
  readonly zeroBased?: boolean;
  /** The legend shows the mean of so many last points; 1 if missing. */
  readonly mean?: number;
  /** Leaves the rare highest peaks out of the picture. */
  readonly clipPeaks?: boolean;
}

export interface Plot {
  readonly element: HTMLElement;
  /** Columns: times, then one a series. */
  setData(data: uPlot.AlignedData): void;
  /** Points drawn. */
  length(): number;
}

const HEIGHT = 92;

/** A small plot with a legend whose values follow the pointer, or the last point. */
export function createPlot(options: PlotOptions): Plot {
  const values = options.series.map(() => h('b', {}, '–'));
  const legend = h(
    'ul',
    { class: 'legend' },
    ...options.series.map(({ label, color }, s) =>
      h('li', {}, h('i', { style: `background: var(${color})` }), label, values[s]),
    ),
  );
  const holder = h('div', { class: 'chart' });
  const save = h(
    'button',
    {
      type: 'button',
      'aria-label': `Save the plot: ${options.title}`,
      title: 'Save as a picture',
      click: () => savePicture(),
    },
    icon('share'),
  );
  const heading = h('h2', {}, options.title);
  const element = h('section', { class: 'plot' }, heading, save, holder, legend);
  let data: uPlot.AlignedData = [[], ...options.series.map(() => [])];
  let chart: uPlot | null = null;

  const read = options.read ?? ((from, s, i) => from[s + 1][i] as number);
  const showValues = (): void => {
    const last = data[0].length - 1;
    if (last < 0) return;
    const pointed = chart?.cursor.idx;
    const end = Math.min(pointed ?? last, last);
    const count = pointed == null ? Math.min(end + 1, options.mean ?? 1) : 1;
    values.forEach((cell, s) => {
      let sum = 0;
      for (let i = end - count + 1; i <= end; i++) sum += read(data, s, i);
      cell.textContent = options.value(sum / count, s);
    });
  };

  function savePicture(): void {
    if (chart === null) return;
    const style = getComputedStyle(element);
    const css = (name: string): string => style.getPropertyValue(name).trim();
    savePlot(chart.ctx.canvas, {
      title: options.title,
      entries: options.series.map(({ label, color }, s) => ({
        color: css(color),
        text: `${label} ${values[s].textContent}`,
      })),
      ink: css('--ink'),
      paper: css('--sky'),
    });
  }

  const make = (): void => {
    chart?.destroy();
    if (holder.clientWidth > 0)
      chart = new uPlot(configure(options, holder, showValues), data, holder);
  };
  new ResizeObserver(() => {
    if (chart === null || holder.clientWidth === 0) make();
    else chart.setSize({ width: holder.clientWidth, height: HEIGHT });
  }).observe(holder);
  // Colours are read once: another theme needs another chart.
  onThemeChange(make);

  return {
    element,
    setData(next) {
      data = next;
      chart?.setData(next);
      showValues();
    },
    length: () => chart?.data[0].length ?? data[0].length,
  };
}

function configure(options: PlotOptions, holder: HTMLElement, moved: () => void): uPlot.Options {
  const style = getComputedStyle(holder);
  const css = (name: string): string => style.getPropertyValue(name).trim();
  const ink = css('--faint');
  const axis: uPlot.Axis = {
    stroke: css('--soft'),
    font: '10px system-ui, sans-serif',
    grid: { stroke: css('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: holder.clientWidth,
    height: HEIGHT,
    padding: [6, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false },
      y: {
        range: (chart, low, high) =>
          paddedRange(
            low,
            options.clipPeaks ? peak(chart.data[1] as number[]) : high,
            options.zeroBased === true,
          ),
      },
    },
    axes: [
      { ...axis, size: 20, gap: 4, space: 60, values: (_, ticks) => ticks.map((t) => `${t} s`) },
      {
        ...axis,
        size: tickRoom,
        gap: 4,
        space: 26,
        values: (_, ticks) => ticks.map((t) => options.tick(t)),
      },
    ],
    series: [
      {},
      ...options.series.map(({ color, fill, dashed }): uPlot.Series => {
        const shade = css(color) || ink;
        return {
          stroke: shade,
          width: fill === 'solid' ? 0.5 : 1.5,
          fill: fill === 'solid' ? shade : fill === 'light' ? `${shade}33` : undefined,
          dash: dashed ? [3, 3] : undefined,
          points: { show: false },
        };
      }),
    ],
    hooks: { setCursor: [moved] },
  };
}

/** As wide as the longest number needs, and no narrower than usual ones, so that plots stand in line. */
function tickRoom(_: uPlot, ticks: string[] | null): number {
  const longest = Math.max(0, ...(ticks ?? []).map((text) => text.length));
  return Math.max(40, 5.6 * longest + 9);
}

/** A little air above and below; never flat. */
function paddedRange(low: number, high: number, zeroBased: boolean): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const bottom = zeroBased ? 0 : low;
  const span = Math.max(high - bottom, 1e-6, 1e-9 * Math.abs(high));
  return [zeroBased ? 0 : low - 0.06 * span, high + 0.1 * span];
}

/** The value that two in a hundred exceed. */
function peak(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(0.98 * (sorted.length - 1))] ?? 1;
}
