import type { Stage } from '../view/stage.ts';

/** What a press on the picture does: pull a body if nothing else. */
export type Tool =
  | 'pull'
  | 'push'
  | 'knife'
  | 'refine'
  | 'measure'
  | 'place'
  | 'hold'
  | 'stiffen'
  | 'dent'
  | 'wind';

/** What is done with a tool in the hand. */
export interface Hand {
  /** True if it takes this press; otherwise the view is turned, and nothing pulled. */
  press(event: PointerEvent): boolean;
  /** The pointer moves, pressed or not. */
  move?(event: PointerEvent, isDown: boolean): void;
  /** Let go; false if that was no wish of the hand. */
  release?(isWish: boolean): void;
  /** Taken up, or put away. */
  take?(): void;
  leave?(): void;
  /** The scene on the stage, or the document, is another. */
  refresh?(): void;
}

/** The tool in the hand. */
export interface Hands {
  use(tool: Tool): void;
  readonly tool: Tool;
  /** Tells the hand that the scene on the stage, or the document, is another. */
  refresh(): void;
  /** Waits until the tool that was taken last is here. */
  ready(): Promise<void>;
}

/** The tools listen before pulling and turning do. `handOf` brings a tool; null for pulling. */
export function createHands(
  stage: Stage,
  handOf: (tool: Tool) => Hand | null | Promise<Hand | null>,
): Hands {
  const { canvas } = stage;
  let tool: Tool = 'pull';
  let hand: Hand | null = null;
  let isDown = false;
  let coming: Promise<unknown> = Promise.resolve();

  const swallow = (event: PointerEvent): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const start = (event: PointerEvent): void => {
    if (hand === null || event.button !== 0 || event.target !== canvas || isDown) return;
    isDown = hand.press(event);
    if (isDown) swallow(event);
  };
  const move = (event: PointerEvent): void => {
    if (hand === null || (!isDown && event.target !== canvas)) return;
    hand.move?.(event, isDown);
    if (isDown) event.stopImmediatePropagation();
  };
  const end = (event: PointerEvent): void => {
    if (!isDown) return;
    isDown = false;
    swallow(event);
    hand?.release?.(event.type === 'pointerup');
  };
  const early = { capture: true };
  window.addEventListener('pointerdown', start, early);
  window.addEventListener('pointermove', move, early);
  window.addEventListener('pointerup', end, early);
  window.addEventListener('pointercancel', end, early);

  function become(next: Hand | null): void {
    if (isDown) hand?.release?.(false);
    isDown = false;
    hand?.leave?.();
    hand = next;
    hand?.take?.();
    stage.invalidate();
  }

  return {
    get tool() {
      return tool;
    },
    use(next) {
      if (next === tool && hand === null && next === 'pull') return;
      tool = next;
      canvas.style.cursor = next === 'pull' ? '' : 'crosshair';
      const found = handOf(next);
      if (!(found instanceof Promise)) become(found);
      else {
        become(null);
        coming = found.then((one) => {
          if (tool === next) become(one);
        });
      }
    },
    refresh: () => hand?.refresh?.(),
    async ready() {
      await coming;
    },
  };
}
