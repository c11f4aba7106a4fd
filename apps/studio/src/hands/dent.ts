import { Vector3 } from 'three';
import { getAt } from '../document/json.ts';
import { isDentable, modelOf } from '../document/live.ts';
import { quantity } from '../ui/format.ts';
import { type Hit, pointOf } from './aim.ts';
import type { Hand } from './hands.ts';
import type { AimedParts } from './parts.ts';

/**
 * Radius of the thumb, how deep it goes, and where it begins above the surface, in sizes of the body. A smaller thumb slips between the contact points
 * of coarse cells.
 */
const THUMB = 0.18;
const DEPTH = 0.15;
const GAP = 0.01;
/** How long it takes to go all the way [s]. */
const SECONDS = 0.5;
const NAME = 'studio-thumb';

/** A thumb that is pressed into a body while the pointer is down. Where the body is plastic, its dent stays. */
export function createDenting({ aim, bar, stage, scene, info, view, edit, act }: AimedParts): Hand {
  let pressed: (Hit & { size: number }) | null = null;
  /** Whose depth is told: also after it was let go. */
  let followed: (Hit & { size: number }) | null = null;
  const now = new Vector3();

  /** How far the touched place has gone in [m]. */
  function depth({ body: { name }, vertex, point, normal }: Hit): number {
    const positions = view()?.bodies.find((one) => one.name === name)?.positions;
    if (positions === undefined || 3 * vertex >= positions.length) return 0;
    return -now
      .fromArray(positions, 3 * vertex)
      .sub(point)
      .dot(normal);
  }
  stage.onBeforeDraw((picture) => {
    if (picture !== 0 || followed === null) return;
    const words = pressed === null ? 'A dent of' : 'Pressed in by';
    bar.say(`${words} ${quantity(Math.max(0, depth(followed)), 'm')}`);
  });

  return {
    take() {
      bar.open('Press on a body, and hold');
    },
    leave() {
      followed = null;
      bar.close();
    },
    press(event) {
      const hit = aim.hit(event);
      const own = info()?.bodies.find(({ name }) => name === hit?.body.name);
      if (hit === null || own === undefined) return false;
      const { origin, name } = hit.body;
      followed = null;
      if (!isDentable(modelOf(scene(), origin))) {
        bar.say('Only bodies of the octree model keep dents: change its model under Body');
        return true;
      }
      if (getAt(scene(), ['bodies', origin, 'model', 'plastic']) === undefined) {
        edit(`${name} keeps dents`, [[['scene', 'bodies', origin, 'model', 'plastic'], {}]]);
        bar.say(`${name} is made plastic: press again`);
        return true;
      }
      const { size } = own;
      pressed = { ...hit, size };
      followed = pressed;
      const at = (height: number): Vector3 =>
        hit.point.clone().addScaledVector(hit.normal, height * size);
      const radius = THUMB * size;
      act({
        do: 'add',
        obstacle: {
          name: NAME,
          shape: { type: 'sphere', radius },
          position: [...pointOf(at(THUMB + GAP))],
        },
      });
      act({
        do: 'pose',
        obstacle: NAME,
        position: pointOf(at(THUMB - DEPTH)),
        seconds: SECONDS,
      });
      return true;
    },
    release() {
      if (pressed !== null) act({ do: 'remove', obstacle: NAME });
      pressed = null;
    },
  };
}
