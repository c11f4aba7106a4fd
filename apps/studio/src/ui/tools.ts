import { TOLERANCE } from '../tuning.ts';
import { h } from './dom.ts';
import { createSwitch } from './switch.ts';

export interface ToolActions {
  frames(on: boolean): void;
  adaptive(on: boolean): void;
  tolerance(value: number): void;
  compare(on: boolean): void;
}

/** What can be set about adaptive bodies; hidden for scenes that have none. */
export interface Tools {
  /** Shows a scene's own settings; null for a scene without adaptive bodies. */
  open(settings: { adaptive: boolean; tolerance: number } | null): void;
  /** Shows or hides the frames, as the key does. */
  toggleFrames(): void;
  /** Says whether two runs are compared: then the one is adaptive and the other not. */
  comparing(on: boolean): void;
}

export function createTools(bar: HTMLElement, actions: ToolActions): Tools {
  const frames = createSwitch('Frames', 'Show the frames (f)', actions.frames);
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
    compare.element,
  );
  return {
    open(settings) {
      bar.hidden = settings === null;
      if (settings === null) return;
      adaptive.set(settings.adaptive);
      slider.value = String(Math.log10(settings.tolerance));
      write(settings.tolerance);
    },
    toggleFrames() {
      if (!bar.hidden) frames.element.click();
    },
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
