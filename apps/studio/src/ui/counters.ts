import type { Stats } from '../protocol.ts';
import { h } from './dom.ts';
import { digits, whole } from './format.ts';

export interface Counters {
  show(stats: Stats): void;
  /** A line under the counters: which kernels, how long the build took. */
  note(text: string): void;
}

/** The live numbers, with lists of quiet complaints and of what cannot be had below; the shortest of them also as a line for small screens. */
export function createCounters(panel: HTMLElement, brief: HTMLElement): Counters {
  const cells = new Map<string, HTMLElement>();
  const cell = (name: string, label: string, hint: string): HTMLElement => {
    const value = h('dd', {}, '–');
    cells.set(name, value);
    return h('div', { class: `counter ${name}`, title: hint }, h('dt', {}, label), value);
  };
  const issues = h('ul', { class: 'issues', 'aria-live': 'polite' });
  const remarks = h('ul', { class: 'issues remarks' });
  const count = h('summary', {});
  const folded = h('details', { class: 'folded', hidden: true }, count, remarks);
  const note = h('p', { class: 'note' });
  const legend = h('ul', { class: 'legend statuses' });
  const statuses = (['active', 'passive', 'driven'] as const).map((status) => {
    const count = h('b', {}, '0');
    legend.append(h('li', {}, h('i', { class: status }), status, count));
    return { status, count };
  });
  const line = h('p', { class: 'brief', 'aria-hidden': 'true' });
  brief.append(line);
  panel.append(
    h(
      'dl',
      { class: 'counters' },
      cell('time', 'Time', 'Seconds of the scene'),
      cell('step-time', 'A step', 'Milliseconds a step takes, on average'),
      cell('rate', 'Steps / s', 'Steps in the last second of the clock'),
      cell('contacts', 'Contacts', 'Contact points in the last step'),
      cell('parts', 'Frames', 'Frames awake now, of all there are'),
      cell('switches', 'Switches', 'Frames that woke up or fell asleep since the start'),
      cell('dofs', 'Unknowns', 'Solved for in the last step, of all there are'),
      cell('points', 'Points', 'Points at which forces are evaluated, of all there are'),
    ),
    legend,
    issues,
    note,
    folded,
  );
  const set = (name: string, ...parts: (Node | string)[]): void =>
    cells.get(name)?.replaceChildren(...parts);
  const small = (text: string): HTMLElement => h('small', {}, text);
  let shown = '';

  return {
    show(stats) {
      const { time, stepTime, rate, contacts, dofs, parts, points, switches } = stats;
      const active = dofs.reduce((sum, body) => sum + body.active, 0);
      const total = dofs.reduce((sum, body) => sum + body.total, 0);
      set('time', time.toFixed(2), small(' s'));
      set('step-time', digits(stepTime), small(' ms'));
      set('rate', Math.round(rate).toString());
      set('contacts', whole(contacts));
      set('dofs', whole(active), small(` of ${whole(total)}`));
      panel.classList.toggle('adaptive', parts !== null);
      if (parts !== null) {
        const awake = parts.active + parts.driven;
        set('parts', whole(awake), small(` of ${whole(awake + parts.passive)}`));
        set('switches', whole(switches));
        set('points', whole(points.active), small(` of ${whole(points.total)}`));
        for (const { status, count } of statuses) count.textContent = whole(parts[status]);
      }
      line.textContent = `${time.toFixed(1)} s · ${Math.round(rate)} steps/s · ${whole(active)} unknowns`;
      const text = [...stats.issues, '', ...stats.notes].join('\n');
      if (text === shown) return;
      shown = text;
      issues.replaceChildren(...stats.issues.map((issue) => h('li', {}, issue)));
      remarks.replaceChildren(...stats.notes.map((remark) => h('li', {}, remark)));
      const { length } = stats.notes;
      folded.hidden = length === 0;
      count.textContent = length === 1 ? '1 note about accuracy' : `${length} notes about accuracy`;
    },
    note: (text) => {
      note.textContent = text;
    },
  };
}
