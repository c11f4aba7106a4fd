import type { Landmark } from 'pliant/register';
import { h } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import type { Pointed, RegisterScene } from './scene.ts';

/** A place of the template and the same of the scan; the second is still to come if null. */
interface Pair {
  readonly vertex: number;
  readonly template: number[];
  scan: [number, number, number] | null;
}

/** Pairs of places that were clicked, with the list of them. */
export interface Landmarks {
  readonly element: HTMLElement;
  click(at: Pointed): void;
  /** As a fit takes them. */
  list(): Landmark[];
  clear(): void;
  /** Draws the marks again. */
  refresh(): void;
}

export function createLandmarks(scene: () => RegisterScene | null): Landmarks {
  const element = h('ul', { class: 'register-marks', 'aria-label': 'Landmarks' });
  let pairs: Pair[] = [];

  function refresh(): void {
    scene()?.marks(pairs);
    element.replaceChildren(
      ...pairs.map((pair, i) =>
        h(
          'li',
          {},
          `Landmark ${i + 1}${pair.scan === null ? ': now click the scan' : ''}`,
          h(
            'button',
            {
              type: 'button',
              'aria-label': `Remove landmark ${i + 1}`,
              click() {
                pairs = pairs.filter((one) => one !== pair);
                refresh();
              },
            },
            icon('close'),
          ),
        ),
      ),
    );
  }

  return {
    element,
    click({ side, point, vertex }) {
      const last = pairs[pairs.length - 1];
      const isHalf = last !== undefined && last.scan === null;
      if (side === 'scan') {
        if (isHalf) last.scan = point;
      } else {
        if (isHalf) pairs.pop();
        pairs.push({ vertex, template: point, scan: null });
      }
      refresh();
    },
    list: () =>
      pairs.flatMap(({ vertex, scan }): Landmark[] =>
        scan === null ? [] : [{ vertex, target: scan }],
      ),
    clear() {
      pairs = [];
      refresh();
    },
    refresh,
  };
}
