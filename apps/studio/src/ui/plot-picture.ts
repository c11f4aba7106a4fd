import { download } from '../share/card.ts';
import { svg } from './svg.ts';

/** An entry of a legend: a CSS variable that holds its colour, and its words. */
export interface PlotWords {
  readonly color: string;
  readonly text: string;
}

/** Room above and below the chart, and around [px of the page]. */
const ROOM = { top: 26, bottom: 24, side: 8 };
/** Pixels of the picture for one of the page. */
const PIXELS = 3;
/** What of the page's style a drawing goes by. */
const STYLES = ['stroke', 'fill', 'fill-opacity', 'font-size', 'font-family', 'visibility'];

/** Saves a chart with its title and legend as a PNG. */
export async function savePlot(
  chart: SVGSVGElement,
  title: string,
  words: readonly PlotWords[],
): Promise<void> {
  const style = getComputedStyle(chart);
  const css = (name: string): string => style.getPropertyValue(name).trim();
  const { width: wide, height: tall } = chart.getBoundingClientRect();
  const [width, height] = [wide + 2 * ROOM.side, tall + ROOM.top + ROOM.bottom];
  const copy = chart.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('x', String(ROOM.side));
  copy.setAttribute('y', String(ROOM.top));
  paint(copy, chart);
  const whole = svg(
    'svg',
    {
      ...{ width: PIXELS * width, height: PIXELS * height },
      viewBox: `0 0 ${width} ${height}`,
      ...{ 'font-family': 'system-ui, sans-serif', fill: css('--ink') },
    },
    svg('rect', { width, height, fill: css('--sky') }),
    svg('text', { x: ROOM.side, y: 18, 'font-size': 13, 'font-weight': 600 }, title),
    copy,
  );
  let x = ROOM.side;
  for (const { color, text } of words) {
    if (text === '') continue;
    whole.append(
      svg('rect', { x, y: height - 17, width: 8, height: 8, fill: css(color) }),
      svg('text', { x: x + 12, y: height - 9, 'font-size': 11 }, text),
    );
    // Letters are about half as wide as high.
    x += 24 + 6 * text.length;
  }
  const png = await pngOf(new XMLSerializer().serializeToString(whole), whole);
  if (png !== null) download(`${title.toLowerCase().replaceAll(' ', '-')}.png`, png, 'image/png');
}

/** Gives a copy the colours that the original has by the page's styles. */
function paint(copy: Element, original: Element): void {
  const style = getComputedStyle(original);
  copy.removeAttribute('style');
  for (const name of STYLES) copy.setAttribute(name, style.getPropertyValue(name));
  [...copy.children].forEach((child, i) => {
    paint(child, original.children[i]);
  });
}

async function pngOf(source: string, { width, height }: SVGSVGElement): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const picture = document.createElement('canvas');
  picture.width = width.baseVal.value;
  picture.height = height.baseVal.value;
  picture.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((done) => picture.toBlob(done, 'image/png'));
}
