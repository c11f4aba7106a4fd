import type { Action } from 'pliant';
import { createArrivals, nothingYet } from './arrivals.ts';
import { graphicsStarted } from './aside/aside.ts';
import { watchBroken } from './broken.ts';
import { createCommands } from './commands.ts';
import { createComparing } from './comparing.ts';
import type { Moment, StudioDocument } from './document/document.ts';
import { createEditor } from './document/editor.ts';
import { eventsOf } from './document/events.ts';
import { getAt, type Json } from './document/json.ts';
import { createKeeping } from './document/keeping.ts';
import { isDentable, modelOf } from './document/live.ts';
import type { Edit } from './document/store.ts';
import { releaseEdits } from './document/strokes.ts';
import { createFailing } from './failing.ts';
import type { Figure } from './figures.ts';
import { createFiguring } from './figuring.ts';
import { createFollowing } from './following.ts';
import type { Tool } from './hands/hands.ts';
import { openHands } from './hands/open.ts';
import { installHook } from './hook.ts';
import { createImportActions } from './import/actions.ts';
import { createLayering } from './layering.ts';
import { createLooks } from './looks.ts';
import { createMeasuring } from './measuring.ts';
import { createOpening } from './opening.ts';
import { createOutlining } from './outlining.ts';
import { createPlayer } from './player.ts';
import { loadPoster } from './poster.ts';
import { openPosters } from './posters.ts';
import type { SceneInfo } from './protocol.ts';
import { createRegistering } from './register/open.ts';
import { createSharing } from './sharing.ts';
import { createSide } from './side.ts';
import type { StoryAct } from './stories.ts';
import { createSweeps } from './sweep/open.ts';
import { type Tuned, tunedBodies, tuneEdits } from './tuning.ts';
import { createDocumentBar } from './ui/document-bar.ts';
import { byId } from './ui/dom.ts';
import { acceptDrops } from './ui/drop.ts';
import { createFaults } from './ui/faults.ts';
import { createGalleryPanel } from './ui/gallery-panel.ts';
import { createHeading } from './ui/heading.ts';
import { listenToKeys } from './ui/keyboard.ts';
import { createRail } from './ui/rail.ts';
import { createStory } from './ui/story.ts';
import { createTimelineBar } from './ui/timeline.ts';
import { createTools } from './ui/tools.ts';
import { createTransport } from './ui/transport.ts';
import { painted, turn } from './ui/turn.ts';
import { createLayerInsets } from './view/layer-insets.ts';
import { createLooking } from './view/looking.ts';
import { createPull } from './view/pull.ts';
import { createShow } from './view/show.ts';
import { drawableStage } from './view/stage.ts';
import { isStillWanted } from './view/theme.ts';
import { VIEWS, type ViewName } from './view/view-settings.ts';
import { createViewing } from './viewing.ts';

const posters = openPosters();
/** On its way while the rest of the page is made. */
const poster = loadPoster(location.hash, posters);
const faults = createFaults(byId('faults'));
// What is made in turns is several tasks: none of them blocks the page for long.
await turn();
const heading = createHeading(byId('heading'), byId('free'));
const figures = createFiguring(() => now.running && store.value.origin, applyFigure);
const rail = createRail(byId('gallery'), (figure) =>
  figure.register ? registering.open(true) : figures.show(figure),
);
const gallery = createGalleryPanel(rail.holders.scenes, {
  open: (files) => opening.files(files),
  register: () => registering.open(),
  sweep: toggleSweep,
});
const documentBar = createDocumentBar(byId('document'), {
  undo: () => store.undo(),
  redo: () => store.redo(),
  share: () => share(),
  rename: (title) => store.run('rename', [[['scene', 'title'], title]]),
});
// Panels first, with their words: to ask for a canvas stops the page until the graphics card has started.
await painted();
await graphicsStarted();
const fail = createFailing(
  faults,
  () => editor,
  () => keeping.revive(),
);
const stage = drawableStage(byId('canvas'), byId('free'), (fault) =>
  faults.show('Nothing can be drawn', [fault]),
);
await turn();
const show = createShow(stage);
const looks = createLooks(stage, show);
const looking = createLooking(stage);
const outline = createOutlining(
  rail.holders.outline,
  show,
  ({ kind, index }) => {
    sideTabs.open(kind === 'bodies' ? 'body' : 'world');
    if (kind === 'bodies') inspector.select(index);
  },
  (body, attachment) => store.run('let go', releaseEdits(store.value.scene, body, attachment)),
);
const measuring = createMeasuring();
/** The adaptive bodies of the document. */
let tuned: Tuned | null = null;

/** `?paused` opens scenes without playing them; so does a system that asks for less motion. */
const isPausedAtFirst = new URLSearchParams(location.search).has('paused') || isStillWanted();
const now = nothingYet();
const player = createPlayer(
  createArrivals(now, () => ({
    ...{ stage, show, heading, looking, outline, figures, editor, following, gallery },
    ...{ pull, hover, insets, measuring, keeping, hands, comparing, posters, player },
    ...{ openScene, showNumbers, tellBroken, fail, nameInAddress },
  })),
  !isPausedAtFirst,
);

