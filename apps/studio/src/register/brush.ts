import { h } from '../ui/dom.ts';
import { whole } from '../ui/format.ts';
import { createSlider } from '../ui/slider.ts';
import { createMask, type Mask } from './mask.ts';
import type { RegisterSide } from './protocol.ts';
import type { Pointed, RegisterScene } from './scene.ts';

/** A brush that leaves parts of either mesh out of the fit. */
export interface Brush {
  readonly element: HTMLElement;
  readonly mask: Mask;
  /** Paints at a place. */
  paint(at: Pointed): void;
  /** The ring under the pointer; null for none. */
  hover(at: Pointed | null): void;
  /** A mesh has come. */
  reset(side: RegisterSide, vertices: number): void;
  /** Colours what is left out again. */
  refresh(): void;
}

/** Of the brush, in parts of a shape's longest side. */
const WIDTH = 0.12;

export function createBrush(
  scene: () => RegisterScene | null,
  positions: (side: RegisterSide) => ArrayLike<number> | null,
): Brush {
  const mask = createMask();
  let width = WIDTH;
  const restore = h('input', { type: 'checkbox' });
  const widths = createSlider(
    {
      label: 'Width',
      hint: 'Of the brush, as a part of the mesh’s size',
      ...{ least: 0.02, most: 0.5, powers: true },
      text: (value) => `${Math.round(100 * value)} %`,
    },
    (value) => {
      width = value;
    },
  );
  widths.set(width);
  const count = h('p', { class: 'note', role: 'status' });
  const clear = h(
    'button',
    {
      type: 'button',
      click() {
        for (const side of ['template', 'scan'] as const)
          mask.reset(side, (positions(side)?.length ?? 0) / 3);
        refresh();
      },
    },
    'Take all in again',
  );
  const element = h(
    'div',
    { class: 'register-brush', hidden: true },
    widths.element,
    h('label', { class: 'row' }, 'Take in again', restore),
    count,
    clear,
  );

  function refresh(): void {
    const [template, scan] = (['template', 'scan'] as const).map((side) => mask.count(side));
    count.textContent =
      template + scan === 0
        ? 'Nothing is left out. Drag over what the other mesh lacks, or what does not belong to it.'
        : `Left out: ${whole(template)} vertices of the template, ${whole(scan)} of the scan.`;
    clear.hidden = template + scan === 0;
    for (const side of ['template', 'scan'] as const) scene()?.leftOut(side, mask.weights(side));
  }

  return {
    element,
    mask,
    paint({ side, point }) {
      const at = positions(side);
      const radius = scene()?.lengthOf(side, width / 2) ?? 0;
      if (at !== null && mask.paint(side, at, point, radius, !restore.checked)) refresh();
    },
    hover: (at) => scene()?.brush(at, width / 2),
    reset(side, vertices) {
      mask.reset(side, vertices);
      refresh();
    },
    refresh,
  };
}
