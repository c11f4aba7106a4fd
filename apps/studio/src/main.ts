import type { Action } from 'pliant';
import { createAwakeLog } from './awake.ts';
import { type Baseline, baselineOf } from './baseline.ts';
import { watchBroken } from './broken.ts';
import { createCommands } from './commands.ts';
import { layersOf, type Moment, type StudioDocument } from './document/document.ts';
import { createEditor } from './document/editor.ts';
import { getAt, type Json } from './document/json.ts';
import { createKeeping } from './document/keeping.ts';
import { addLayerDeed } from './document/layers.ts';
import type { Edit } from './document/store.ts';
import { GALLERY, loadGalleryScene } from './gallery.ts';
import { createHistory } from './history.ts';
import { installHook } from './hook.ts';
import { createImportActions } from './import/actions.ts';
import { createInspector } from './inspector/open.ts';
import { createPlayer } from './player.ts';
import type { SceneInfo, SceneSource, Stats } from './protocol.ts';
import { sceneInLink } from './scene-link.ts';
import { openShare } from './share/open.ts';
import { documentInLink } from './share/pack.ts';
import { createSweeps } from './sweep/open.ts';
import { type Tuned, tuneActions, tunedBodies, tuneEdits } from './tuning.ts';
import { createCounters } from './ui/counters.ts';
import { createDocumentBar } from './ui/document-bar.ts';
import { byId } from './ui/dom.ts';
import { acceptDrops, openDropped, parsed } from './ui/drop.ts';
import { createFaults } from './ui/faults.ts';
import { createGalleryPanel } from './ui/gallery-panel.ts';
import { createHeading } from './ui/heading.ts';
import { listenToKeys } from './ui/keyboard.ts';
import { createLayersPanel } from './ui/layers-panel.ts';
import { createLegend } from './ui/legend.ts';
import { createPlots } from './ui/plots.ts';
import { createSheets } from './ui/sheets.ts';
import { createSideTabs } from './ui/side-tabs.ts';
import { createTimelineBar } from './ui/timeline.ts';
import { createTools } from './ui/tools.ts';
import { createTransport } from './ui/transport.ts';
import { createVerdict } from './ui/verdict.ts';
import { createVersus } from './ui/versus.ts';
import { createBrush } from './view/brush.ts';
import { createKnife } from './view/knife.ts';
import { createLooking } from './view/looking.ts';
import { createPull } from './view/pull.ts';
import { createShow } from './view/show.ts';
import { drawableStage } from './view/stage.ts';

/** How often numbers and plots are drawn [ms]: reading needs no more, and the picture comes first. */
const NUMBERS_EVERY = 120;
/** How often a moving camera is told to the worlds [ms]. */
const FOLLOW_EVERY = 100;
/** Radius of the brush, in sizes of the body. */
const BRUSH = 0.12;
const FAULTS = {
  build: 'This scene cannot be built',
  run: 'The simulation stopped',
  twin: 'The second run stopped',
} as const;

const log = createHistory();
const awake = createAwakeLog();
const faults = createFaults(byId('faults'));
const stage = drawableStage(byId('canvas'), byId('free'), (fault) =>
  faults.show('Nothing can be drawn', [fault]),
);
const show = createShow(stage);
const looking = createLooking(stage);
const heading = createHeading(byId('heading'));
const gallery = createGalleryPanel(byId('gallery'), openFiles);
const counters = createCounters(byId('numbers'), byId('heading'));
const plots = createPlots(byId('numbers'));
const versus = createVersus(byId('free'));
const verdict = createVerdict(byId('free'));
const legend = createLegend(byId('free'), (what, value) => {
  show.colorCells(what);
  if (value !== null) player.shade(value);
});
const documentBar = createDocumentBar(byId('document'), {
  undo: () => store.undo(),
  redo: () => store.redo(),
  share,
});
/** The adaptive bodies of the document. */
let tuned: Tuned | null = null;
/** What the scene is compared with, if it adapts. */
let baseline: Baseline | null = null;
/** Whether motion counts by how large it looks. */
let follows = false;

