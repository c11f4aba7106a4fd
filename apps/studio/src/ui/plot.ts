import { h } from './dom.ts';
import { icon } from './icons.ts';
import {
  type Axis,
  areaOf,
  indexAt,
  type Line,
  paddedRange,
  pathOf,
  peak,
  place,
  ticksOf,
} from './plot-lines.ts';
import { svg } from './svg.ts';

/** How a line of a plot looks. */
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
  readonly isZeroBased?: boolean;
  /** The least that the plot reaches up to. */
  readonly least?: number;
  /** The legend shows the mean of so many last points; 1 if missing. */
  readonly mean?: number;
  /** Leaves the rare highest peaks out of the picture. */
  readonly clipsPeaks?: boolean;
}

export interface Plot {
  readonly element: HTMLElement;
  /** A line for each series; one without points is neither drawn nor listed. */
  show(lines: readonly Line[]): void;
  /** Points drawn. */
  length(): number;
}

const HEIGHT = 92;
/** Room for numbers below, and for air [px]. */
const BELOW = 20;
const ABOVE = 6;
const RIGHT = 10;
/** Between numbers along the axes [px]. */
const TICKS = { x: 60, y: 26 };

/**
 * A small plot with a legend whose values follow the pointer, or the last point. It is drawn by lines of the page and not on a canvas: the first
 * canvas of a page waits for the graphics card, which then draws the first pictures of a scene.
 */
