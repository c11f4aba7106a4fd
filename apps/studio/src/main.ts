import type { Action, CameraInput } from 'pliant';
import { createAwakeLog } from './awake.ts';
import { createAutosave } from './document/autosave.ts';
import { layersOf, type Moment, type StudioDocument } from './document/document.ts';
import { createEditor } from './document/editor.ts';
import { getAt, type Json } from './document/json.ts';
import { type Kept, openKeep } from './document/keep.ts';
import { addLayerDeed } from './document/layers.ts';
import type { Edit } from './document/store.ts';
import { GALLERY, loadGalleryScene } from './gallery.ts';
import { createHistory } from './history.ts';
import { installHook } from './hook.ts';
import type { ImportActions } from './import/card.ts';
import { createInspector } from './inspector/open.ts';
import { createPlayer } from './player.ts';
import type { SceneInfo, SceneSource, Stats } from './protocol.ts';
import { sceneInLink } from './scene-link.ts';
import { documentInLink } from './share/pack.ts';
import type { RunFile } from './share/run-files.ts';
import { createSweeps } from './sweep/open.ts';
import { type Tuned, tuneActions, tunedBodies, tuneEdits } from './tuning.ts';
import { createCounters } from './ui/counters.ts';
import { createDocumentBar } from './ui/document-bar.ts';
import { byId } from './ui/dom.ts';
import { acceptDrops, openDropped } from './ui/drop.ts';
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
import { createVersus } from './ui/versus.ts';
import { createBrush } from './view/brush.ts';
import { areFar, bodyBounds } from './view/framing.ts';
import { createKnife } from './view/knife.ts';
import { createPull } from './view/pull.ts';
import { createShow } from './view/show.ts';
import { createStage, type Stage } from './view/stage.ts';

/** How often numbers and plots are drawn [ms]: reading needs no more, and the picture comes first. */
const NUMBERS_EVERY = 120;
/** How often a moving camera is told to the worlds [ms]. */
const FOLLOW_EVERY = 100;
/** Radius of the brush, in sizes of the body. */
const BRUSH = 0.12;
/** At so many times the first distance from what is looked at a body has left for good. */
const GONE = 3;
/** At so many times the first distance motion counts least. */
const DEPTH = 8;
/** A larger state than this is not kept for the next visit [bytes]: that then begins at the start. */
const MOST_KEPT_BYTES = 5e7;
/** While a scene plays, how often it is kept for the next visit [ms]. */
const KEEP_EVERY = 5000;

const FAULTS = {
  build: 'This scene cannot be built',
  run: 'The simulation stopped',
  twin: 'The second run stopped',
} as const;

const log = createHistory();
const awake = createAwakeLog();
const faults = createFaults(byId('faults'));
const stage = drawableStage();
const show = createShow(stage);
const heading = createHeading(byId('heading'));
const gallery = createGalleryPanel(byId('gallery'), openFiles);
const counters = createCounters(byId('numbers'), byId('heading'));
const plots = createPlots(byId('numbers'));
const versus = createVersus(byId('free'));
const legend = createLegend(byId('free'), (what, value) => {
  show.colorCells(what);
  if (value !== null) player.shade(value);
});
const documentBar = createDocumentBar(byId('document'), {
  undo: () => store.undo(),
  redo: () => store.redo(),
  share: shareCard,
});
/** The adaptive bodies of the document. */
let tuned: Tuned | null = null;
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
/** Bodies that were broken as of the last frame, in one line. */
let broken = '';
let drawnAt = 0;
let keptAt = 0;
let followedAt = 0;
/** How far from its middle the scene was first looked at [m]: nearer than that all motion counts. */
let openedFrom = 1;

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
        openedFrom = stage.controls.getDistance();
        if (editor.moment?.camera) lookFrom(editor.moment.camera);
        if (follows) followCamera(true);
      }
      stats[side] = latest;
      if (side === 0) tellBroken(latest);
      if (side === 0) {
        log.add(samples);
        if (running !== null) awake.add(samples, running.dt);
      }
      keepNowAndThen(latest);
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
      ...editor.first(),
      ...(follows ? tuneActions(tuned, { camera: seenFrom() }) : []),
      // While two runs are compared the first is adaptive and the second is not.
      ...(side === 1 ? tuneActions(tuned, { adaptive: false }) : []),
    ],
  },
  !isPausedAtFirst,
);

