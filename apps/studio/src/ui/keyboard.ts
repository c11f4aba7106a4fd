/** Keys that work wherever the focus is, unless it is on something that uses them itself. */
export function listenToKeys(actions: Readonly<Record<string, () => void>>): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select') !== null) return;
    if (event.key === ' ' && target.closest('button') !== null) return;
    const act = actions[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
