import type { Tool } from '../hands/hands.ts';
import { TOLERANCE } from '../tuning.ts';
import { rove } from './roving.ts';
import { createSlider } from './slider.ts';
import { createSwitch, type Switch } from './switch.ts';

export interface ToolActions {
  /** What a press on the picture does. */
  use(tool: Tool): void;
  adaptive(on: boolean): void;
  tolerance(value: number): void;
  compare(on: boolean): void;
  /** Whether contact forces are shown. */
  contacts(on: boolean): void;
  /** Whether motion counts by how large it looks from here. */
  follow(on: boolean): void;
}

/** What a scene's bodies can do. */
export interface Abilities {
  /** Its own settings; null for a scene without adaptive bodies. */
  readonly settings: { adaptive: boolean; tolerance: number; follows: boolean } | null;
  readonly cuttable: boolean;
  /** Whether a body of it could keep dents. */
  readonly dentable: boolean;
  /** What it can be compared with; null for nothing. */
  readonly baseline: string | null;
}

/** What can be shown of a scene, done to its bodies, and set about adaptive ones. */
export interface Tools {
  /** What is in the hand stays there, unless it is another scene. */
  open(abilities: Abilities, isOther: boolean): void;
  /** Takes a tool, or puts it away. */
  toggle(tool: Tool): void;
  /** Puts away what is in the hand. */
  drop(): void;
  toggleContacts(): void;
  toggleCompare(): void;
  /** Whether contacts are shown. */
  readonly contacts: boolean;
  showContacts(on: boolean): void;
  /** Takes settings that were changed elsewhere. */
  tune(settings: { readonly adaptive: boolean; readonly tolerance: number } | null): void;
  /** Says whether two runs are compared: then the one is adaptive and the other not. */
  comparing(on: boolean): void;
}

/** Tools and what is shown of a scene stand in the bar, what is set about adaptation in a panel of its own. */
export function createTools(bar: HTMLElement, settings: HTMLElement, actions: ToolActions): Tools {
  /** One of them at most is on; with none a press pulls. */
  const hands = new Map<Tool, Switch>();
  const hand = (tool: Exclude<Tool, 'pull'>, label: string, hint: string): Switch => {
    const own = createSwitch(label, hint, (on) => take(on ? tool : 'pull'), tool);
    hands.set(tool, own);
    return own;
  };
  const take = (tool: Tool): void => {
    for (const [name, own] of hands) own.set(name === tool);
    pull.set(tool === 'pull');
    actions.use(tool);
  };
  const toggle = (own: Switch): void => {
    if (!own.element.hidden) own.element.click();
  };
  // What a press does with nothing in the hand.
  const pull = createSwitch('Pull', 'Pull: drag a body (Esc)', () => take('pull'), 'hand');
  pull.set(true);
  const push = hand('push', 'Push', 'Push: press on a body to kick it (p)');
  const dent = hand(
    'dent',
    'Dent',
    'Dent: press on a body and hold; a plastic body keeps the dent (x)',
  );
  const knife = hand('knife', 'Knife', 'Knife: draw a line across a body to cut it (k)');
  const refine = hand(
    'refine',
    'Refine',
    'Refine: touch a body to divide its cells there; with shift, to merge them again (d)',
  );
  const wind = hand('wind', 'Wind', 'Wind: draw an arrow, the air blows that way (w)');
  const place = hand('place', 'Place', 'Place: move and turn bodies at the start of the run (g)');
  const hold = hand('hold', 'Hold', 'Hold: click or paint the part that stays in place (a)');
  const stiffen = hand('stiffen', 'Stiffness', 'Stiffness: paint where a body is hard or soft (s)');
  const ruler = hand(
    'measure',
    'Ruler',
    'Ruler: press on a place to see where it is, on another one for their distance, while they move (m)',
  );
  const contacts = createSwitch(
    'Contacts',
    'Contacts: show contact points and their forces (t)',
    actions.contacts,
    'contacts',
  );
  const follow = createSwitch(
    'Camera',
    'Motion counts by its size on the screen: what is far away or out of sight sleeps sooner',
    actions.follow,
  );
  const adaptive = createSwitch(
    'Adaptive',
    'On: frames sleep where the motion does not need them. Off: all stay awake.',
    actions.adaptive,
  );
  const compare = createSwitch(
    'Compare',
    'The same scene twice: adaptive, and at full resolution',
    actions.compare,
  );
  const tolerance = createSlider(
    {
      label: 'Tolerance',
      hint: 'Motion that may be neglected: a larger tolerance keeps fewer frames awake',
      ...TOLERANCE,
      powers: true,
      text: (value) => value.toPrecision(2),
    },
    actions.tolerance,
  );
  bar.append(
    ...[pull, push, dent, knife, refine, wind, place, hold, stiffen, ruler].map(
      (one) => one.element,
    ),
    contacts.element,
    compare.element,
  );
  settings.append(adaptive.element, follow.element, tolerance.element);
  rove(bar);
  // Until a scene is here the bar takes its room, so that nothing moves then.
  bar.classList.add('coming');
  for (const own of [dent, knife, refine]) own.element.hidden = true;
  return {
    open({ settings: own, cuttable, dentable, baseline }, isOther) {
      bar.classList.remove('coming');
      settings.hidden = own === null;
      compare.element.hidden = baseline === null;
      compare.element.title = `The same scene twice: adaptive, and ${baseline?.toLowerCase() ?? ''}`;
      for (const tool of [knife, refine]) tool.element.hidden = !cuttable;
      dent.element.hidden = !dentable;
      if (isOther) take('pull');
      if (own === null) return;
      adaptive.set(own.adaptive);
      follow.set(own.follows);
      tolerance.set(own.tolerance);
    },
    toggle(tool) {
      const own = hands.get(tool);
      if (own !== undefined) toggle(own);
    },
    drop: () => take('pull'),
    toggleContacts: () => contacts.element.click(),
    toggleCompare: () => toggle(compare),
    get contacts() {
      return contacts.on;
    },
    showContacts(on) {
      contacts.set(on);
      actions.contacts(on);
    },
    tune(own) {
      if (own === null) return;
      adaptive.set(own.adaptive);
      tolerance.set(own.tolerance);
    },
    comparing(on) {
      compare.set(on);
      if (on) adaptive.set(true);
      adaptive.disable(on);
    },
  };
}
