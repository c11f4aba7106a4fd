import { h } from './dom.ts';
import { type IconName, icon } from './icons.ts';
import { rove } from './roving.ts';

export interface TransportActions {
  toggle(): void;
  step(): void;
  reset(): void;
  speed(value: number): void;
  loop(on: boolean): void;
  help(): void;
}

export interface Transport {
  playing(on: boolean): void;
  looping(on: boolean): void;
}

const SPEEDS: readonly [number, string][] = [
  [0.1, '⅒×'],
  [0.25, '¼×'],
  [0.5, '½×'],
  [1, '1×'],
  [2, '2×'],
  [1e6, 'max'],
];

export function createTransport(bar: HTMLElement, actions: TransportActions): Transport {
  const button = (name: IconName, label: string, key: string, act: () => void) =>
    h(
      'button',
      { type: 'button', 'aria-label': label, title: `${label} (${key})`, click: act },
      icon(name),
    );
  const play = button('pause', 'Pause', 'space', actions.toggle);
  play.classList.add('play');
  const speed = h(
    'select',
    { 'aria-label': 'Speed', title: 'Speed' },
    ...SPEEDS.map(([value, text]) =>
      h('option', { value: String(value), selected: value === 1 }, text),
    ),
  );
  speed.addEventListener('change', () => actions.speed(Number(speed.value)));
  const loop = button('loop', 'Loop', 'over the length of the scene', () =>
    actions.loop(loop.getAttribute('aria-pressed') !== 'true'),
  );
  bar.append(
    button('reset', 'Reset', 'r', actions.reset),
    play,
    button('step', 'One step', '.', actions.step),
    speed,
    loop,
    h(
      'button',
      {
        ...{ type: 'button', class: 'help', click: actions.help },
        ...{ 'aria-label': 'Help: hands and keys', title: 'What hands and keys do (?)' },
      },
      '?',
    ),
  );
  rove(bar, play);
  return {
    playing(on) {
      play.replaceChildren(icon(on ? 'pause' : 'play'));
      play.setAttribute('aria-label', on ? 'Pause' : 'Play');
      play.title = on ? 'Pause (space)' : 'Play (space)';
    },
    looping: (on) => loop.setAttribute('aria-pressed', String(on)),
  };
}