const editor = createEditor(player);
const { store } = editor;
const importActions = createImportActions(editor, show, (source) => opening.scene(source, null));
const opening = createOpening({
  editor,
  faults,
  heading,
  importActions,
  get sweeps() {
    return sweeps;
  },
  select: gallery.select,
  clear: () => sheets.close(),
  nameInAddress() {
    if (now.running !== null) nameInAddress();
    return now.running !== null;
  },
});
const keeping = createKeeping(player, editor, momentNow);
await turn();
const tellBroken = watchBroken(faults, () => {
  pull.forget();
  player.rewind();
  transport.playing(false);
});

const timeline = createTimelineBar(byId('timeline'), (step) => {
  player.seek(step);
  transport.playing(false);
});
const pull = createPull(stage, show.view, act, (origin) => !outline.isLocked(origin), {
  holder: byId('free'),
  massOf: (body) => now.opened?.bodies.find(({ name }) => name === body)?.mass,
});
const hands = openHands({
  ...{ stage, act, holder: byId('free'), view: show.view },
  info: () => now.opened,
  scene: () => store.value.scene,
  edit: (label, edits, held = false) => store.run(label, edits, held),
  letGo: store.letGo,
  toStart() {
    play(false);
    reset();
  },
  surfaces: (on) => views.surfaces(on),
  isFree: (origin) => !outline.isLocked(origin),
});
const layers = createLayering(byId('layers'), {
  ...{ stage, player, store, view: show.view },
  info: () => now.opened,
});
const transport = createTransport(byId('transport'), {
  toggle: () => play(!player.playing),
  step: () => step(),
  reset,
  speed: player.speed,
  loop,
  help: () => void commands.sheet(),
});
const registering = createRegistering(byId('register'));
const sweeps = createSweeps(byId('sweep'), (source) => opening.scene(source, null));
const { views, hover } = createViewing(
  byId('views'),
  byId('foot'),
  stage,
  show,
  player,
  () => now.stats[1] === null,
);
await turn();
const story = createStory(byId('views'), byId('free'), actStory);
const insets = createLayerInsets(stage, byId('free'));
const tools = createTools(byId('tools'), byId('adapting'), {
  use: hands.use,
  adaptive: (on) => tune('adaptive', on),
  tolerance: (value) => tune('tolerance', value),
  compare: (on) => (on ? compare() : comparing.end()),
  follow(on) {
    following.on = on;
    following.tell();
  },
  contacts(on) {
    player.contacts(on);
    // Contacts are between bodies: one has to see through them.
    if (on && views.now.view === 'surface') views.set('ghost');
  },
});
const comparing = createComparing({
  player,
  show,
  heading,
  versus: measuring.versus,
  tools,
  ended() {
    if (now.stats[1] !== null) pull.release();
    now.stats[1] = null;
    now.coming[1] = null;
  },
});
const following = createFollowing(stage, looking, () => tuned, player.apply);
const { inspector, sideTabs, sheets } = createSide({
  scene: () => store.value.scene,
  edit,
  look: looks,
  schema: player.schema,
});

/** A scene that has just been built takes the place of the one before. */
function openScene(info: SceneInfo): void {
  const isOther = editor.wasBuilt(info);
  now.isSameAgain = !isOther && now.running !== null;
  comparing.end();
  measuring.open(info);
  now.opened = info;
  layers.open(info);
  insets.open(info);
  if (isOther) tuned = null;
  comparing.open(store.value.scene);
  showDocument(store.value);
  timeline.open(info, eventsOf(store.value.scene));
  if (isOther) {
    // The gallery shows its scenes over and over.
    loop(store.value.origin !== null);
    nameInAddress();
    gallery.select(store.value.origin);
    story.open(store.value.origin);
    rail.selectFigure(null);
    following.on = editor.moment?.view.follows ?? tuned?.follows ?? false;
  }
  tools.open(
    {
      settings: tuned && { ...tuned, follows: following.on },
      cuttable: info.bodies.some(({ cuttable }) => cuttable),
      dentable: info.bodies.some(({ origin }) => isDentable(modelOf(store.value.scene, origin))),
      baseline: comparing.baseline?.title ?? null,
    },
    isOther,
  );
  if (isOther) {
    views.open(info);
    outline.show(store.value.scene, true);
  }
  if (editor.moment !== null) {
    views.restore(editor.moment.view);
    tools.showContacts(editor.moment.view.contacts);
    outline.restore(editor.moment.view.outline);
  }
}

/** Does what a step of the story says. */
function actStory(what: StoryAct): void {
  if (what === 'compare') tools.toggleCompare();
  else if (VIEWS.includes(what as ViewName)) views.set(what as ViewName);
  else tools.toggle(what as Tool);
}

/** Many runs of the scene that is open, with other values. */
function toggleSweep(): void {
  sheets.close();
  sweeps.toggle({ scene: store.value.scene, files: editor.files });
}