const editor = createEditor(player);
const { store } = editor;
const keep = openKeep();
const autosave = createAutosave(keep, gather);

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
createSideTabs(
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

/** The stage, or an explanation why there is none. */
function drawableStage(): Stage {
  try {
    return createStage(byId<HTMLCanvasElement>('canvas'), byId('free'));
  } catch (error) {
    faults.show('Nothing can be drawn', ['WebGL is missing in this browser, or switched off.']);
    throw error;
  }
}

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
  autosave.wanted();
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

/** What is kept of the document for the next visit. */
async function gather(): Promise<Kept | null> {
  const state = await player.snapshot();
  if (state === null || running === null) return null;
  const moment: Moment = {
    camera: cameraNow(),
    view: { ...tools.view(), follows },
    step: state.step,
  };
  const snapshot = state.bytes.length > MOST_KEPT_BYTES ? null : state.bytes;
  const saved = editor.save(moment);
  return { saved, address: location.hash, snapshot, savedAt: Date.now() };
}

function cameraNow(): NonNullable<Moment['camera']> {
  return {
    eye: stage.camera.position.toArray(),
    target: stage.controls.target.toArray(),
  };
}

function lookFrom({ eye, target }: NonNullable<Moment['camera']>): void {
  stage.camera.position.fromArray(eye);
  stage.controls.target.fromArray(target);
  stage.controls.update();
  stage.resize();
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
  if (twin !== null) versus.show(mine, twin);
  startOverWhenGone(mine);
}

function keepNowAndThen({ playing }: Stats): void {
  if (!playing || performance.now() - keptAt < KEEP_EVERY) return;
  keptAt = performance.now();
  autosave.wanted();
}

/** Says once that bodies broke down, and offers the way back. */
function tellBroken({ broken: names, issues }: Stats): void {
  if (names.join() === broken) return;
  broken = names.join();
  if (names.length === 0) return;
  const own = issues.filter((issue) => names.some((name) => issue.startsWith(`${name}: `)));
  faults.show('A body broke down', own, {
    label: 'Go back to the last good state',
    act() {
      pull.forget();
      player.rewind();
      transport.playing(false);
    },
  });
}

/** A scene whose bodies have fallen out of the picture for good begins anew: an empty picture shows nothing. */
function startOverWhenGone({ playing, time }: Stats): void {
  const view = show.view();
  if (!playing || running === null || view === null || time < running.duration) return;
  const shapes = view.bodies.map(({ positions }) => positions);
  if (shapes.length > 0 && areFar(shapes, stage.controls.target, GONE * openedFrom)) reset();
}

/** Tells the adaptive bodies where they are looked at from, or that it does not matter. */
function followCamera(on: boolean): void {
  followedAt = performance.now();
  follows = on;
  tuneActions(tuned, { camera: on ? seenFrom() : null }).forEach(player.apply);
}

function seenFrom(): CameraInput {
  const { camera, controls } = stage;
  const [x, y, z] = camera.position.toArray();
  const [a, b, c] = controls.target.toArray();
  const planes = { near: openedFrom, far: DEPTH * openedFrom };
  return { eye: [x, y, z], target: [a, b, c], fov: camera.fov, ...planes };
}

function changeLayer(action: Action): void {
  if (action.do !== 'layer') return;
  const deeds = addLayerDeed(layersOf(store.value), action);
  edit(`layer ${action.layer}`, [[['layers'], deeds as unknown as Json]]);
}

/** Runs the scene twice, adaptive and with all frames awake. */
function compare(): void {
  if (tuned?.adaptive === false) tune('adaptive', true);
  tools.comparing(true);
  heading.building('the second run');
  player.compare(true);
}

function endComparison(): void {
  tools.comparing(false);
  if (stats[1] !== null) pull.release();
  stats[1] = null;
  opening[1] = null;
  heading.building(null);
  versus.hide();
  show.closeTwin();
  player.compare(false);
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
  editor.openScene({ scene: typeof scene === 'string' ? parsed(scene) : scene, files }, name);
}

/** Text that is no JSON is left to those who check scenes: they say where it goes wrong. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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

/** What is done with a mesh that was dropped. */
const importActions: ImportActions = {
  open: (placed) => load(placed, null),
  add({ scene, files }) {
    editor.addFiles(files);
    const bodies = (getAt(store.value.scene, ['bodies']) ?? []) as readonly Json[];
    const added = (scene.bodies ?? []) as unknown as readonly Json[];
    edit(`import ${scene.name}`, [
      [
        ['scene', 'bodies'],
        [...bodies, ...added],
      ],
    ]);
  },
  taken: () => opened?.bodies.map(({ name }) => name) ?? [],
  room(width) {
    const box = bodyBounds(show.view()?.bodies.map(({ positions }) => positions) ?? []);
    return [box.max.x + 0.6 * width, (box.min.z + box.max.z) / 2];
  },
};

async function shareCard(): Promise<void> {
  const [{ showShareCard }, { takeaways }] = await Promise.all([
    import('./share/card.ts'),
    import('./share/takeaways.ts'),
  ]);
  const source = {
    save: () => editor.save({ camera: cameraNow(), view: { ...tools.view(), follows }, step: 0 }),
    file(what: RunFile) {
      transport.playing(false);
      return player.file(what);
    },
    picture: () => stage.picture(show.ground()),
  };
  showShareCard(byId('card'), takeaways(source));
}

listenToKeys({
  ' ': () => play(!player.playing),
  '.': () => step(),
  r: reset,
  f: tools.toggleFrames,
  c: tools.toggleCells,
  k: tools.toggleKnife,
  d: tools.toggleRefine,
  t: tools.toggleContacts,
  'Ctrl+z': store.undo,
  'Ctrl+Z': store.redo,
  'Ctrl+y': store.redo,
  e: shareCard,
  Escape: () => {
    faults.hide();
    byId('card').replaceChildren();
    sheets.close();
    layers.stop();
    sweeps.close();
  },
});
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
  kept: autosave.flush,
  state: async () => (await player.snapshot())?.hash ?? '',
});
if (isPausedAtFirst) transport.playing(false);
keep.get().then((kept) => {
  // A reload goes on where it was; another address is another wish.
  if (kept === null || kept.address !== location.hash) openAddress();
  else editor.open({ saved: kept.saved, resume: kept.snapshot ?? undefined });
});
