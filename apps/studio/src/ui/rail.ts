import { type Figure, PAPERS } from '../figures.ts';
import { h } from './dom.ts';

export type RailTab = 'scenes' | 'figures' | 'outline';

/** What stands at the left: scenes, figures of papers, or what the scene is made of. */
export interface Rail {
  /** Where each of them goes. */
  readonly holders: Readonly<Record<RailTab, HTMLElement>>;
  open(tab: RailTab): void;
  /** Marks the figure that is shown; null for none. */
  selectFigure(figure: Figure | null): void;
}

const TITLES: Readonly<Record<RailTab, string>> = {
  scenes: 'Scenes',
  figures: 'Figures',
  outline: 'Outline',
};

export function createRail(panel: HTMLElement, showFigure: (figure: Figure) => void): Rail {
  const names = Object.keys(TITLES) as RailTab[];
  const holders = Object.fromEntries(
    names.map((tab) => [
      tab,
      h('div', {
        class: 'rail-page',
        role: 'tabpanel',
        id: `rail-${tab}`,
        'aria-label': TITLES[tab],
      }),
    ]),
  ) as unknown as Record<RailTab, HTMLElement>;
  const tabs = names.map((tab) =>
    h(
      'button',
      { type: 'button', role: 'tab', 'aria-controls': `rail-${tab}`, click: () => open(tab) },
      TITLES[tab],
    ),
  );
  const bar = h('div', { class: 'rail-tabs', role: 'tablist', 'aria-label': 'Left side' }, ...tabs);
  let now: RailTab = 'scenes';
  bar.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const next = (names.indexOf(now) + step + names.length) % names.length;
    open(names[next]);
    tabs[next].focus();
  });
  panel.append(bar, ...Object.values(holders));

  function open(tab: RailTab): void {
    now = tab;
    names.forEach((name, i) => {
      tabs[i].setAttribute('aria-selected', String(name === tab));
      tabs[i].tabIndex = name === tab ? 0 : -1;
      holders[name].hidden = name !== tab;
    });
  }

  const buttons = new Map<Figure, HTMLButtonElement>();
  const row = (figure: Figure): HTMLElement => {
    const button = h(
      'button',
      { type: 'button', click: () => showFigure(figure) },
      h('b', {}, `Fig. ${figure.number}`),
      figure.title,
    );
    buttons.set(figure, button);
    return h('li', {}, button);
  };
  holders.figures.append(
    h(
      'div',
      { class: 'scenes figures' },
      ...PAPERS.map(({ title, authors, figures }) =>
        h(
          'section',
          { role: 'group', 'aria-label': title },
          h('h2', {}, title, h('small', {}, authors)),
          h('ul', {}, ...figures.map(row)),
        ),
      ),
    ),
  );
  open('scenes');
  return {
    holders,
    open,
    selectFigure(figure) {
      for (const [own, button] of buttons)
        button.setAttribute('aria-pressed', String(own === figure));
    },
  };
}