/** Looks at the scene as a figure of a paper does. */
function applyFigure(figure: Figure): void {
  rail.selectFigure(figure);
  sheets.close();
  views.set(figure.view, figure.coloring ?? '', figure.slice);
  if ((figure.compare ?? false) === (now.stats[1] !== null)) return;
  if (figure.compare) compare();
  else comparing.end();
}

/** Does something to a body by hand. Who takes part is not sent back to the start. */
function act(action: Action): void {
  loop(false);
  if (action.do !== 'move' && action.do !== 'drop')
    timeline.mark(now.stats[0]?.steps ?? 0, action.do);
  player.apply(action);
}

function loop(on: boolean): void {
  player.loop(on);
  transport.looping(on);
}

/** Brings the page after the document. */
function showDocument({ scene, origin }: StudioDocument): void {
  const text = (field: string): string => String(getAt(scene, [field]) ?? '');
  const title = text('title') || text('name') || origin || 'Scene';
  heading.scene(title, text('description'));
  documentBar.name(title);
  documentBar.show(store.undoes, store.redoes);
  tuned = tunedBodies(scene, tuned);
  tools.tune(tuned);
  outline.show(scene, false);
  inspector.refresh();
  show.dress(scene);
  hands.refresh();
}
store.listen((document) => {
  if (now.opened !== null) showDocument(document);
  keeping.wanted();
});

/** Changes the document; while a hand is on something that changes it, all that is one command. */
function edit(label: string, edits: readonly Edit[]): void {
  store.run(label, edits, true);
}
for (const end of ['pointerup', 'keyup', 'change'])
  window.addEventListener(end, store.letGo, { capture: true });

function tune(setting: 'adaptive' | 'tolerance', value: Json): void {
  if (tuned !== null) edit(setting, tuneEdits(tuned, setting, value));
}

/** How the document is looked at. */
function momentNow(at: number): Moment | null {
  if (now.running === null) return null;
  return {
    camera: looking.now(),
    view: {
      ...views.kept(),
      ...{ contacts: tools.contacts, follows: following.on, outline: outline.kept() },
    },
    step: at,
  };
}

function showNumbers(): void {
  const [mine, twin] = now.stats;
  if (mine === null) return;
  measuring.show(mine, twin, show.apart, comparing.baseline !== null);
  timeline.show(mine, measuring.awake);
  layers.show(mine.layers);
  views.refresh();
  timeline.late(mine.late ? mine.pace : null);
}

function compare(): void {
  if (tuned?.adaptive === false) tune('adaptive', true);
  comparing.start(store.value.scene);
}

function play(on: boolean): void {
  player.play(on);
  transport.playing(on);
}

function step(count = 1): void {
  player.step(count);
  transport.playing(false);
}

function reset(): void {
  pull.forget();
  player.reset();
}

function nameInAddress(): void {
  const { origin } = store.value;
  history.replaceState(null, '', origin === null ? '#' : `#${origin}`);
}

const share = createSharing({
  holder: byId('card'),
  editor,
  player,
  stage,
  show,
  moment: () => momentNow(0),
  run: () => ({ stats: now.stats[0], dt: now.running?.dt ?? 1 }),
  pausing: () => transport.playing(false),
});
const commands = createCommands({
  play: () => play(!player.playing),
  step: () => step(),
  reset,
  undo: () => store.undo(),
  redo: () => store.redo(),
  share,
  frames: () => views.toggle('structure', 'frames'),
  cells: () => views.toggle('structure', 'key'),
  view: views.set,
  register: () => registering.open(),
  contacts: tools.toggleContacts,
  tool: tools.toggle,
  side: sideTabs.open,
  story: story.toggle,
  sweep: toggleSweep,
  close() {
    faults.hide();
    byId('card').replaceChildren();
    sheets.close();
    tools.drop();
    layers.stop();
    sweeps.close();
    registering.close();
  },
});
listenToKeys(commands.keys);
stage.controls.listenToKeyEvents(stage.canvas);
acceptDrops(byId('drop'), (files) => {
  if (!registering.take(files)) opening.files(files);
});

// All that its buttons do is here now.
byId('main').inert = false;
window.addEventListener('hashchange', opening.address);
installHook({
  stage,
  scene: () => now.running?.name ?? '',
  view: show.view,
  stats: () => now.stats[0] && { ...now.stats[0], ...measuring.counts() },
  step,
  settled: () => hands.ready().then(player.settled).then(measuring.ready).then(show.worn),
  twin: () => now.stats[1],
  document: () => ({ hash: store.hash, scene: store.value.scene }),
  kept: keeping.flush,
  insets: () => insets.count,
  picture: () => stage.picture(show.ground()),
  state: async () => (await player.snapshot())?.hash ?? '',
});
if (isPausedAtFirst) transport.playing(false);
poster.then(async (still) => {
  // A task of its own, after the one that made the rest.
  await turn();
  if (still === null || now.running !== null) return;
  show.open(still.info, still.frame);
  now.posterOf = still.info.name;
  heading.scene(still.info.title, still.info.description);
});
// A file that is dropped before the last visit is found, or the opening scene is here, is what counts.
keeping.restore(opening.isAsked).then((isBack) => {
  if (!isBack) opening.address();
});
