import { MathUtils, Object3D, Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { getAt } from '../document/json.ts';
import { isLive } from '../document/live.ts';
import type { Edit } from '../document/store.ts';
import { h } from '../ui/dom.ts';
import type { BodyView } from '../view/body-view.ts';
import type { Hand } from './hands.ts';
import type { AimedParts } from './parts.ts';
import { placementFrom, placementTo } from './placing.ts';

/** With shift, places are multiples of this part of the body's size, and turns of these degrees. */
const SNAP = 0.1;
const SNAP_TURN = 15;

/** Puts bodies where they begin: handles to move and to turn the one that was pressed. */
export function createGizmo(parts: AimedParts): Hand {
  const { stage, aim, bar, view, info, scene, edit, letGo, toStart, isFree } = parts;
  const proxy = new Object3D();
  const controls = new TransformControls(stage.camera);
  const helper = controls.getHelper();
  stage.scene.add(proxy);
  let body: BodyView | null = null;
  let isMoving = false;

  const modes = (['translate', 'rotate'] as const).map((mode) =>
    h(
      'button',
      {
        type: 'button',
        class: 'choice',
        click() {
          controls.setMode(mode);
          showMode();
          stage.invalidate();
        },
      },
      mode === 'translate' ? 'Move' : 'Turn',
    ),
  );
  function showMode(): void {
    modes.forEach((button, i) => {
      const mode = i === 0 ? 'translate' : 'rotate';
      button.setAttribute('aria-pressed', String(controls.mode === mode));
    });
  }

  /** The middle of a body in its own coordinates: what the handles are at. */
  function middleOf({ surface: { positions } }: BodyView): Vector3 {
    const low = new Vector3(...[0, 1, 2].map(() => Number.POSITIVE_INFINITY));
    const high = low.clone().negate();
    const point = new Vector3();
    for (let i = 0; i < positions.length; i += 3) {
      low.min(point.fromArray(positions, i));
      high.max(point);
    }
    return low.add(high).multiplyScalar(0.5);
  }

  const places = (origin: number) =>
    (['position', 'rotation'] as const).map((field) => ['bodies', origin, field]);

  function follow(): void {
    if (body === null) return;
    const [position, rotation] = places(body.origin).map((path) => getAt(scene(), path));
    const { at, turn } = placementTo(middleOf(body), position, rotation);
    proxy.position.copy(at);
    proxy.quaternion.copy(turn);
    tell();
    stage.invalidate();
  }

  function tell(): void {
    if (body === null) return;
    const { position, rotation } = placementFrom(middleOf(body), proxy);
    const text = (values: readonly number[], digits: number): string =>
      values.map((x) => x.toFixed(digits).replace('-', '−')).join(', ');
    bar.say(
      controls.mode === 'translate'
        ? `${body.name} at ${text(position, 3)} m`
        : `${body.name} turned ${text(rotation, 1)}°`,
    );
  }

  function put(): void {
    if (body === null) return;
    const { name, origin } = body;
    const { position, rotation } = placementFrom(middleOf(body), proxy);
    const changes = [position, rotation];
    const edits = places(origin).map((path, i): Edit => [['scene', ...path], changes[i]]);
    // Both places at once are one command; what did not change is not said.
    const turned = controls.mode === 'rotate';
    edit(`place ${name}`, turned ? edits : [edits[0]], true);
  }

  const canFollow = (): boolean =>
    body !== null && places(body.origin).every((path) => isLive(scene(), path));

  controls.addEventListener('objectChange', () => {
    tell();
    if (canFollow()) put();
    stage.invalidate();
  });

  function choose(next: BodyView | null): void {
    body = next;
    if (body === null) {
      helper.removeFromParent();
      controls.detach();
    } else {
      controls.attach(proxy);
      stage.scene.add(helper);
      follow();
    }
  }

  /** The pointer as the handles want it: without a button while it moves. */
  const pointer = (event: PointerEvent, button = 0): PointerEvent => {
    const { at, camera } = aim.place(event);
    controls.camera = camera;
    // Both may have been moved since the last picture.
    camera.updateMatrixWorld();
    proxy.updateMatrixWorld();
    helper.updateMatrixWorld();
    const size = info()?.bodies.find(({ name }) => name === body?.name)?.size ?? 1;
    controls.setTranslationSnap(event.shiftKey ? SNAP * size : null);
    controls.setRotationSnap(event.shiftKey ? MathUtils.degToRad(SNAP_TURN) : null);
    return { x: at.x, y: at.y, button } as PointerEvent;
  };

  return {
    take() {
      toStart();
      bar.open('Press on a body, then drag its handles', ...modes);
      showMode();
      const all = view()?.bodies ?? [];
      choose(all.length === 1 ? all[0] : null);
    },
    refresh() {
      // Bodies were rebuilt: the same one again.
      const name = body?.name;
      const same = view()?.bodies.find((one) => one.name === name) ?? null;
      if (same !== body) choose(same);
      else if (!isMoving) follow();
    },
    leave() {
      choose(null);
      bar.close();
    },
    press(event) {
      controls.pointerHover(pointer(event));
      if (body !== null && controls.axis !== null) {
        isMoving = true;
        controls.pointerDown(pointer(event));
        return true;
      }
      const hit = aim.hit(event);
      if (hit === null || !isFree(hit.body.origin)) return false;
      choose(hit.body);
      return true;
    },
    move(event, isDown) {
      if (body === null) return;
      if (isDown && isMoving) controls.pointerMove(pointer(event, -1));
      else controls.pointerHover(pointer(event));
      stage.invalidate();
    },
    release(isWish) {
      if (!isMoving) return;
      isMoving = false;
      controls.pointerUp({ button: 0 } as PointerEvent);
      if (isWish && !canFollow()) put();
      letGo();
    },
  };
}
