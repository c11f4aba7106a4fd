import { h } from './dom.ts';

/** What stands at the side: one thing at a time. */
export type SideTab = 'numbers' | 'body' | 'adapt' | 'world' | 'look';

const TITLES: Readonly<Record<SideTab, string>> = {
  numbers: 'Measure',
  body: 'Body',
  adapt: 'Adapt',
  world: 'World',
  look: 'Look',
};
const REMEMBERED = 'pliant-studio-side';

export interface SideTabs {
  readonly tab: SideTab;
  open(tab: SideTab): void;
}

/** Tabs over the panels at the side. The last one is remembered. `opened` is called when one comes up. */
export function createSideTabs(
  holder: HTMLElement,
  panels: Readonly<Record<'numbers' | 'adapting' | 'inspector', HTMLElement>>,
  opened: (tab: SideTab) => void,
): SideTabs {
  let now: SideTab = 'numbers';
  const names = Object.keys(TITLES) as SideTab[];
  const buttons = names.map((tab) =>
    h('button', { type: 'button', role: 'tab', click: () => open(tab) }, TITLES[tab]),
  );
  holder.append(...buttons);
  holder.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const next = (names.indexOf(now) + step + names.length) % names.length;
    open(names[next]);
    buttons[next].focus();
  });

  function open(tab: SideTab): void {
    now = tab;
    buttons.forEach((button, i) => {
      const isOn = names[i] === tab;
      button.setAttribute('aria-selected', String(isOn));
      button.tabIndex = isOn ? 0 : -1;
    });
    panels.numbers.classList.toggle('away', tab !== 'numbers');
    panels.adapting.classList.toggle('away', tab !== 'adapt');
    panels.inspector.classList.toggle('away', tab === 'numbers');
    try {
      localStorage.setItem(REMEMBERED, tab);
    } catch {
      // Where nothing is kept, nothing is remembered.
    }
    opened(tab);
  }

  open(names.find((name) => name === remembered()) ?? 'numbers');
  return {
    get tab() {
      return now;
    },
    open,
  };
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}
