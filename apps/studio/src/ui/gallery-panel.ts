import { GALLERY, type GalleryEntry, GROUPS } from '../gallery.ts';
import { h } from './dom.ts';

export interface GalleryPanel {
  /** Marks the running scene; null for one that is not of the gallery. */
  select(name: string | null): void;
}

/** The list of scenes. Each is a link to its own address, so that the browser's back button and bookmarks work. */
export function createGalleryPanel(
  panel: HTMLElement,
  actions: { open(files: readonly File[]): void; register(): void },
): GalleryPanel {
  const links: HTMLAnchorElement[] = [];
  const item = ({ name, title, description }: GalleryEntry): HTMLElement => {
    // The heading has room for what comes after a colon; the list has not.
    // A whole address: with `#` alone, links would be taken for jumps within the page.
    const href = `${location.pathname}${location.search}#${name}`;
    const link = h('a', { href, title: description }, title.split(':')[0]);
    links.push(link);
    return h('li', {}, link);
  };
  const list = h(
    'div',
    { class: 'scenes' },
    ...GROUPS.map(({ title, about, scenes }) =>
      h(
        'section',
        { role: 'group', 'aria-label': title },
        h('h2', {}, title, h('small', {}, about)),
        h('ul', {}, ...scenes.map(item)),
      ),
    ),
  );
  list.addEventListener('keydown', (event) => moveFocus(event, links));

  const input = h('input', {
    type: 'file',
    multiple: true,
    hidden: true,
    'aria-label': 'Scene files',
  });
  input.addEventListener('change', () => {
    actions.open([...(input.files ?? [])]);
    input.value = '';
  });
  panel.append(
    list,
    h('button', { class: 'quiet', type: 'button', click: () => input.click() }, 'Open or import…'),
    h(
      'button',
      { class: 'quiet', type: 'button', click: actions.register },
      'Fit a mesh to a scan…',
    ),
    input,
  );
  return {
    select(name) {
      links.forEach((link, i) => {
        if (GALLERY[i].name === name) {
          link.setAttribute('aria-current', 'true');
          link.scrollIntoView({ block: 'nearest' });
        } else link.removeAttribute('aria-current');
      });
    },
  };
}

/** Up and down, home and end, as in any list. */
function moveFocus(event: KeyboardEvent, links: readonly HTMLAnchorElement[]): void {
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (at < 0) return;
  const to = {
    ArrowDown: Math.min(links.length - 1, at + 1),
    ArrowUp: Math.max(0, at - 1),
    Home: 0,
    End: links.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  links[to].focus();
}
