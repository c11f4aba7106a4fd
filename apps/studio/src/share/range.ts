import { h } from '../ui/dom.ts';
import type { StepRange } from './run-files.ts';

/** Two fields for the part of the recorded run that animations, caches, tables and films show. */
export function rangeFields({ first, last, dt }: StepRange & { readonly dt: number }): {
  readonly element: HTMLElement;
  chosen(): StepRange;
} {
  const seconds = (step: number): string => (step * dt).toFixed(2);
  const field = (label: string, step: number): HTMLInputElement =>
    h('input', {
      type: 'number',
      'aria-label': label,
      min: seconds(first),
      max: seconds(last),
      step: '0.05',
      value: seconds(step),
    });
  const from = field('From', first);
  const to = field('To', last);
  const stepOf = (input: HTMLInputElement, otherwise: number): number => {
    const step = Math.round(Number(input.value) / dt);
    return input.value === '' || input.value === input.defaultValue || !Number.isFinite(step)
      ? otherwise
      : Math.max(first, Math.min(last, step));
  };
  return {
    element: h(
      'p',
      { class: 'range note' },
      'What was recorded: from',
      from,
      's to',
      to,
      's. Animations, caches, tables and films show this part.',
    ),
    chosen() {
      const [a, b] = [stepOf(from, first), stepOf(to, last)];
      return { first: Math.min(a, b), last: Math.max(a, b) };
    },
  };
}
