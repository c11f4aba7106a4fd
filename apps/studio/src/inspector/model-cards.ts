import { getAt, type Json } from '../document/json.ts';
import { MODELS, recommended } from '../models/models.ts';
import { slowness } from '../models/speed.ts';
import { h } from '../ui/dom.ts';
import { digits } from '../ui/format.ts';

export interface ModelCardsSource {
  scene(): Json;
  readonly body: number;
  take(type: string, title: string): void;
}

/** The models as cards: picture, what a step is likely to take, and which one suits the body. */
export function modelCards({ scene, body, take }: ModelCardsSource): {
  readonly element: HTMLElement;
  refresh(): void;
} {
  const factor = slowness();
  const cards = MODELS.map(({ type, title, about, picture, cost }) => {
    const milliseconds = h('small', {});
    const mark = h('small', { class: 'mark', hidden: true }, 'recommended');
    const button = h(
      'button',
      { type: 'button', click: () => take(type, title) },
      drawing(picture),
      h('b', {}, title),
      milliseconds,
      mark,
    );
    return { type, about, cost, button, milliseconds, mark };
  });
  const element = h(
    'div',
    { class: 'model-cards', role: 'group', 'aria-label': 'Model' },
    ...cards.map(({ button }) => button),
  );
  return {
    element,
    refresh() {
      const now = getAt(scene(), ['bodies', body, 'model', 'type']) ?? 'solid';
      const isBox = getAt(scene(), ['bodies', body, 'shape', 'type']) === 'box';
      const best = recommended(scene(), body);
      for (const { type, about, cost, button, milliseconds, mark } of cards) {
        const likely = factor * (isBox ? cost.box : cost.other);
        button.setAttribute('aria-pressed', String(type === now));
        milliseconds.textContent = `≈ ${likely < 10 ? likely.toFixed(1) : Math.round(likely)} ms`;
        mark.hidden = type !== best.type;
        button.title = [
          about,
          `a step at default settings while it moves, on this machine: about ${digits(likely)} ms`,
          ...(mark.hidden ? [] : [`recommended: ${best.why}`]),
        ].join('\n');
      }
    },
  };
}

function drawing(path: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 48 32');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(namespace, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
