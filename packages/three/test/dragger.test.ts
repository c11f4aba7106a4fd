import type { Action } from 'pliant';
import { BoxGeometry, Mesh, PerspectiveCamera, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createBodyMesh,
  createDragger,
  materialPoint,
  type Picture,
  surfacePoint,
} from '../src/index.ts';
import { fakeBody } from './fixtures.ts';

/** What of an element the dragger needs: 200 by 100 pixels at (10, 20). */
class FakeElement extends EventTarget {
  style = { touchAction: '' };
  getBoundingClientRect = () => ({ left: 10, top: 20, width: 200, height: 100 });
  setPointerCapture(): void {}
  pointer(type: string, x: number, y: number, more: object = {}): Event {
    const event = new Event(type, { cancelable: true });
    Object.assign(event, { clientX: x, clientY: y, pointerId: 1, button: 0, ...more });
    this.dispatchEvent(event);
    return event;
  }
}

const body = fakeBody();
const camera = new PerspectiveCamera(40, 2, 0.1, 100);
camera.position.set(0.2, 0.2, 6);
camera.lookAt(0.2, 0.2, 0);
camera.updateMatrixWorld(true);

/** Where a point is in the fake element [px]. */
function onScreen(x: number, y: number, z: number): [number, number] {
  const p = new Vector3(x, y, z).project(camera);
  return [10 + 100 * (p.x + 1), 20 + 50 * (1 - p.y)];
}

describe('picking', () => {
  it('finds the material point of a moved body', () => {
    const { surface } = body;
    const middle = new Vector3(1 / 3, 1 / 3, 1 / 3);
    expect(materialPoint(surface, 3, middle)).toEqual([1 / 3, 1 / 3, 1 / 3]);
    const corner = new Vector3(0, 0, 1);
    expect(surfacePoint(surface.positions, surface.triangles, 3, corner)).toEqual([0, 0, 1]);
  });
});

describe('a dragger', () => {
  let element: FakeElement;
  let actions: Action[];
  const blocker = new Mesh(new BoxGeometry(5, 5, 0.1));
  const view = createBodyMesh(body);

  const create = (obstacles: Mesh[] = []) =>
    createDragger(
      camera,
      element as unknown as HTMLElement,
      { bodies: [view], obstacles },
      (action) => actions.push(action),
    );

  beforeEach(() => {
    element = new FakeElement();
    actions = [];
    body.shift = [0, 0, 0];
    view.update();
  });

  it('takes hold of the point under the pointer, moves it, lets go', () => {
    create();
    const [x, y] = onScreen(0.2, 0.3, 0.5);
    const down = element.pointer('pointerdown', x, y);
    expect(down.defaultPrevented).toBe(true);
    const start = actions[0];
    if (start.do !== 'drag') throw new Error('no drag');
    expect(start.body).toBe('tet');
    // The slanted face holds x + y + z = 1.
    expect(start.point[0] + start.point[1] + start.point[2]).toBeCloseTo(1, 6);
    expect(start.to[1]).toBeCloseTo(0.3, 1);

    element.pointer('pointermove', x, y - 10);
    const move = actions[1];
    if (move.do !== 'move') throw new Error('no move');
    expect(move.to[1]).toBeGreaterThan(start.to[1]);
    // The plane faces the camera, which looks along −z.
    expect(move.to[2]).toBeCloseTo(start.to[2], 6);

    element.pointer('pointerup', x, y - 10);
    element.pointer('lostpointercapture', x, y - 10);
    expect(actions.map((a) => a.do)).toEqual(['drag', 'move', 'drop']);
  });

  it('names the material point, not where it is now', () => {
    body.shift = [0.5, 0, 0];
    view.update();
    create();
    element.pointer('pointerdown', ...onScreen(0.7, 0.3, 0.5));
    const start = actions[0];
    if (start.do !== 'drag') throw new Error('no drag');
    expect(start.to[0] - start.point[0]).toBeCloseTo(0.5, 6);
  });

  it('leaves empty space, other buttons and hidden bodies to others', () => {
    create();
    expect(element.pointer('pointerdown', 12, 22).defaultPrevented).toBe(false);
    element.pointer('pointerdown', ...onScreen(0.2, 0.3, 0.5), { button: 2 });
    blocker.position.z = 3;
    blocker.updateMatrixWorld(true);
    const other = create([blocker]);
    expect(other.bodyAt(...onScreen(0.2, 0.3, 0.5))).toBe(null);
    blocker.visible = false;
    expect(other.bodyAt(...onScreen(0.2, 0.3, 0.5))?.name).toBe('tet');
    expect(actions).toEqual([]);
  });

  it('pulls with several fingers, each with its own id', () => {
    const dragger = create();
    element.pointer('pointerdown', ...onScreen(0.2, 0.3, 0.5));
    element.pointer('pointerdown', ...onScreen(0.3, 0.2, 0.5), { pointerId: 2 });
    expect(dragger.drags.size).toBe(2);
    const ids = actions.map((a) => (a.do === 'drag' ? a.id : ''));
    expect(new Set(ids).size).toBe(2);
    dragger.dispose();
    expect(actions.slice(2).map((a) => a.do)).toEqual(['drop', 'drop']);
    element.pointer('pointerdown', ...onScreen(0.2, 0.3, 0.5));
    expect(actions).toHaveLength(4);
  });

  it('stays in the picture it began in, where there are two', () => {
    const asked: number[] = [];
    const half = (left: number): Picture => ({ camera, left, top: 20, width: 200, height: 100 });
    const [left, right] = [half(10), half(210)];
    createDragger(
      camera,
      element as unknown as HTMLElement,
      (x) => {
        asked.push(x < 210 ? 0 : 1);
        return { bodies: [view] };
      },
      (action) => actions.push(action),
      { picture: (x) => (x < 210 ? left : right) },
    );
    const [x, y] = onScreen(0.2, 0.3, 0.5);
    element.pointer('pointerdown', x + 200, y);
    expect(asked).toEqual([1]);
    // Back over the left picture: as far to the left in the right one.
    element.pointer('pointermove', x, y);
    const [start, move] = actions;
    if (start.do !== 'drag' || move.do !== 'move') throw new Error('no move');
    expect(start.to[0]).toBeCloseTo(0.2, 1);
    expect(move.to[0]).toBeLessThan(start.to[0] - 1);
  });

  it('forgets without a word when the world was reset', () => {
    const dragger = create();
    element.pointer('pointerdown', ...onScreen(0.2, 0.3, 0.5));
    dragger.forget();
    element.pointer('pointermove', 0, 0);
    element.pointer('pointerup', 0, 0);
    expect(actions.map((a) => a.do)).toEqual(['drag']);
  });
});
