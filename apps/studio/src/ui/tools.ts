import { TOLERANCE } from '../tuning.ts';
import type { Overlay } from '../view/scene-view.ts';
import { h } from './dom.ts';
import { createSwitch } from './switch.ts';

export interface ToolActions {
  overlay(shown: Overlay): void;
  adaptive(on: boolean): void;
  tolerance(value: number): void;
  compare(on: boolean): void;
  /** Whether contact forces are shown. */
  contacts(on: boolean): void;
  /** Whether motion counts by how large it looks from here. */
  follow(on: boolean): void;
}

/** What can be set about adaptive bodies; hidden for scenes that have none. */
export interface Tools {
  /** Shows a scene's own settings; null for a scene without adaptive bodies. */
  open(settings: { adaptive: boolean; tolerance: number; follows: boolean } | null): void;
  /** Shows or hides the frames or the cells, as the keys do. */
  toggleFrames(): void;
  toggleCells(): void;
  toggleContacts(): void;
  /** Says whether two runs are compared: then the one is adaptive and the other not. */
  comparing(on: boolean): void;
}

export function createTools(bar: HTMLElement, actions: ToolActions): Tools {
  // One of them at most: frames are inside the body, cells are in its place.
  const frames = createSwitch('Frames', 'Show the frames (f)', (on) => {
    cells.set(false);
    actions.overlay(on ? 'frames' : 'none');
  });
  const cells = createSwitch(
    'Cells',
    'Show the regions over which forces are evaluated, merged ones in one colour (c)',
    (on) => {
      frames.set(false);
      actions.overlay(on ? 'cells' : 'none');
    },
  );
  const contacts = createSwitch(
    'Contacts',
    'Show where bodies touch, and with what force (t)',
    actions.contacts,
  );
  const follow = createSwitch(
    'Camera',
    'Motion counts by how large it looks from here: what is far away or out of sight sleeps sooner',
    actions.follow,
  );
  const adaptive = createSwitch(
    'Adaptive',
    'Frames sleep where nothing needs them; off keeps all awake',
    actions.adaptive,
  );
  const compare = createSwitch(
    'Compare',
    'The same scene twice: adaptive, and with all frames awake',
    actions.compare,
  );
  const shown = h('output', {}, '');
  const slider = h('input', {
    type: 'range',
    // Powers of ten: each doubling is as far as the one before.
    min: String(Math.log10(TOLERANCE.least)),
    max: String(Math.log10(TOLERANCE.most)),
    step: '0.02',
    'aria-label': 'Tolerance',
  });
  const write = (value: number): void => {
    shown.textContent = value.toPrecision(2);
    slider.setAttribute('aria-valuetext', value.toPrecision(2));
    slider.style.setProperty('--part', `${100 * partOf(value)}%`);
  };
  slider.addEventListener('input', () => {
    const value = Number((10 ** Number(slider.value)).toPrecision(3));
    write(value);
    actions.tolerance(value);
  });
  frames.set(true);
  bar.append(
    frames.element,
    cells.element,
    contacts.element,
    adaptive.element,
    h(
      'label',
      {
        class: 'tolerance',
        title: 'Motion that may be overlooked: to the right fewer frames are awake',
      },
      'Tolerance',
      slider,
      shown,
    ),
    follow.element,
    compare.element,
  );
  return {
    open(settings) {
      bar.hidden = settings === null;
      if (settings === null) return;
      adaptive.set(settings.adaptive);
      follow.set(settings.follows);
      slider.value = String(Math.log10(settings.tolerance));
      write(settings.tolerance);
    },
    toggleFrames() {
      if (!bar.hidden) frames.element.click();
    },
    toggleCells() {
      if (!bar.hidden) cells.element.click();
    },
    // Any scene may have contacts: the key works without the bar, too.
    toggleContacts: () => contacts.element.click(),
    comparing(on) {
      compare.set(on);
      if (on) adaptive.set(true);
      adaptive.disable(on);
    },
  };
}

/** How far along the slider a value is, 0 to 1. */
function partOf(value: number): number {
  const { least, most } = TOLERANCE;
  return Math.min(1, Math.max(0, Math.log(value / least) / Math.log(most / least)));
}
