import type { AwakeLog } from '../awake.ts';
import type { SceneEvent } from '../document/events.ts';
import type { SceneInfo, Stats } from '../protocol.ts';
import { h } from './dom.ts';

/** The run in time: where it is, how much of it was awake, and the way back. */
export interface TimelineBar {
  open(scene: SceneInfo, events: readonly SceneEvent[]): void;
  show(stats: Stats, log: AwakeLog): void;
  /** Marks something that was done by hand at a step. */
  mark(step: number, name: string): void;
}

interface Mark {
  readonly step: number;
  readonly name: string;
}

/** The least a bar of the strip is high, as a part: sleep is something, too. */
const FLOOR = 0.08;

/** `seek` is called while a hand moves the playhead. */
export function createTimelineBar(holder: HTMLElement, seek: (step: number) => void): TimelineBar {
  const strip = h('canvas', { 'aria-hidden': 'true' });
  const range = h('input', {
    type: 'range',
    min: '0',
    max: '1',
    step: '1',
    value: '0',
    'aria-label': 'Time',
    title: 'Any of the last 60 seconds; the strip shows how much was awake',
  });
  const now = h('output', {}, '0.00 s');
  const lane = h('div', { class: 'lane' });
  const track = h('div', { class: 'track' }, lane, h('div', { class: 'strip' }, strip, range));
  holder.append(track, now);
  let dt = 1 / 60;
  let duration = 1;
  /** What happens, by step: what the scene does, and what hands did. */
  let events: readonly Mark[] = [];
  let marks: readonly Mark[] = [];
  /** What the lane shows. */
  let laid = '';
  let isHeld = false;
  range.addEventListener('input', () => seek(Number(range.value)));
  range.addEventListener('pointerdown', () => {
    isHeld = true;
  });
  for (const end of ['pointerup', 'pointercancel', 'blur'])
    range.addEventListener(end, () => {
      isHeld = false;
    });

  function draw(
    { range: { first, last } }: Stats,
    log: AwakeLog,
    least: number,
    most: number,
  ): void {
    const { clientWidth, clientHeight } = strip;
    const [width, height] = [clientWidth, clientHeight].map((n) => n * devicePixelRatio);
    if (width === 0) return;
    if (strip.width !== width || strip.height !== height) {
      strip.width = width;
      strip.height = height;
    }
    // Drawn by the processor: a few bars are not worth a surface on the graphics card.
    const context = strip.getContext('2d', { willReadFrequently: true });
    if (context === null) return;
    const style = getComputedStyle(strip);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    context.clearRect(0, 0, width, height);
    const stepAt = (x: number): number => least + (x / width) * (most - least);
    const bar = Math.max(1, Math.round(devicePixelRatio * 2));
    for (let x = 0; x < width; x += bar) {
      const [from, to] = [Math.floor(stepAt(x)), Math.ceil(stepAt(x + bar))];
      if (from >= last) break;
      const part = FLOOR + (1 - FLOOR) * log.share(from, to);
      context.globalAlpha = from < first ? 0.25 : 0.35 + 0.65 * part;
      context.fillStyle = color('--accent');
      context.fillRect(x, height * (1 - part), bar, height * part);
    }
    context.globalAlpha = 1;
  }

  /** Puts the marks where they belong, if anything about them has changed. */
  function lay(least: number, most: number): void {
    const shape = `${least} ${most} ${events.length} ${marks.length} ${marks.at(-1)?.step}`;
    if (shape === laid) return;
    laid = shape;
    const all = [
      ...events.map((one) => ({ ...one, kind: 'scene' })),
      ...marks.map((one) => ({ ...one, kind: 'hand' })),
    ];
    lane.replaceChildren(
      ...all
        .filter(({ step }) => step >= least && step <= most)
        .map(({ step, name, kind }) =>
          h('i', {
            class: kind,
            title: `${(step * dt).toFixed(2)} s: ${name}`,
            style: `left: ${(100 * (step - least)) / (most - least)}%`,
            click: () => seek(Math.round(step)),
          }),
        ),
    );
  }

  return {
    open(scene, happenings) {
      ({ dt, duration } = scene);
      events = happenings.map(({ at, name }) => ({ step: at / dt, name }));
      marks = [];
      laid = '';
    },
    mark(step, name) {
      marks = [...marks.filter((one) => one.step < step), { step, name }];
    },
    show(stats, log) {
      const { first, last } = stats.range;
      const window = 60 / dt;
      const least = Math.max(0, last - window);
      const most = Math.max(last, Math.min(Math.round(duration / dt), least + window), least + 1);
      range.min = String(least);
      range.max = String(most);
      if (!isHeld) range.value = String(stats.steps);
      range.setAttribute('aria-valuetext', `${stats.time.toFixed(2)} s`);
      range.style.setProperty('--from', String(first));
      now.textContent = `${stats.time.toFixed(2)} s`;
      draw(stats, log, least, most);
      lay(least, most);
    },
  };
}
