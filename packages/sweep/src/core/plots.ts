import { type Axis, placeOn, ticksOf } from './axes.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => escapes[c]);

const round = (x: number): string => String(Math.round(10 * x) / 10);

/** Blue over grey to orange: told apart by most eyes, and in print. */
export function colourOf(u: number): string {
  const stops = [
    [33, 102, 172],
    [150, 150, 150],
    [217, 95, 14],
  ];
  const at = Math.min(0.9999, Math.max(0, u)) * 2;
  const [from, to] = [stops[Math.floor(at)], stops[Math.floor(at) + 1]];
  const mix = from.map((c, k) => Math.round(c + (to[k] - c) * (at % 1)));
  return `rgb(${mix.join()})`;
}

/** The axis that colours follow: the first measure that differs, else the first axis. */
export const colouringAxis = (axes: readonly Axis[]): Axis | undefined =>
  axes.find(({ kind, low, high }) => kind === 'measure' && high > low) ?? axes[0];

const MARGIN = { top: 34, side: 70, bottom: 18 };

/** Every run a line across upright axes, one a column: what goes together shows as a bundle. */
export function parallelPlot(
  axes: readonly Axis[],
  shown: readonly number[],
  width = 960,
  height = 320,
): string {
  if (axes.length === 0) return '';
  const step = axes.length > 1 ? (width - 2 * MARGIN.side) / (axes.length - 1) : 0;
  const x = (a: number): number => MARGIN.side + a * step;
  const y = (u: number): number =>
    height - MARGIN.bottom - u * (height - MARGIN.top - MARGIN.bottom);
  const by = colouringAxis(axes)!;
  const lines = shown.map((r) => {
    const points = axes.flatMap((axis, a) => {
      const value = axis.values[r];
      return value == null ? [] : [`${round(x(a))} ${round(y(placeOn(axis, value)))}`];
    });
    const value = by.values[r];
    const colour = value == null ? '#999' : colourOf(placeOn(by, value));
    return `<path class="run" data-r="${r}" d="M${points.join('L')}" stroke="${colour}"/>`;
  });
  const scales = axes.map((axis, a) => {
    const ticks = ticksOf(axis).map(
      ({ at, text }) =>
        `<text x="${round(x(a) - 5)}" y="${round(y(at) + 3)}" text-anchor="end">${escaped(text)}</text>`,
    );
    const name = `<text class="name" x="${round(x(a))}" y="${a % 2 === 0 ? 12 : 26}" text-anchor="middle">${escaped(nameOf(axis))}</text>`;
    return `<g class="axis" data-a="${a}"><rect class="brush" x="${round(x(a) - 12)}" y="${MARGIN.top}" width="24" height="${height - MARGIN.top - MARGIN.bottom}"/><line x1="${round(x(a))}" x2="${round(x(a))}" y1="${MARGIN.top}" y2="${height - MARGIN.bottom}"/>${ticks.join('')}${name}</g>`;
  });
  return `<svg class="parallel" viewBox="0 0 ${width} ${height}" role="img" aria-label="Parallel coordinates of ${shown.length} runs">${lines.join('')}${scales.join('')}</svg>`;
}

const nameOf = ({ name, isLog }: Axis): string => {
  const short = name.length > 32 ? `…${name.slice(-31)}` : name;
  return isLog ? `${short} (log)` : short;
};

/** One measure over one parameter: a dot a run, and the median as a line. */
export function responsePlot(
  x: Axis,
  y: Axis,
  shown: readonly number[],
  width = 300,
  height = 200,
): string {
  const pad = { left: 52, right: 20, top: 22, bottom: 34 };
  const px = (u: number): number => pad.left + u * (width - pad.left - pad.right);
  const py = (u: number): number => height - pad.bottom - u * (height - pad.top - pad.bottom);
  const dots = shown.flatMap((r) => {
    const [a, b] = [x.values[r], y.values[r]];
    if (a == null || b == null) return [];
    return [
      `<circle class="run" data-r="${r}" cx="${round(px(placeOn(x, a)))}" cy="${round(py(placeOn(y, b)))}" r="2.2"/>`,
    ];
  });
  const line = medians(x, y).map(([u, v]) => `${round(px(u))} ${round(py(v))}`);
  const xTicks = ticksOf(x, 3).map(
    ({ at, text }) =>
      `<text x="${round(px(at))}" y="${height - pad.bottom + 12}" text-anchor="middle">${escaped(text)}</text>`,
  );
  const yTicks = ticksOf(y, 3).map(
    ({ at, text }) =>
      `<text x="${pad.left - 4}" y="${round(py(at) + 3)}" text-anchor="end">${escaped(text)}</text>`,
  );
  const frame = `<path class="frame" d="M${pad.left} ${pad.top}V${height - pad.bottom}H${width - pad.right}"/>`;
  return `<svg class="response" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${y.name} over ${x.name}`)}">${frame}${dots.join('')}${line.length > 1 ? `<path class="median" d="M${line.join('L')}"/>` : ''}${xTicks.join('')}${yTicks.join('')}<text class="name" x="${pad.left}" y="12">${escaped(nameOf(y))}</text><text class="name" x="${width - pad.right}" y="${height - 6}" text-anchor="end">${escaped(nameOf(x))}</text></svg>`;
}

const BINS = 14;

/** The median of a measure at each value of a parameter, or in even parts of it where there are many values. */
export function medians(x: Axis, y: Axis): [number, number][] {
  const groups = new Map<number, number[]>();
  const distinct = new Set(x.values).size;
  x.values.forEach((a, r) => {
    const b = y.values[r];
    if (a === null || b == null) return;
    const u = placeOn(x, a);
    const key = distinct <= 2 * BINS ? u : (Math.min(BINS - 1, Math.floor(u * BINS)) + 0.5) / BINS;
    groups.set(key, [...(groups.get(key) ?? []), placeOn(y, b)]);
  });
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([u, list]) => {
      list.sort((a, b) => a - b);
      const half = list.length >> 1;
      return [u, list.length % 2 === 1 ? list[half] : (list[half - 1] + list[half]) / 2];
    });
}
