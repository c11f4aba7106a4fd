import { h } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';

/** Something to take home. */
export interface Takeaway {
  /** Heading it stands under. */
  readonly group: string;
  readonly title: string;
  readonly about: string;
  /** Does it; words that it tells and gives back are shown. */
  take(tell: (words: string) => void): Promise<string>;
}

/** A card of everything that can be taken home. */
export function showShareCard(
  holder: HTMLElement,
  takeaways: readonly Takeaway[],
  range: HTMLElement,
): void {
  const close = (): void => holder.replaceChildren();
  const said = h('p', { class: 'note', role: 'status' });
  const row = ({ title, about, take }: Takeaway): HTMLElement => {
    const act = async (): Promise<void> => {
      said.textContent = `${title} …`;
      button.disabled = true;
      said.textContent = await take((words) => {
        said.textContent = words;
      }).catch((error: Error) => error.message);
      button.disabled = false;
    };
    const button = h('button', { type: 'button', click: act }, title, h('small', {}, about));
    return button;
  };
  const groups = new Map<string, HTMLElement[]>();
  for (const one of takeaways) groups.set(one.group, [...(groups.get(one.group) ?? []), row(one)]);
  const shut = h('button', { type: 'button', 'aria-label': 'Close', click: close }, icon('close'));
  holder.replaceChildren(
    h(
      'section',
      { class: 'card wide', 'aria-label': 'Share and export' },
      h('header', {}, h('h2', {}, 'Share and export'), shut),
      ...[...groups].map(([group, members]) =>
        h(
          'section',
          { class: 'takeaways', role: 'group', 'aria-label': group },
          h('h3', {}, group),
          ...members,
        ),
      ),
      range,
      said,
    ),
  );
  holder.querySelector<HTMLElement>('.takeaways button')?.focus();
}

/** Gives a file to the browser's downloads. */
export function download(name: string, bytes: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
