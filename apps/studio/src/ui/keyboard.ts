/**
 * Keys that work wherever the focus is, unless it is on something that uses them itself. `Ctrl+z` stands for the command key of a Mac, too;
 * capital letters are typed with shift.
 */
export function listenToKeys(actions: Readonly<Record<string, () => void>>): void {
  window.addEventListener('keydown', (event) => {
    // What is open in front of all has the keys for itself.
    if (event.altKey || document.querySelector('dialog[open]') !== null) return;
    const isHeld = event.ctrlKey || event.metaKey;
    const target = event.target as HTMLElement;
    const isTyping = target.closest('input:not([type=range]), textarea, select') !== null;
    if (isTyping && !(isHeld && event.key === 'k')) return;
    // A slider needs keys that have names; letters it leaves to us.
    if (!isHeld && target.closest('input') !== null && event.key.length > 1) return;
    if (!isHeld && event.repeat) return;
    if (event.key === ' ' && target.closest('button, summary') !== null) return;
    const act = actions[isHeld ? `Ctrl+${event.key}` : event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
