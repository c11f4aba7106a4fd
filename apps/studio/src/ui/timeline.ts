import type { AwakeLog } from '../awake.ts';
import type { SceneEvent } from '../document/events.ts';
import type { SceneInfo, Stats } from '../protocol.ts';
import { h } from './dom.ts';
import { digits } from './format.ts';
import { createHeatStrip } from './heat-strip.ts';

/** The run in time: where it is, how much of it was awake, and the way back. */
export interface TimelineBar {
  open(scene: SceneInfo, events: readonly SceneEvent[]): void;
  show(stats: Stats, log: AwakeLog): void;
  /** Says that the run cannot keep up, and how fast it is; null when it can. */
  late(pace: number | null): void;
  /** Marks something that was done by hand at a step. */
  mark(step: number, name: string): void;
}

interface Mark {
  readonly step: number;
  readonly name: string;
}

/** `seek` is called while a hand moves the playhead. */
export function createTimelineBar(holder: HTMLElement, seek: (step: number) => void): TimelineBar {
  const strip = createHeatStrip();
  const range = h('input', {
    type: 'range',
    min: '0',
    max: '1',
    step: '1',
    value: '0',
    'aria-label': 'Time',
    title:
      'Drag to see any of the last 60 seconds again. The strip shows how much of the scene was active.',
  });
  const now = h('output', {}, '0.00 s');
  const lane = h('div', { class: 'lane' });
  const track = h(
    'div',
    { class: 'track' },
    lane,
    h('div', { class: 'strip' }, strip.element, range),
  );
  const note = h('span', { class: 'late', role: 'status', hidden: true });
  // In a row of their own: the strip does not move when the pace comes and goes.
  holder.append(track, h('div', { class: 'times' }, now, note));
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

  /** Puts the marks where they belong, if anything about them has changed. */
  function lay(least: number, most: number): void {
    const shape = `${least} ${most} ${events.length} ${marks.length} ${marks.at(-1)?.step}`;
    if (shape === laid) return;
    laid = shape;
    const all = [
      ...events.map((one) => ({ ...one, kind: 'scene' })),
      ...marks.map((one) => ({ ...one, kind: 'own' })),
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
    late(pace) {
      note.hidden = pace === null;
      if (pace === null) return;
      note.textContent = `${digits(pace)}× speed`;
      note.title =
        'A step takes longer than the time it simulates: the scene runs slower than the clock.';
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
      strip.show(log, least, most, first, last);
      lay(least, most);
    },
  };
}