/** Built scenes whose first frame is still to come, by side. */
const opening: [SceneInfo | null, SceneInfo | null] = [null, null];
let running: SceneInfo | null = null;
/** The scene whose panels are open: the one that runs, from the moment it is built. */
let opened: SceneInfo | null = null;
/** True while the scene whose first frame is to come is the one that was there, made anew: the camera stays. */
let isSameAgain = false;
/** Counts what was asked for: files that come late, after something else was asked for, are not opened. */
let lastAsked = 0;
/** As of the last frame, by side. */
const stats: [Stats | null, Stats | null] = [null, null];
let drawnAt = 0;
let followedAt = 0;

/** `?paused` opens scenes without playing them. */
const isPausedAtFirst = new URLSearchParams(location.search).has('paused');
const player = createPlayer(
  {
    progress: (body, part) => heading.building(body, part),
    built(info, side) {
      opening[side] = info;
      heading.building(null);
      pull.forget();
      if (side === 0) openScene(info);
    },
    surface(body, surface, side) {
      pull.release();
      show.view(side)?.replace(body, surface);
    },
    bodies(from, bodies, side) {
      pull.release();
      show.view(side)?.follow(from, bodies);
    },
    frame(frame, side) {
      const { buffer, hasCells, stats: latest, samples } = frame;
      const info = opening[side];
      opening[side] = null;
      if (info === null) {
        show.view(side)?.read(buffer, hasCells);
        show.view(side)?.contacts.show(frame.contacts);
        show.view(side)?.tint(frame.look);
      } else if (side === 1) show.openTwin(info, frame);
      else {
        show.open(info, frame, isSameAgain);
        running = info;
        looking.opened();
        if (editor.moment?.camera) looking.from(editor.moment.camera);
        if (follows) followCamera(true);
      }
      stats[side] = latest;
      if (side === 0) tellBroken(latest);
      if (side === 0) {
        log.add(samples);
        if (running !== null) awake.add(samples, running.dt);
      }
      keeping.follow(latest);
      stage.invalidate();
      const now = performance.now();
      if (latest.playing && now - drawnAt < NUMBERS_EVERY) return;
      drawnAt = now;
      showNumbers();
    },
    failed(messages, what) {
      heading.building(null);
      if (what === 'build') tellUnbuilt(messages);
      else {
        const again = { label: 'Start it again', act: () => editor.rebuild() };
        faults.show(FAULTS[what], messages, what === 'run' ? again : undefined);
        endComparison();
      }
    },
    first: (side) => [
      // While two runs are compared the second stays at full resolution, whatever is set about the first.
      ...editor.first().filter((action) => side === 0 || action.do !== 'tune'),
      ...(follows ? tuneActions(tuned, { camera: looking.seen() }) : []),
    ],
  },
  !isPausedAtFirst,
);

const editor = createEditor(player);
const { store } = editor;
const importActions = createImportActions(editor, show, (source) => load(source, null));
const keeping = createKeeping(player, editor, momentNow);
const tellBroken = watchBroken(faults, () => {
  pull.forget();
  player.rewind();
  transport.playing(false);
});

const timeline = createTimelineBar(byId('timeline'), (step) => {
  player.seek(step);
  transport.playing(false);
});
const pull = createPull(stage, show.view, act);
const knife = createKnife(stage, show.view, act);
const brush = createBrush(stage, show.view, changeLayer);
const layers = createLayersPanel(byId('layers'), {
  apply: changeLayer,
  look: player.look,
  brush(target) {
    const info = target && opened?.bodies[target.body];
    brush.use(info ? { ...target, body: info.name, radius: BRUSH * info.size } : null);
  },
});
const transport = createTransport(byId('transport'), {
  toggle: () => play(!player.playing),
  step: () => step(),
  reset,
  speed: player.speed,
  loop,
  sweep: () => sweeps.toggle({ scene: store.value.scene, files: editor.files }),
});
const sweeps = createSweeps(byId('sweep'), (source) => load(source, null));
const tools = createTools(byId('tools'), {
  use: knife.use,
  overlay(shown) {
    show.showOverlay(shown);
    player.cells(shown === 'cells');
  },
  adaptive: (on) => tune('adaptive', on),
  tolerance: (value) => tune('tolerance', value),
  compare: (on) => (on ? compare() : endComparison()),
  follow: followCamera,
  contacts: player.contacts,
});
stage.controls.addEventListener('change', () => {
  if (follows && performance.now() - followedAt > FOLLOW_EVERY) followCamera(true);
});
stage.controls.addEventListener('end', () => {
  if (follows) followCamera(true);
});
const inspector = createInspector(byId('inspector'), {
  scene: () => store.value.scene,
  edit,
  schema: player.schema as () => Promise<Json>,
});
const sideTabs = createSideTabs(
  byId('side-tabs'),
  { numbers: byId('numbers'), inspector: byId('inspector') },
  (tab) => tab !== 'numbers' && inspector.show(tab),
);
const sheets = createSheets(
  byId('transport'),
  {
    scenes: byId('gallery'),
    layers: byId('layers'),
    inspector: byId('inspector'),
    numbers: byId('numbers'),
  },
  (panel) => panel === 'inspector' && inspector.show('body'),
);

