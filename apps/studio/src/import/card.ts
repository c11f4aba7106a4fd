import { MODELS } from '../models/models.ts';
import { h } from '../ui/dom.ts';
import { whole } from '../ui/format.ts';
import { icon } from '../ui/icons.ts';
import { UNITS, type Up } from './guess.ts';
import { startImport } from './open.ts';
import type { Placed, Placement } from './place.ts';
import type { Found } from './read.ts';

export interface ImportActions {
  /** Opens it as a document of its own. */
  open(placed: Placed): void;
  /** Puts it into the scene that is open. */
  add(placed: Placed): void;
  /** Names of bodies that are there. */
  taken(): readonly string[];
  /** Where there is room for it in the scene, x and z [m]; given how wide it is [m]. */
  room(width: number): readonly [number, number];
}

/** Models that take any solid. */
const TAKEN = ['solid', 'frames', 'octree', 'tets'];

/** The model that a thing is offered with. */
const recommendedFor = ({ thin }: Found): string => (thin ? 'frames' : 'solid');

/** How much of a figure with bones is soft. */
const FLESH = [
  ['', 'no flesh'],
  ['0.3', 'a little flesh'],
  ['0.5', 'flesh'],
  ['0.8', 'much flesh'],
] as const;

const THIN_WORDS =
  'It is thin. Frames compute it fast; finite elements (Solid) need many through its thickness, and take seconds a step when it lands flat.';

/** A card that shows what a dropped file is, and puts it on the floor with one click. */
export async function showImportCard(
  holder: HTMLElement,
  {
    file,
    bytes,
    files,
  }: {
    file: string;
    bytes: Uint8Array;
    files: Readonly<Record<string, Uint8Array>>;
  },
  actions: ImportActions,
): Promise<void> {
  const session = startImport();
  const close = (): void => {
    session.close();
    holder.replaceChildren();
  };
  const shut = h('button', { type: 'button', 'aria-label': 'Close', click: close }, icon('close'));
  const body = h('div', { class: 'import-body', role: 'status' }, `Reading ${file} …`);
  holder.replaceChildren(
    h(
      'section',
      { class: 'card', 'aria-label': 'Import' },
      h('header', {}, h('h2', {}, file), shut),
      body,
    ),
  );
  holder.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { once: true });
  try {
    const found = await session.read(file, bytes, files);
    fill(
      body,
      found,
      async (placement, isAdded) => {
        const placed = await session.place(placement);
        close();
        if (isAdded) actions.add(placed);
        else actions.open(placed);
      },
      actions,
    );
  } catch (error) {
    body.replaceChildren(h('p', { class: 'refused' }, (error as Error).message));
  }
}

function fill(
  body: HTMLElement,
  found: Found,
  go: (placement: Placement, isAdded: boolean) => Promise<void>,
  { room, taken }: ImportActions,
): void {
  const guess = UNITS.some(({ name }) => name === found.unit.name) ? [] : [found.unit];
  const unit = select(
    'Unit',
    [...guess, ...UNITS].map(({ name, metres }) => [String(metres), name]),
    String(found.unit.metres),
  );
  const axes = { y: 'y is up', z: 'z is up', x: 'x is up' };
  const up = select('Up axis', Object.entries(axes), found.up);
  const model = select(
    'Model',
    MODELS.filter(({ type }) => TAKEN.includes(type)).map(({ type, title }) => [
      type,
      type === recommendedFor(found) ? `${title} (recommended)` : title,
    ]),
    recommendedFor(found),
  );
  const clip = select(
    'Clip',
    (found.clips ?? []).map((name) => [name, name]),
    found.clips?.[0] ?? '',
  );
  const isRigged = found.clips !== null;
  const flesh = select('Flesh', FLESH, '0.5');
  const size = h('b', {});
  const showSize = (): void => {
    size.textContent = sizeText(found, Number(unit.value), up.value as Up);
  };
  for (const one of [unit, up]) one.addEventListener('change', showSize);
  showSize();
  const problem = h('p', { class: 'refused', hidden: true });
  const act = async (isAdded: boolean): Promise<void> => {
    const metres = Number(unit.value);
    const width = metres * Math.max(...found.sides);
    try {
      for (const one of buttons) one.disabled = true;
      await go(
        {
          metres,
          up: up.value as Up,
          model: model.value,
          at: isAdded ? room(width) : [0, 0],
          taken: isAdded ? taken() : [],
          clip: clip.value || undefined,
          flesh: isRigged && flesh.value !== '' ? Number(flesh.value) : undefined,
        },
        isAdded,
      );
    } catch (error) {
      problem.hidden = false;
      problem.textContent = (error as Error).message;
      for (const one of buttons) one.disabled = false;
    }
  };
  const button = (text: string, kind: string, isAdded: boolean): HTMLButtonElement =>
    h('button', { type: 'button', class: kind, click: () => act(isAdded) }, text);
  const buttons = [
    button('Put it on the floor', 'primary', false),
    button('Add to this scene', 'secondary', true),
  ];
  body.replaceChildren(
    h('p', {}, size, ` · ${whole(found.triangles)} triangles · ${found.format.toUpperCase()}`),
    h(
      'div',
      { class: 'import-row' },
      labelled(unit),
      labelled(up),
      ...(isRigged ? [...(found.clips?.length ? [clip] : []), flesh] : [model]).map(labelled),
    ),
    h('ul', { class: 'mended' }, ...found.done.map((line) => h('li', {}, line))),
    ...(isRigged
      ? [
          h(
            'p',
            { class: 'note' },
            'It has bones: they move the body, and the flesh around them follows and jiggles.',
          ),
        ]
      : []),
    ...(found.thin ? [h('p', { class: 'note' }, THIN_WORDS)] : []),
    problem,
    h('div', { class: 'import-row' }, ...(isRigged ? buttons.slice(0, 1) : buttons)),
  );
  buttons[0].focus();
}

/** How large it will stand, in centimetres or metres. */
function sizeText({ sides }: Found, metres: number, up: Up): string {
  const [x, y, z] = sides.map((side) => side * metres);
  const stood = up === 'y' ? [x, y, z] : up === 'z' ? [x, z, y] : [y, x, z];
  const isSmall = Math.max(...stood) < 1;
  const text = stood.map((side) => Number((isSmall ? 100 * side : side).toPrecision(3)));
  return `${text.join(' × ')} ${isSmall ? 'cm' : 'm'}`;
}

/** A list with its name above it. */
function labelled(list: HTMLSelectElement): HTMLElement {
  return h('label', { class: 'named' }, list.getAttribute('aria-label') ?? '', list);
}

function select(
  label: string,
  options: readonly (readonly [string, string])[],
  value: string,
): HTMLSelectElement {
  return h(
    'select',
    { 'aria-label': label },
    ...options.map(([own, text]) => h('option', { value: own, selected: own === value }, text)),
  );
}
