import { errorMap, type RegisterLook, type TemplateFile, writeFitted } from 'pliant/register';
import { download } from '../share/card.ts';
import { h } from '../ui/dom.ts';
import { ERROR_RAMP } from './colors.ts';
import type { Fit } from './protocol.ts';
import type { RegisterScene } from './scene.ts';

/** How a fit goes and what came out: words, checks, history, colours, files. */
export interface Result {
  readonly element: HTMLElement;
  /** A fit on its way. */
  look(look: RegisterLook, words: string): void;
  done(fit: Fit, template: TemplateFile): void;
  say(words: string): void;
  /** Forgets the fit. */
  clear(): void;
}

/** Looks kept of a fit on its way, for scrubbing. */
const MOST_LOOKS = 120;

/** `again` puts the two meshes apart for another fit. */
export function createResult(scene: () => RegisterScene | null, again: () => void): Result {
  let looks: { look: RegisterLook; words: string }[] = [];
  let last: { fit: Fit; template: TemplateFile } | null = null;
  const status = h('p', { class: 'register-status', role: 'status' });
  const checks = h('ul', { class: 'register-checks', 'aria-label': 'Checks' });
  const scrub = h('input', {
    type: 'range',
    min: '0',
    step: '1',
    'aria-label': 'History of the fit',
  });
  scrub.addEventListener('input', () => showLook(Number(scrub.value)));
  const history = h('label', { class: 'register-history', hidden: true }, 'History', scrub);
  const legend = h('p', { class: 'ramp', hidden: true });
  const save = (label: string, act: () => void): HTMLButtonElement =>
    h('button', { type: 'button', click: act }, label);
  const files = h(
    'p',
    { class: 'register-files', hidden: true },
    save('Save the mesh (.obj)', () => {
      if (last === null) return;
      const { fit, template } = last;
      saveBytes('fitted.obj', writeFitted(template, fit.positions, 'fitted.obj'), 'model/obj');
    }),
    save('Save the error map (.ply)', () => {
      if (last === null) return;
      const { fit, template } = last;
      const bytes = errorMap(template.mesh, fit, fit.report.errorRange);
      saveBytes('error.ply', bytes, 'model/ply');
    }),
    save('Save the report (.json)', () =>
      download('report.json', `${JSON.stringify(last?.fit.report, null, 2)}\n`, 'application/json'),
    ),
    save('Change and fit again', again),
  );
  const element = h('div', { class: 'register-result' }, status, checks, history, legend, files);

  function showFit(): void {
    if (last === null) return;
    const { report, positions, error } = last.fit;
    const per = (100 * report.distance.templateToTarget.mean) / report.units.diagonal;
    status.textContent = `Fitted, ${report.fit}: mean distance ${per.toFixed(2)} % of the size, ${report.frames.mostActive} of ${report.frames.total} frames were free at most. ${report.warnings.join(' ')}`;
    scene()?.frames(null);
    scene()?.fit(positions);
    scene()?.paint(error, report.errorRange);
    legend.hidden = false;
  }

  function showLook(k: number): void {
    if (k >= looks.length) {
      showFit();
      return;
    }
    status.textContent = looks[k].words;
    legend.hidden = true;
    scene()?.paint(null, 1);
    scene()?.fit(looks[k].look.positions);
    scene()?.frames(looks[k].look);
  }

  return {
    element,
    look(look, words) {
      if (looks.length < MOST_LOOKS) looks.push({ look, words });
      else looks[MOST_LOOKS - 1] = { look, words };
      scene()?.fit(look.positions);
      scene()?.frames(look);
    },
    done(fit, template) {
      last = { fit, template };
      checks.replaceChildren(
        ...fit.checks.map(({ name, value, max, pass }) =>
          h(
            'li',
            {},
            `${pass ? '✓' : '✗'} ${name}: ${Number(value.toPrecision(2))}, at most ${max}`,
          ),
        ),
      );
      scrub.max = String(looks.length);
      scrub.value = scrub.max;
      history.hidden = looks.length === 0;
      files.hidden = false;
      const end = fit.report.errorRange.toPrecision(2);
      legend.replaceChildren(
        h('span', {}, `−${end} inside`),
        h('i', { style: `background: ${ERROR_RAMP}` }),
        h('span', {}, `${end} outside`),
      );
      showFit();
    },
    say(words) {
      status.textContent = words;
    },
    clear() {
      looks = [];
      last = null;
      for (const part of [history, legend, files]) part.hidden = true;
      status.textContent = '';
      checks.replaceChildren();
      scene()?.paint(null, 1);
      scene()?.frames(null);
      scene()?.fit(null);
    },
  };
}

const saveBytes = (name: string, bytes: Uint8Array, type: string): void =>
  download(name, bytes as Uint8Array<ArrayBuffer>, type);