export function createPlot(options: PlotOptions): Plot {
  const values = options.series.map(() => h('b', {}, '–'));
  const entries = options.series.map(({ label, color }, s) =>
    h('li', {}, h('i', { style: `background: var(${color})` }), label, values[s]),
  );
  const grid = svg('g', { class: 'grid' });
  const numbers = svg('g', { class: 'ticks' });
  const curves = options.series.map(({ color, fill, dashed }) => {
    const path = svg('path', { 'stroke-width': fill === 'solid' ? 0.5 : 1.5 });
    path.style.stroke = `var(${color})`;
    path.style.fill = fill === undefined ? 'none' : `var(${color})`;
    path.style.fillOpacity = fill === 'light' ? '0.2' : '1';
    if (dashed) path.setAttribute('stroke-dasharray', '3 3');
    return path;
  });
  const frame = svg('svg', { class: 'frame', overflow: 'hidden' }, ...curves);
  const cursor = svg('line', { class: 'cursor', y1: ABOVE, y2: HEIGHT - BELOW });
  const picture = svg('svg', { 'aria-hidden': 'true' }, grid, frame, cursor, numbers);
  const holder = h('div', { class: 'chart' }, picture);
  const save = h(
    'button',
    {
      type: 'button',
      'aria-label': `Save the plot: ${options.title}`,
      title: 'Save as a picture',
      click: () => {
        const words = options.series.map(({ color }, s) => ({
          color,
          text: entries[s].hidden ? '' : (entries[s].textContent ?? ''),
        }));
        import('./plot-picture.ts').then(({ savePlot }) => savePlot(picture, options.title, words));
      },
    },
    icon('share'),
  );
  const element = h(
    'section',
    { class: 'plot' },
    h('h2', {}, options.title),
    save,
    holder,
    h('ul', { class: 'legend' }, ...entries),
  );
  let lines: readonly Line[] = [];
  let width = 0;
  /** Where the pointer is [px]; null if it is elsewhere. */
  let pointer: number | null = null;
  let x: Axis = { low: 0, high: 1, from: 0, to: 1 };

  function showValues(): void {
    const time =
      pointer === null ? null : x.low + ((pointer - x.from) / (x.to - x.from)) * (x.high - x.low);
    lines.forEach(({ times, values: drawn, own = drawn }, s) => {
      entries[s].hidden = times.length === 0;
      if (times.length === 0) return;
      const end = time === null ? times.length - 1 : indexAt(times, time);
      const count = time === null ? Math.min(end + 1, options.mean ?? 1) : 1;
      let sum = 0;
      for (let i = end - count + 1; i <= end; i++) sum += own[i];
      const text = options.value(sum / count, s);
      if (values[s].textContent !== text) values[s].textContent = text;
    });
    cursor.style.visibility = time === null ? 'hidden' : 'visible';
    if (pointer !== null) {
      cursor.setAttribute('x1', String(pointer));
      cursor.setAttribute('x2', String(pointer));
    }
  }

  function draw(): void {
    const drawn = lines.filter(({ times }) => times.length > 0);
    if (width === 0 || drawn.length === 0) return;
    const [low, high] = rangeOf(drawn, options);
    const y: Axis = { low, high, from: HEIGHT - BELOW, to: ABOVE };
    const heights = ticksOf(low, high, Math.round((y.from - y.to) / TICKS.y));
    const texts = heights.map((value) => options.tick(value));
    const longest = Math.max(0, ...texts.map((text) => text.length));
    const ends = drawn.flatMap(({ times }) => [times[0], times[times.length - 1]]);
    const first = Math.min(...ends);
    // As wide as the longest number needs, and no narrower than usual ones, so that plots stand in line.
    x = {
      ...{ low: first, high: Math.max(Math.max(...ends), first + 1e-6) },
      ...{ from: Math.max(40, 5.6 * longest + 9), to: width - RIGHT },
    };
    const times = ticksOf(x.low, x.high, Math.floor((x.to - x.from) / TICKS.x));
    frame.setAttribute('x', String(x.from));
    frame.setAttribute('width', String(Math.max(0, x.to - x.from)));
    frame.setAttribute('height', String(HEIGHT - BELOW));
    frame.setAttribute('viewBox', `${x.from} 0 ${Math.max(1, x.to - x.from)} ${HEIGHT - BELOW}`);
    lines.forEach((line, s) => {
      const { fill } = options.series[s];
      curves[s].setAttribute('d', fill === undefined ? pathOf(line, x, y) : areaOf(line, x, y));
    });
    const across = heights.map((value) => `M${x.from} ${place(y, value)}H${x.to}`);
    const down = times.map((time) => `M${place(x, time)} ${y.to}V${y.from}`);
    grid.replaceChildren(svg('path', { d: across.join('') + down.join('') }));
    numbers.replaceChildren(
      ...heights.map((value, i) =>
        svg('text', { x: x.from - 5, y: place(y, value) + 3.5, 'text-anchor': 'end' }, texts[i]),
      ),
      ...times.map((time) => numberBelow(time, place(x, time), width)),
    );
  }

  picture.addEventListener('pointermove', ({ offsetX }) => {
    pointer = Math.min(x.to, Math.max(x.from, offsetX));
    showValues();
  });
  picture.addEventListener('pointerleave', () => {
    pointer = null;
    showValues();
  });
  new ResizeObserver(([{ contentRect }]) => {
    width = Math.round(contentRect.width);
    picture.setAttribute('width', String(width));
    picture.setAttribute('height', String(HEIGHT));
    draw();
  }).observe(holder);

  return {
    element,
    show(next) {
      // Copies: what is measured goes on growing, and the plot may be drawn again when its room changes.
      lines = next.map(({ times, values: drawn, own }) => ({
        times: [...times],
        values: [...drawn],
        ...(own && { own: [...own] }),
      }));
      draw();
      showValues();
    },
    length: () => lines[0]?.times.length ?? 0,
  };
}

function rangeOf(lines: readonly Line[], options: PlotOptions): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of lines) {
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (options.clipsPeaks) high = Math.max(...lines.map(({ values }) => peak(values)));
  return paddedRange(low, Math.max(high, options.least ?? high), options.isZeroBased === true);
}

/** The last one ends where the picture does. */
function numberBelow(time: number, at: number, width: number): SVGTextElement {
  const text = `${time} s`;
  const half = 2.8 * text.length;
  return svg(
    'text',
    { x: Math.min(at, width - half), y: HEIGHT - BELOW + 14, 'text-anchor': 'middle' },
    text,
  );
}
