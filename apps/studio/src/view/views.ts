import { cellColor } from '@pliant/three';
import { Color } from 'three';
import type { SceneInfo } from '../protocol.ts';
import { quantity } from '../ui/format.ts';
import { createLegend, cssOf, type LegendState } from '../ui/legend.ts';
import { createViewPills } from '../ui/view-pills.ts';
import type { Show } from './show.ts';
import { partColors } from './theme.ts';
import {
  type Coloring,
  coloringsOf,
  type Insides,
  insidesOf,
  isOffered,
  needsCells,
  PLAIN,
  SLICE_DEFAULTS,
  type SliceSettings,
  usualView,
  VIEWS,
  type ViewName,
  type ViewSettings,
} from './view-settings.ts';

/** How a scene is looked at, to be kept with a document. */
export interface KeptView {
  readonly view?: string;
  readonly coloring?: string;
  readonly slice?: SliceSettings;
}

/** The ways to look at the scene: pills, legend, and what the picture shows. */
export interface Views {
  /** Another scene: looked at as the hand chose last, else as is usual for it. */
  open(info: SceneInfo): void;
  readonly now: ViewSettings;
  /** `coloring` by its name; the first there is if it has no such. */
  set(view: ViewName, coloring?: string, slice?: SliceSettings): void;
  /** Goes to a view, or back to the surface if it is that already. */
  toggle(view: ViewName, kind: Coloring['kind']): void;
  /** Shows surfaces for a while, and then what was shown before, unless something else was chosen meanwhile. */
  surfaces(on: boolean): void;
  kept(): KeptView;
  restore(kept: KeptView): void;
  /** Brings the legend after what is shown. */
  refresh(): void;
}

export interface ViewsParts {
  readonly bar: HTMLElement;
  readonly holder: HTMLElement;
  readonly show: Show;
  /** Asks for cells, or for none; and for what their values show. */
  cells(on: boolean): void;
  shade(value: string): void;
  /** What the pointer shows just now, in words. */
  hovered(): string | null;
  /** Asks for layers by themselves, or for none. */
  apart(on: boolean): void;
}

/** More keys than this are not listed: then neighbours just differ. */
const MOST_KEYS = 8;

export function createViews(parts: ViewsParts): Views {
  const { bar, holder, show, cells, shade, apart } = parts;
  let insides: Insides = { hasParts: false, hasLayers: false, cells: [] };
  let settings: ViewSettings = PLAIN;
  /** What a hand chose last; null if it has not. */
  let chosen: ViewName | null = null;
  /** What was shown before surfaces were; null if nothing else was. */
  let before: ViewSettings | null = null;
  const pills = createViewPills(bar, {
    view(name) {
      chosen = name;
      set(name);
    },
    slice: (slice) => set(settings.view, settings.coloring.name, slice),
  });
  const legend = createLegend(holder, (name) => set(settings.view, name));

  function set(view: ViewName, coloring?: string, slice = settings.slice): void {
    const possible = coloringsOf(view, insides);
    const name = coloring ?? settings.coloring.name;
    const now = possible.find((one) => one.name === name) ?? possible[0] ?? PLAIN.coloring;
    settings = { view, coloring: now, slice };
    if (now.kind === 'value') shade(now.name);
    cells(needsCells(settings, insides));
    apart(view === 'structure' && insides.hasLayers);
    show.look(settings);
    const offered = VIEWS.filter((one) => isOffered(one, insides));
    pills.show(view, offered, slice);
    refresh();
  }

  /** The numbers that the colours stand for. */
  function ramp(kind: Coloring['kind']): LegendState['ramp'] {
    const view = show.view();
    if (kind === 'stretch') {
      return { low: '0 %', high: `${(100 * (view?.stretchScale() ?? 0)).toPrecision(2)} %` };
    }
    if (kind !== 'value') return null;
    const shown = view?.shownCells();
    const unit = shown?.info.unit;
    if (!shown || unit === undefined || !(shown.high > 0)) return { low: 'low', high: 'high' };
    return { low: quantity(shown.low, unit), high: quantity(shown.high, unit) };
  }

  function rows(kind: Coloring['kind']): Pick<LegendState, 'rows' | 'words'> {
    if (kind === 'frames') {
      const [passive, active, driven] = partColors();
      const list = [
        { color: active, text: 'awake' },
        { color: passive, text: 'asleep' },
        { color: driven, text: 'driven' },
      ];
      return { rows: list, words: '' };
    }
    const shown = kind === 'key' ? show.view()?.shownCells() : null;
    if (!shown) return { rows: [], words: '' };
    const { info, sizes } = shown;
    if (info.label !== 'level' || sizes.size > MOST_KEYS)
      return { rows: [], words: `one colour per ${info.label}` };
    const list = [...sizes]
      .sort((a, b) => b[1] - a[1])
      .map(([key, size]) => ({
        color: cssOf(cellColor(new Color(), key)),
        text: quantity(size, 'm'),
      }));
    return { rows: list, words: '' };
  }

  function refresh(): void {
    const { view, coloring } = settings;
    const hovered = parts.hovered();
    const choices = coloringsOf(view, insides).map(({ name }) => name);
    legend.show(
      choices.length === 0
        ? null
        : {
            choices,
            chosen: coloring.name,
            ...(hovered === null
              ? { ramp: ramp(coloring.kind), ...rows(coloring.kind) }
              : { ramp: null, rows: [], words: hovered }),
          },
    );
  }

  return {
    open({ bodies }) {
      insides = insidesOf(bodies);
      const kept = chosen !== null && isOffered(chosen, insides) ? chosen : usualView(insides);
      set(kept, kept === settings.view ? settings.coloring.name : '', SLICE_DEFAULTS);
    },
    get now() {
      return settings;
    },
    set,
    toggle(view, kind) {
      const isFrames = settings.coloring.kind === 'frames';
      const isOn = settings.view === view && isFrames === (kind === 'frames');
      const coloring = coloringsOf(view, insides).find((one) => one.kind === kind);
      if (coloring === undefined) return;
      chosen = isOn ? 'surface' : view;
      set(chosen, isOn ? '' : coloring.name);
    },
    surfaces(on) {
      const back = before;
      before = null;
      if (on && settings.view !== 'surface') {
        before = settings;
        set('surface');
      } else if (!on && back !== null && settings.view === 'surface')
        set(back.view, back.coloring.name, back.slice);
    },
    kept: () => ({
      view: settings.view,
      coloring: settings.coloring.name,
      slice: settings.slice,
    }),
    restore({ view, coloring, slice }) {
      const known = VIEWS.find((name) => name === view);
      if (known !== undefined) set(known, coloring, slice ?? SLICE_DEFAULTS);
    },
    refresh,
  };
}
