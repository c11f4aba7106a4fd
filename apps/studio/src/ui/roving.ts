const WHAT = 'button, select, input, a[href]';
/** Keys that such a control needs for itself. */
const OWN = ['range', 'text', 'search'];

/**
 * Makes a group one stop of the Tab key: arrows, Home and End go on inside it. The stop is what is current in it, else where the focus was last, at
 * first `first` or the first one that can be used.
 */
export function rove(group: HTMLElement, first?: HTMLElement): void {
  let stop: HTMLElement | undefined = first;
  const usable = (): HTMLElement[] =>
    [...group.querySelectorAll<HTMLElement>(WHAT)].filter(
      (one) => one.getClientRects().length > 0 && !(one as HTMLButtonElement).disabled,
    );

  function update(): void {
    const all = usable();
    const current = all.find((one) => one.hasAttribute('aria-current'));
    if (current !== undefined && !group.contains(document.activeElement)) stop = current;
    if (stop === undefined || !all.includes(stop)) stop = preferred(all);
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
  }

  const preferred = (all: readonly HTMLElement[]): HTMLElement | undefined =>
    first !== undefined && all.includes(first) ? first : all[0];

  group.addEventListener('focusin', ({ target }) => {
    stop = (target as HTMLElement).closest<HTMLElement>(WHAT) ?? stop;
    update();
  });
  group.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement && OWN.includes(event.target.type)) return;
    const all = usable();
    const at = all.indexOf(event.target as HTMLElement);
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (at < 0 || to === undefined) return;
    // Up and down choose in a list that is closed.
    if (event.target instanceof HTMLSelectElement && event.key.match(/Up|Down/)) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, to))].focus();
  });
  const attributeFilter = ['hidden', 'disabled', 'aria-current'];
  new MutationObserver(update).observe(group, { subtree: true, childList: true, attributeFilter });
  new ResizeObserver(update).observe(group);
  update();
}
