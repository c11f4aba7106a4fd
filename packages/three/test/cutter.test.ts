import type { Action } from 'pliant';
import { PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { createCutter } from '../src/index.ts';

/** An element of 100 × 100 px that passes events on. */
function fakeElement() {
  const listeners = new Map<string, (event: PointerEvent) => void>();
  const element = {
    addEventListener: (type: string, listener: never) => void listeners.set(type, listener),
    removeEventListener: (type: string) => void listeners.delete(type),
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }),
    setPointerCapture: () => {},
  } as unknown as HTMLElement;
  const fire = (type: string, x: number, y: number, more: Partial<PointerEvent> = {}): boolean => {
    let taken = false;
    const nothing = (): void => {};
    const event = {
      type,
      clientX: x,
      clientY: y,
      pointerId: 1,
      button: 0,
      shiftKey: true,
      ...more,
    };
    listeners.get(type)?.({
      ...event,
      preventDefault: nothing,
      stopImmediatePropagation: () => {
        taken = true;
      },
    } as unknown as PointerEvent);
    return taken;
  };
  return { element, fire, listeners };
}

test('a stroke cuts every body that can be cut, once, with the rays it swept; without shift nothing is taken', () => {
  const { element, fire, listeners } = fakeElement();
  const camera = new PerspectiveCamera(90, 1);
  camera.position.set(0, 0, 5);
  camera.updateMatrixWorld();
  const bodies = [
    { name: 'stone', origin: 0, cuttable: false },
    { name: 'jelly', origin: 1, cuttable: true },
    { name: 'jelly/1', origin: 1, cuttable: true },
  ];
  const actions: Action[] = [];
  const strokes: number[] = [];
  const cutter = createCutter(camera, element, { bodies }, (action) => actions.push(action), {
    reach: 10,
    onStroke: (places) => strokes.push(places.length),
  });
  expect(fire('pointerdown', 50, 10, { shiftKey: false })).toBe(false);
  expect(fire('pointerdown', 50, 0)).toBe(true);
  fire('pointermove', 51, 1);
  fire('pointermove', 50, 50);
  fire('pointermove', 50, 100);
  fire('pointerup', 50, 100);
  expect(strokes).toEqual([2, 3, 0]);
  expect(actions.length).toBe(1);
  const [action] = actions;
  if (action.do !== 'cut') throw new Error('no cut');
  expect(action.body).toBe('jelly');
  expect(action.blade.length).toBe(3);
  // Through the middle of the picture the ray runs straight ahead.
  expect(action.blade[1][0]).toEqual([0, 0, 5]);
  action.blade[1][1].forEach((value, c) => {
    expect(value).toBeCloseTo([0, 0, -5][c], 9);
  });
  fire('pointerdown', 0, 0);
  fire('pointermove', 90, 90);
  fire('pointercancel', 90, 90);
  expect(actions.length).toBe(1);
  cutter.dispose();
  expect(listeners.size).toBe(0);
});
