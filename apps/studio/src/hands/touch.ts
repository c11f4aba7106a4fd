import type { Action } from 'pliant';
import type { BodyInfo, SceneInfo } from '../protocol.ts';
import type { Ruler } from '../view/ruler.ts';
import { type Aim, type Hit, pointOf } from './aim.ts';
import type { Hand } from './hands.ts';

/** Around a touch, cells are divided within this part of the body's size. */
const TOUCH = 0.15;
/** Twice the acceleration of a fall, times the part of a body's size that it falls [m/s²]. */
const KICK = 2 * 9.81 * 0.1;

export interface Touches {
  readonly push: Hand;
  readonly refine: Hand;
  readonly measure: Hand;
}

/** What one press on a body does. A press beside bodies does nothing. */
export function createTouches(
  aim: Aim,
  scene: () => SceneInfo | null,
  apply: (action: Action) => void,
  ruler: Ruler,
): Touches {
  const touch = (act: (hit: Hit, info: BodyInfo, event: PointerEvent) => void): Hand => ({
    press(event) {
      const hit = aim.hit(event);
      const info = scene()?.bodies.find(({ name }) => name === hit?.body.name);
      if (hit !== null && info !== undefined) act(hit, info, event);
      return true;
    },
  });
  return {
    refine: touch(({ point }, { name, size, cuttable }, { shiftKey }) => {
      const levels = shiftKey ? 0 : 1;
      if (cuttable)
        apply({ do: 'refine', body: name, where: pointOf(point), radius: TOUCH * size, levels });
    }),
    // A kick along the line of sight, as hard as falling from a part of its size.
    push: touch(({ point }, { name, mass, size }, event) => {
      const kick = aim
        .ray(event)
        .direction.clone()
        .multiplyScalar(mass * Math.sqrt(KICK * size));
      apply({ do: 'impulse', body: name, impulse: pointOf(kick), where: pointOf(point) });
    }),
    measure: {
      ...touch(({ vertex }, { name }) => ruler.add(name, vertex)),
      leave: ruler.clear,
    },
  };
}
