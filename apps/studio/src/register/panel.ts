import { meshFormat } from 'pliant/core';
import type { RegisterOptions, RegisterProgress, TemplateFile } from 'pliant/register';
import { h } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import { drawableStage, type Stage } from '../view/stage.ts';
import { createBrush } from './brush.ts';
import { createPills, createSettings, createSlots, type Pointing } from './controls.ts';
import { createFitter } from './fitter.ts';
import { createLandmarks } from './landmarks.ts';
import type { RegisterReply, RegisterSide } from './protocol.ts';
import { createResult } from './result.ts';
import './register.css';
import { createRegisterScene, type Pointed, type RegisterScene } from './scene.ts';

/** Two meshes in, one fitted to the other out. */
export interface RegisterPanel {
  open(withPair: boolean): void;
  take(files: readonly File[]): Promise<void>;
  close(): void;
  readonly isOpen: boolean;
}

/** A mesh with what is known of its file. */
interface Given extends TemplateFile {
  readonly name: string;
  /** The gallery's pair that it belongs to. */
  readonly pair: string | null;
}

/** A press that moves less than this is a click [px]. */
const CLICK = 4;

export function createRegisterPanel(holder: HTMLElement): RegisterPanel {
  const given: Partial<Record<RegisterSide, Given>> = {};
  /** Files on their way to the worker. */
  const bytes: Partial<Record<RegisterSide, Uint8Array>> = {};
  let stage: Stage | null = null;
  let scene: RegisterScene | null = null;
  let state: 'apart' | 'fitting' | 'fitted' = 'apart';
  let pointing: Pointing = 'landmarks';

  const fitter = createFitter(receive);
  const landmarks = createLandmarks(() => scene);
  const brush = createBrush(
    () => scene,
    (side) => given[side]?.mesh.positions ?? null,
  );
  const result = createResult(() => scene, apart);
  const canvas = h('canvas', { tabindex: '0', 'aria-label': 'The two meshes' });
  const free = h('div', { class: 'register-free' });
  const bar = h('progress', { max: '1', value: '0', 'aria-label': 'Fit', hidden: true });
  const slots = createSlots((side, file) => void read(side, file));
  const settings = createSettings();
  const start = h('button', { type: 'button', class: 'primary', click: toggle }, 'Fit');
  /** Pairs of the gallery. */
  const scenes = h('p', { class: 'register-scenes', role: 'group', 'aria-label': 'Gallery' });
  const words = h(
    'p',
    { class: 'note' },
    'Click a place of the template, then the same of the scan.',
  );
  const marking = h('div', { class: 'register-marking' }, words, landmarks.element);
  const pointingPills = createPills((chosen) => {
    pointing = chosen;
    marking.hidden = chosen !== 'landmarks';
    brush.element.hidden = chosen !== 'brush';
    brush.hover(null);
  });
  const hands = h('div', { class: 'register-hands' }, pointingPills, marking, brush.element);
  const controls = h(
    'div',
    { class: 'panel register-controls' },
    h(
      'header',
      {},
      h('h2', {}, 'Fit a mesh to a scan'),
      h('button', { type: 'button', 'aria-label': 'Close', click: close }, icon('close')),
    ),
    slots.element,
    scenes,
    settings.element,
    start,
    bar,
    result.element,
    hands,
  );

  function receive(reply: RegisterReply): void {
    switch (reply.type) {
      case 'scenes':
        scenes.replaceChildren(
          ...reply.scenes.map(({ name, title, about }) => {
            const click = (): void => fitter.ask({ type: 'pair', name });
            return h('button', { type: 'button', class: 'quiet', title: about, click }, title);
          }),
        );
        break;
      case 'mesh': {
        const { side, name, mesh, pair } = reply;
        if (pair !== null) bytes[side] = new Uint8Array(0);
        const file = bytes[side] ?? new Uint8Array(0);
        given[side] = { name, mesh, pair, bytes: file, format: meshFormat(file, name) };
        slots.name(side, name, mesh.positions.length / 3);
        landmarks.clear();
        result.clear();
        scene?.put(side, mesh);
        brush.reset(side, mesh.positions.length / 3);
        settle('apart');
        break;
      }
      case 'progress':
        result.say(wordsOf(reply.progress));
        bar.value = reply.progress.total > 0 ? reply.progress.done / reply.progress.total : 0;
        if (reply.look !== null) result.look(reply.look, wordsOf(reply.progress));
        break;
      case 'done':
        settle('fitted');
        if (given.template !== undefined) result.done(reply.fit, given.template);
        break;
      case 'failed':
        if (state === 'fitting') apart();
        result.say(reply.message);
    }
  }

  function settle(now: typeof state): void {
    state = now;
    start.textContent = now === 'fitting' ? 'Stop' : 'Fit';
    start.hidden = now === 'fitted';
    bar.hidden = now !== 'fitting';
    hands.hidden = now !== 'apart';
    settings.element.hidden = now === 'fitted';
  }

  /** The two beside each other, with their landmarks and what is left out. */
  function apart(): void {
    result.clear();
    settle('apart');
    landmarks.refresh();
    brush.refresh();
  }

  function toggle(): void {
    if (state === 'fitting') {
      fitter.stop();
      apart();
      result.say('Stopped.');
      return;
    }
    const { template, scan } = given;
    if (template === undefined || scan === undefined) {
      result.say('Two meshes are needed: a template and a scan.');
      return;
    }
    const options: RegisterOptions = {
      ...settings.options(),
      landmarks: landmarks.list(),
      mask: brush.mask.weights('template'),
      targetMask: brush.mask.weights('scan'),
    };
    const pair = template.pair === scan.pair ? template.pair : null;
    result.clear();
    settle('fitting');
    fitter.ask({ type: 'fit', template: template.mesh, scan: scan.mesh, options, pair });
  }

  async function read(side: RegisterSide, file: File): Promise<void> {
    const content = new Uint8Array(await file.arrayBuffer());
    bytes[side] = content;
    fitter.ask({ type: 'read', side, file: file.name, bytes: content });
  }

  function close(): void {
    if (state === 'fitting') apart();
    fitter.stop();
    holder.hidden = true;
  }

  function begin(): void {
    holder.replaceChildren(canvas, free, controls);
    stage = drawableStage(canvas, free, result.say);
    scene = createRegisterScene(stage);
    brush.refresh();
    listen(canvas, {
      press(at) {
        if (state !== 'apart' || pointing !== 'brush' || at === null) return false;
        brush.paint(at);
        return true;
      },
      drag: (at) => at !== null && brush.paint(at),
      hover: (at) => brush.hover(state === 'apart' && pointing === 'brush' ? at : null),
      click(at) {
        if (state === 'apart' && pointing === 'landmarks' && at !== null) landmarks.click(at);
      },
    });
  }

  /** Presses that are taken do not turn the picture. */
  function listen(element: HTMLElement, hands: PointerHands): void {
    let pressed: { x: number; y: number; isTaken: boolean } | null = null;
    const at = ({ clientX, clientY }: PointerEvent): Pointed | null =>
      scene?.at(clientX, clientY) ?? null;
    element.addEventListener(
      'pointerdown',
      (event) => {
        pressed = { x: event.clientX, y: event.clientY, isTaken: hands.press(at(event)) };
        if (stage !== null) stage.controls.enabled = !pressed.isTaken;
      },
      true,
    );
    element.addEventListener('pointermove', (event) => {
      if (state !== 'apart' || pointing !== 'brush') return;
      const place = at(event);
      hands.hover(place);
      if (pressed?.isTaken === true) hands.drag(place);
    });
    element.addEventListener('pointerup', (event) => {
      const { clientX: x, clientY: y } = event;
      if (pressed !== null && Math.hypot(x - pressed.x, y - pressed.y) < CLICK)
        hands.click(at(event));
      pressed = null;
      if (stage !== null) stage.controls.enabled = true;
    });
  }

  return {
    open(withPair) {
      holder.hidden = false;
      if (scene === null) begin();
      settle(state);
      fitter.ask({ type: 'scenes' });
      if (withPair) fitter.ask({ type: 'pair' });
      start.focus();
    },
    async take(files) {
      // Two are a template and its scan; one goes where there is none yet, else it is another scan.
      const isPair = files.length > 1 || bytes.template === undefined;
      for (const [i, file] of files.slice(0, 2).entries())
        await read(isPair && i === 0 ? 'template' : 'scan', file);
    },
    close,
    get isOpen() {
      return !holder.hidden;
    },
  };
}

interface PointerHands {
  /** True if the press belongs to the hand. */
  press(at: Pointed | null): boolean;
  drag(at: Pointed | null): void;
  hover(at: Pointed | null): void;
  click(at: Pointed | null): void;
}

function wordsOf({
  phase,
  done,
  total,
  iterations,
  active,
}: Omit<RegisterProgress, 'look'>): string {
  return phase === 'fit'
    ? `Stiffness ${Math.min(total, done + 1)} of ${total}, iteration ${iterations}: ${active} frames free`
    : `${phase[0].toUpperCase()}${phase.slice(1)} …`;
}
