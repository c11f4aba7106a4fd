import { type SliceSettings, VIEWS, type ViewName } from '../view/view-settings.ts';
import { h } from './dom.ts';
import { createSlider } from './slider.ts';

export interface ViewPillActions {
  view(name: ViewName): void;
  slice(settings: SliceSettings): void;
}

/** The row of ways to look at bodies. */
export interface ViewPills {
  /** Which are offered, and which is chosen. */
  show(chosen: ViewName, offered: readonly ViewName[], slice: SliceSettings): void;
}

const HINTS: Readonly<Record<ViewName, string>> = {
  surface: 'Bodies as they look (1)',
  ghost: 'Transparent bodies (2)',
  structure: 'The elements that are computed, inside the bodies (3)',
  slice: 'Bodies cut open (4)',
  heat: 'Stretch of the surface, or a field of the inside, in colours (5)',
};
const AXES = ['x', 'y', 'z'];

export function createViewPills(bar: HTMLElement, actions: ViewPillActions): ViewPills {
  const pills = VIEWS.map((name) =>
    h(
      'button',
      { type: 'button', role: 'radio', title: HINTS[name], click: () => actions.view(name) },
      name[0].toUpperCase() + name.slice(1),
    ),
  );
  const group = h('div', { role: 'radiogroup', 'aria-label': 'View', class: 'pills' }, ...pills);
  group.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const there = pills.filter(({ hidden }) => !hidden);
    const at = there.indexOf(event.target as HTMLButtonElement);
    const next = there[(at + step + there.length) % there.length];
    next.focus();
    next.click();
  });
  let slice: SliceSettings = { axis: 2, at: 0.5 };
  const axes = AXES.map((name, axis) =>
    h(
      'button',
      {
        type: 'button',
        'aria-label': `Cut across ${name}`,
        click: () => actions.slice({ ...slice, axis }),
      },
      name,
    ),
  );
  const place = createSlider(
    {
      label: '',
      name: 'Where it is cut',
      hint: 'Where each body is cut, along its length',
      least: 0.01,
      most: 0.99,
      text: (value) => `${Math.round(100 * value)} %`,
    },
    (at) => actions.slice({ ...slice, at }),
  );
  const cut = h(
    'div',
    { class: 'slice', role: 'group', 'aria-label': 'Slice', hidden: true },
    ...axes,
  );
  cut.append(place.element);
  bar.append(group, cut);
  return {
    show(chosen, offered, now) {
      slice = now;
      VIEWS.forEach((name, i) => {
        pills[i].hidden = !offered.includes(name);
        pills[i].setAttribute('aria-checked', String(name === chosen));
        pills[i].tabIndex = name === chosen ? 0 : -1;
      });
      cut.hidden = chosen !== 'slice';
      axes.forEach((axis, i) => void axis.setAttribute('aria-pressed', String(i === now.axis)));
      place.set(now.at);
    },
  };
}
