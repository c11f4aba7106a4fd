import { download } from '../share/card.ts';

/** What a picture of a plot says. */
export interface PlotWords {
  readonly title: string;
  readonly entries: readonly { readonly color: string; readonly text: string }[];
  readonly ink: string;
  readonly paper: string;
}

/** Room above and below the chart, and around [px of the page]. */
const ROOM = { top: 26, bottom: 24, side: 8 };

/** Saves a chart with its title and legend as a PNG. */
export function savePlot(chart: HTMLCanvasElement, words: PlotWords): void {
  const ratio = chart.width / Math.max(1, chart.clientWidth);
  const picture = document.createElement('canvas');
  picture.width = chart.width + 2 * ratio * ROOM.side;
  picture.height = chart.height + ratio * (ROOM.top + ROOM.bottom);
  const pen = picture.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = words.paper;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(chart, ratio * ROOM.side, ratio * ROOM.top);
  pen.scale(ratio, ratio);
  pen.fillStyle = words.ink;
  pen.font = '600 13px system-ui, sans-serif';
  pen.fillText(words.title, ROOM.side, 18);
  pen.font = '11px system-ui, sans-serif';
  let x = ROOM.side;
  const y = picture.height / ratio - 9;
  for (const { color, text } of words.entries) {
    pen.fillStyle = color;
    pen.fillRect(x, y - 8, 8, 8);
    pen.fillStyle = words.ink;
    pen.fillText(text, x + 12, y);
    x += 24 + pen.measureText(text).width;
  }
  picture.toBlob((blob) => {
    if (blob !== null)
      download(`${words.title.toLowerCase().replaceAll(' ', '-')}.png`, blob, 'image/png');
  });
}
