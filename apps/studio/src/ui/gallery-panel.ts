import { PAPERS } from '../figures.ts';
import { GALLERY, type GalleryEntry, GROUPS } from '../gallery.ts';
import { MODELS } from '../models/models.ts';
import { h } from './dom.ts';
import { rove } from './roving.ts';

export interface GalleryPanel {
  /** Marks the running scene; null for one that is not of the gallery. */
  select(name: string | null): void;
  /** Brings the thumbnails: they come after what is needed to see the first scene move. */
  showThumbnails(): void;
}

interface Card {
  readonly entry: GalleryEntry;
  readonly link: HTMLAnchorElement;
  readonly item: HTMLElement;
  readonly thumbnail: HTMLElement;
  /** What a search finds it by. */
  readonly words: string;
}

/** The scenes, as cards. Each is a link to its own address, so that the browser's back button and bookmarks work. */
export function createGalleryPanel(
  panel: HTMLElement,
  actions: { open(files: readonly File[]): void; register(): void; sweep(): void },
): GalleryPanel {
  const cards = new Map(GALLERY.map((entry) => [entry.name, cardOf(entry)]));
  const groups = GROUPS.map(({ title, about, scenes }) => ({
    scenes,
    element: h(
      'section',
      { role: 'group', 'aria-label': title },
      h('h2', {}, title, h('small', {}, about)),
      h('ul', { class: 'cards' }, ...scenes.flatMap(({ name }) => cards.get(name)?.item ?? [])),
    ),
  }));
  const none = h('p', { class: 'none', hidden: true }, 'No scene matches.');
  const list = h('div', { class: 'scenes' }, ...groups.map(({ element }) => element), none);
  rove(list);

  let model = '';
  const search = h('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search scenes',
    input: filter,
  });
  const used = new Set(GALLERY.flatMap(({ models }) => models));
  const chips = MODELS.filter(({ type }) => used.has(type)).map(({ type, title, about }) =>
    h(
      'button',
      {
        type: 'button',
        title: about,
        'aria-pressed': 'false',
        click() {
          model = model === type ? '' : type;
          filter();
        },
      },
      title,
    ),
  );
  const chipTypes = MODELS.filter(({ type }) => used.has(type)).map(({ type }) => type);

  function filter(): void {
    const wanted = search.value.trim().toLowerCase().split(/\s+/);
    for (const { entry, item, words } of cards.values())
      item.hidden =
        (model !== '' && !entry.models.includes(model)) ||
        !wanted.every((word) => words.includes(word));
    for (const { scenes, element } of groups)
      element.hidden = scenes.every(({ name }) => cards.get(name)?.item.hidden ?? true);
    none.hidden = groups.some(({ element }) => !element.hidden);
    chips.forEach((chip, i) => {
      chip.setAttribute('aria-pressed', String(chipTypes[i] === model));
    });
  }

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
    search,
    h('div', { class: 'chips', role: 'group', 'aria-label': 'Models' }, ...chips),
    list,
    h('button', { class: 'quiet', type: 'button', click: () => input.click() }, 'Open or import…'),
    h(
      'button',
      { class: 'quiet', type: 'button', click: actions.register },
      'Fit a mesh to a scan…',
    ),
    h(
      'button',
      {
        ...{ class: 'quiet sweep-button', type: 'button', click: actions.sweep },
        title: 'Many runs of this scene with other values, and what comes of them',
      },
      'Sweep values…',
    ),
    input,
  );
  // Pictures of cards that are scrolled to.
  const near = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const url = (target as HTMLElement).dataset['url'];
      if (url !== undefined) (target as HTMLElement).style.backgroundImage = `url("${url}")`;
    }
  });
  let areShown = false;
  return {
    select(name) {
      for (const { entry, link } of cards.values()) {
        if (entry.name === name) {
          link.setAttribute('aria-current', 'true');
          link.scrollIntoView({ block: 'nearest' });
        } else link.removeAttribute('aria-current');
      }
    },
    showThumbnails() {
      if (areShown) return;
      areShown = true;
      for (const { thumbnail } of cards.values()) near.observe(thumbnail);
    },
  };
}

function cardOf(entry: GalleryEntry): Card {
  const { name, title, description, models, hasThumbnail } = entry;
  const thumbnail = h('span', { class: 'thumbnail', 'aria-hidden': 'true' });
  if (hasThumbnail) thumbnail.dataset['url'] = `thumbs/${name}.webp`;
  // A whole address: with `#` alone, links would be taken for jumps within the page.
  const href = `${location.pathname}${location.search}#${name}`;
  // The heading has room for what comes after a colon; the card has not.
  const link = h('a', { href, title: description }, thumbnail, title.split(':')[0]);
  const figures = PAPERS.flatMap((paper) =>
    paper.figures
      .filter(({ scene }) => scene === name)
      .map((figure) => `fig. ${figure.number} ${figure.title} ${paper.title} ${paper.authors}`),
  );
  const words = [name, title, description, ...models, ...figures].join(' ').toLowerCase();
  return { entry, link, item: h('li', {}, link), thumbnail, words };
}