/** A scene that has just been built takes the place of the one before. */
function openScene(info: SceneInfo): void {
  const isOther = editor.wasBuilt(info);
  isSameAgain = !isOther && running !== null;
  endComparison();
  log.clear();
  awake.clear();
  knife.open(info);
  opened = info;
  layers.open(info);
  sheets.offer('layers', !byId('layers').hidden);
  if (isOther) tuned = null;
  baseline = baselineOf(store.value.scene);
  showDocument(store.value);
  const events = (getAt(store.value.scene, ['events']) ?? []) as readonly { at?: number }[];
  timeline.open(
    info,
    events.map(({ at }) => at ?? 0),
  );
  if (isOther) {
    // The gallery shows its scenes over and over.
    loop(store.value.origin !== null);
    nameInAddress();
    gallery.select(store.value.origin);
    follows = editor.moment?.view.follows ?? tuned?.follows ?? false;
  }
  tools.open({
    settings: tuned && { ...tuned, follows },
    cuttable: info.bodies.some(({ cuttable }) => cuttable),
    hasCells: info.bodies.some(({ cells }) => cells !== null),
    baseline: baseline?.title ?? null,
  });
  if (editor.moment !== null) tools.setView(editor.moment.view);
  const kernels = info.kernels === 'webassembly' ? 'WebAssembly' : 'TypeScript';
  counters.note(`${kernels} kernels · built in ${(info.buildTime / 1000).toFixed(1)} s`);
}

/** Does something to a body by hand. Who takes part is not sent back to the start. */
function act(action: Action): void {
  loop(false);
  if (action.do !== 'move' && action.do !== 'drop') timeline.mark(stats[0]?.steps ?? 0);
  player.apply(action);
}

function loop(on: boolean): void {
  player.loop(on);
  transport.looping(on);
}

