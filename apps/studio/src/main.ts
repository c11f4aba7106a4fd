import { GALLERY, loadGalleryScene } from './gallery.ts';
import { createHistory } from './history.ts';
import { installHook } from './hook.ts';
import { createPlayer } from './player.ts';
import type { SceneInfo, Stats } from './protocol.ts';
import { createCounters } from './ui/counters.ts';
import { byId } from './ui/dom.ts';
import { acceptDrops, readFiles } from './ui/drop.ts';
import { createFaults } from './ui/faults.ts';
import { createGalleryPanel } from './ui/gallery-panel.ts';
import { createHeading } from './ui/heading.ts';
import { listenToKeys } from './ui/keyboard.ts';
import { createPlots } from './ui/plots.ts';
import { createSheets } from './ui/sheets.ts';
import { createTransport } from './ui/transport.ts';
import { createPull } from './view/pull.ts';
import { createShow } from './view/show.ts';
import { createStage, type Stage } from './view/stage.ts';

/** How often numbers and plots are drawn [ms]: reading needs no more, and the picture comes first. */
const NUMBERS_EVERY = 120;

const log = createHistory();
const faults = createFaults(byId('faults'));
const stage = drawableStage();
const show = createShow(stage);
const heading = createHeading(byId('heading'));
const gallery = createGalleryPanel(byId('gallery'), openFiles);
const counters = createCounters(byId('numbers'), byId('heading'));
const plots = createPlots(byId('numbers'));

let opening: SceneInfo | null = null;
let running: SceneInfo | null = null;
/** Gallery name of the scene that runs, and of the one being built; null for a scene from a file. */
let runningName: string | null = null;
let comingName: string | null = null;
/** Counts what was asked for: files that come late, after something else was asked for, are not opened. */
let lastAsked = 0;
let stats: Stats | null = null;
let drawnAt = 0;

const player = createPlayer({
  progress: (body, part) => heading.building(body, part),
  built(info) {
    opening = info;
    runningName = comingName;
    pull.forget();
    log.clear();
    nameInAddress();
    heading.building(null);
    heading.scene(info.title, info.description);
    const kernels = info.kernels === 'webassembly' ? 'WebAssembly' : 'TypeScript';
    counters.note(`${kernels} kernels · built in ${(info.buildTime / 1000).toFixed(1)} s`);
  },
  surface(body, surface) {
    pull.release();
    show.view()?.replace(body, surface);
  },
  frame({ buffer, stats: latest, samples }) {
    if (opening !== null) {
      show.open(opening, buffer);
      running = opening;
      opening = null;
    } else show.view()?.read(buffer);
    log.add(samples);
    stats = latest;
    stage.invalidate();
    const now = performance.now();
    if (latest.playing && now - drawnAt < NUMBERS_EVERY) return;
    drawnAt = now;
    showNumbers();
  },
  failed(messages, wasRunning) {
    heading.building(null);
    faults.show(wasRunning ? 'The simulation stopped' : 'This scene cannot be built', messages);
    if (!wasRunning) returnToRunning();
  },
});

const pull = createPull(stage, show.view, player.apply);
const transport = createTransport(byId('transport'), {
  toggle: () => play(!player.playing),
  step,
  reset,
  speed: player.speed,
});
const sheets = createSheets(byId('transport'), {
  scenes: byId('gallery'),
  numbers: byId('numbers'),
});

/** The stage, or an explanation why there is none. */
function drawableStage(): Stage {
  try {
    return createStage(byId<HTMLCanvasElement>('canvas'), byId('free'));
  } catch (error) {
    faults.show('Nothing can be drawn', ['WebGL is missing in this browser, or switched off.']);
    throw error;
  }
}

function showNumbers(): void {
  if (stats === null) return;
  counters.show(stats);
  plots.show(log);
  transport.late(stats.late ? stats.pace : null);
}

function play(on: boolean): void {
  player.play(on);
  transport.playing(on);
}

function step(): void {
  player.step();
  transport.playing(false);
}

function reset(): void {
  pull.forget();
  player.reset();
}

/** After a scene that could not be built: the address and the list name again what runs. */
function returnToRunning(): void {
  comingName = runningName;
  gallery.select(runningName);
  if (running !== null) nameInAddress();
}

function nameInAddress(): void {
  history.replaceState(null, '', runningName === null ? '#' : `#${runningName}`);
}

async function openNamed(name: string): Promise<void> {
  const mine = ++lastAsked;
  const source = await loadGalleryScene(name);
  if (mine !== lastAsked) return;
  if (source === null) {
    faults.show('No such scene', [`There is no scene "${name}" in the gallery.`]);
    if (running === null && GALLERY.length > 0) await openNamed(GALLERY[0].name);
    else returnToRunning();
    return;
  }
  comingName = name;
  gallery.select(name);
  sheets.close();
  heading.building(GALLERY.find((entry) => entry.name === name)?.title ?? name);
  player.load(source);
}

async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  faults.hide();
  const mine = ++lastAsked;
  try {
    const source = await readFiles(files);
    if (mine !== lastAsked) return;
    comingName = null;
    gallery.select(null);
    heading.building('the scene');
    player.load(source);
  } catch (error) {
    faults.show('This cannot be opened', [(error as Error).message]);
  }
}

listenToKeys({
  ' ': () => play(!player.playing),
  '.': step,
  r: reset,
  Escape: () => {
    faults.hide();
    sheets.close();
  },
});
stage.controls.listenToKeyEvents(stage.canvas);
acceptDrops(byId('drop'), openFiles);

function openAddress(): void {
  faults.hide();
  openNamed(location.hash.slice(1) || (GALLERY[0]?.name ?? ''));
}
window.addEventListener('hashchange', openAddress);
installHook({
  stage,
  scene: () => running?.name ?? '',
  view: show.view,
  stats: () => stats && { ...stats, samples: log.count, plotted: plots.length() },
});
openAddress();
