import type { Row } from './types.ts';

const WIDTH = 760;
const LEFT = 130;
const ROW = 26;
const TOP = 34;
/** Errors beyond this are drawn at the edge. */
const RANGE = 0.4;

/** One line a model, one dot a case: where its error is. Dots at the edge are further out. */
export function errorPlot(title: string, rows: readonly Row[]): string {
  const models = [...new Set(rows.map((row) => row.model))].filter((name) => !name.includes(':'));
  const height = TOP + models.length * ROW + 30;
  const x = (error: number): number =>
    LEFT + ((Math.max(-RANGE, Math.min(RANGE, error)) + RANGE) / (2 * RANGE)) * (WIDTH - LEFT - 20);
  const ticks = [-0.4, -0.2, 0, 0.2, 0.4].map((error) => {
    const label = `${error < 0 ? '−' : error > 0 ? '+' : ''}${Math.abs(100 * error)} %`;
    return (
      `<line x1="${x(error)}" x2="${x(error)}" y1="${TOP - 6}" y2="${height - 26}" stroke="#ccc"/>` +
      `<text x="${x(error)}" y="${height - 10}" text-anchor="middle">${label}</text>`
    );
  });
  const lines = models.map((model, i) => {
    const y = TOP + i * ROW + ROW / 2;
    const dots = rows
      .filter((row) => row.model === model)
      .map(({ error, ok }) => {
        const at = Number.isFinite(error) ? error : RANGE;
        const colour = ok === null ? '#888' : ok ? '#2a7f4f' : '#c1121f';
        return `<circle cx="${x(at).toFixed(1)}" cy="${y}" r="4" fill="${colour}" fill-opacity="0.6"/>`;
      });
    return `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${model}</text>${dots.join('')}`;
  });
  const band = `<rect x="${x(-0.05)}" width="${x(0.05) - x(-0.05)}" y="${TOP - 6}" height="${height - 20 - TOP}" fill="#2a7f4f" fill-opacity="0.12"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="${LEFT}" y="18" font-size="14">${title}</text>
${band}
${ticks.join('\n')}
${lines.join('\n')}
</svg>
`;
}