/** Brings the page after the document. */
function showDocument({ scene, origin }: StudioDocument): void {
  const text = (field: string): string => String(getAt(scene, [field]) ?? '');
  heading.scene(text('title') || text('name') || origin || 'Scene', text('description'));
  documentBar.show(store.undoes, store.redoes);
  tuned = tunedBodies(scene, tuned);
  tools.tune(tuned);
  inspector.refresh();
  show.view()?.colorBodies((origin) => getAt(scene, ['bodies', origin, 'color']));
  stage.invalidate();
}
store.listen((document) => {
  if (opened !== null) showDocument(document);
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
  if (running === null) return null;
  return { camera: looking.now(), view: { ...tools.view(), follows }, step: at };
}

/** Says why something cannot be built, and offers the way back if it was a change of what runs. */
function tellUnbuilt(messages: readonly string[]): void {
  const isEdit = editor.couldNotBuild();
  const undo = { label: 'Undo the change', act: () => void store.undo() };
  faults.show(FAULTS.build, messages, isEdit ? undo : undefined);
  gallery.select(store.value.origin);
  if (running !== null) nameInAddress();
}

function showNumbers(): void {
  const [mine, twin] = stats;
  if (mine === null) return;
  counters.show(mine);
  plots.show(log);
  timeline.show(mine, awake);
  layers.show(mine.layers);
  legend.show(show.view()?.shownCells() ?? null);
  transport.late(mine.late ? mine.pace : null);
  if (twin !== null) versus.show(mine, twin, show.apart());
  verdict.show(baseline === null ? null : awake.sums(mine.steps));
}

/** Tells the adaptive bodies where they are looked at from, or that it does not matter. */
function followCamera(on: boolean): void {
  followedAt = performance.now();
  follows = on;
  tuneActions(tuned, { camera: on ? looking.seen() : null }).forEach(player.apply);
}

function changeLayer(action: Action): void {
  if (action.do !== 'layer') return;
  const deeds = addLayerDeed(layersOf(store.value), action);
  edit(`layer ${action.layer}`, [[['layers'], deeds as unknown as Json]]);
}

/** Runs the scene twice, adaptive and with nothing left out. */
function compare(): void {
  if (tuned?.adaptive === false) tune('adaptive', true);
  tools.comparing(true);
  heading.building('the second run');
  baseline = baselineOf(store.value.scene);
  versus.name(baseline?.title ?? '');
  player.compare(baseline?.scene ?? null);
}

function endComparison(): void {
  tools.comparing(false);
  if (stats[1] !== null) pull.release();
  stats[1] = null;
  opening[1] = null;
  heading.building(null);
  versus.hide();
  show.closeTwin();
  player.compare(null);
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

async function openNamed(name: string): Promise<void> {
  const mine = ++lastAsked;
  const source = await loadGalleryScene(name);
  if (mine !== lastAsked) return;
  if (source === null) {
    faults.show('No such scene', [`There is no scene "${name}" in the gallery.`]);
    if (running === null && GALLERY.length > 0) await openNamed(GALLERY[0].name);
    else nameInAddress();
    return;
  }
  sheets.close();
  heading.building(GALLERY.find((entry) => entry.name === name)?.title ?? name);
  load(source, name);
}

/** Builds a scene: of the gallery, if it has a name there. */
function load({ scene, files }: SceneSource, name: string | null): void {
  gallery.select(name);
  if (name === null) heading.building('the scene');
  editor.openScene({ scene: parsed(scene), files }, name);
}

async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  faults.hide();
  const mine = ++lastAsked;
  try {
    const opening = await openDropped(files, importActions);
    if (mine !== lastAsked || opening === null) return;
    if ('document' in opening) editor.open({ saved: opening });
    else if (!(await sweeps.take(opening))) load(opening, null);
  } catch (error) {
    faults.show('This cannot be opened', [(error as Error).message]);
  }
}

function share(): Promise<void> {
  return openShare(byId('card'), {
    save: () => editor.save(momentNow(0)),
    file(what) {
      transport.playing(false);
      return player.file(what);
    },
    picture: () => stage.picture(show.ground()),
  });
}

const commands = createCommands({
  play: () => play(!player.playing),
  step: () => step(),
  reset,
  undo: () => store.undo(),
  redo: () => store.redo(),
  share,
  frames: tools.toggleFrames,
  cells: tools.toggleCells,
  contacts: tools.toggleContacts,
  knife: tools.toggleKnife,
  refine: tools.toggleRefine,
  side: sideTabs.open,
  close() {
    faults.hide();
    byId('card').replaceChildren();
    sheets.close();
    layers.stop();
    sweeps.close();
  },
});
listenToKeys(commands.keys);
stage.controls.listenToKeyEvents(stage.canvas);
acceptDrops(byId('drop'), openFiles);

async function openAddress(): Promise<void> {
  faults.hide();
  const scene = sceneInLink(location.hash);
  const saved = await documentInLink(location.hash);
  if (saved !== null) editor.open({ saved });
  else if (scene !== null) load({ scene, files: {} }, null);
  else openNamed(location.hash.slice(1) || (GALLERY[0]?.name ?? ''));
}
window.addEventListener('hashchange', openAddress);
installHook({
  stage,
  scene: () => running?.name ?? '',
  view: show.view,
  stats: () => stats[0] && { ...stats[0], samples: log.count, plotted: plots.length() },
  step,
  settled: player.settled,
  twin: () => stats[1],
  document: () => ({ hash: store.hash, scene: store.value.scene }),
  kept: keeping.flush,
  state: async () => (await player.snapshot())?.hash ?? '',
});
if (isPausedAtFirst) transport.playing(false);
keeping.restore().then((isBack) => {
  if (!isBack) openAddress();
});
