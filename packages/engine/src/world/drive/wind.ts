import { emptyRow } from '../../contact/solve/ties.ts';
import { vertexAreas } from '../../geometry/mesh/vertex-areas.ts';
import type { WindChange } from '../../scene/action-types.ts';
import type { Coupling } from '../live.ts';
import type { WorldCore } from '../types.ts';

/** The wind on one body. */
export interface Wind extends Coupling {
  readonly wind: true;
}

const FEEL_AIR: ReadonlySet<string> = new Set(['solid', 'frames', 'tets']);

/** Whether a model includes air drag itself: then the world adds only the effect of the air's own motion. */
export function feelsAir(kind: string): boolean {
  return FEEL_AIR.has(kind);
}

/**
 * Puts the air into the equation of every body with `damping.air`: air · area · (w − v) at every vertex of its surface,
 * w being the wind. If the model has air drag of its own, only the wind's part is added. Allocates.
 */
export function useWinds(core: WorldCore): void {
  for (let c = core.couplings.length - 1; c >= 0; c--)
    if ('wind' in core.couplings[c]) core.couplings.splice(c, 1);
  const winds = [...core.winds.values()];
  const blowing: Wind[] = [];
  core.entries.forEach(({ origin }, b) => {
    const { changes } = core.bodies[b];
    const air = changes.damping?.air ?? core.scene.bodies[origin].material.damping.air;
    const needed = winds.length > 0 || !feelsAir(core.bodies[b].body.model.kind);
    if (air > 0 && needed) blowing.push(createWind(core, b, air, winds));
  });
  // Before all others: sums have a fixed order, independent of history.
  for (const wind of blowing.reverse()) core.couplings.unshift(wind);
}

/** Tells that a wind moves nothing. */
export function windNotes({ winds, couplings }: WorldCore): string[] {
  if (winds.size === 0 || couplings.some((one) => 'wind' in one)) return [];
  return [
    `wind ${[...winds.keys()].join(', ')}: no body has "damping.air" in its material, so nothing feels it.`,
  ];
}

/** Velocity of the air at a point [m/s], the sum of all winds. */
export function windAt(
  out: Float64Array,
  o: number,
  winds: readonly WindChange[],
  x: number,
  y: number,
  z: number,
): void {
  out.fill(0, o, o + 3);
  for (let k = 0; k < winds.length; k++) {
    const { velocity, where, radius = 1 } = winds[k];
    let part = 1;
    if (where !== undefined) {
      const dx = (x - where[0]) / radius;
      const dy = (y - where[1]) / radius;
      const dz = (z - where[2]) / radius;
      const near = Math.max(0, 1 - (dx * dx + dy * dy + dz * dz));
      part = near * near;
    }
    for (let c = 0; c < 3; c++) out[o + c] += part * velocity[c];
  }
}

function createWind(core: WorldCore, b: number, air: number, winds: readonly WindChange[]): Wind {
  const live = core.bodies[b];
  const { model } = live.body;
  const surface = live.body.cut?.surface ?? model.surface;
  const set = live.body.points.embed(Float64Array.from(surface.positions));
  const areas = vertexAreas(surface);
  const n = areas.length;
  const total = areas.reduce((sum, area) => sum + area, 0);
  const slows = !feelsAir(model.kind);
  const x = new Float64Array(3 * n);
  const v = new Float64Array(3 * n);
  const group = { points: set, v, f: new Float64Array(3 * n) };
  const wind: Wind = {
    wind: true,
    a: b,
    b: -1,
    ends: [group, null],
    ...emptyRow(),
    push: new Float64Array(3 * n),
    active: () => core.sleep.group[b] < 0,
    prepare(h) {
      const { body } = live;
      const { push } = wind;
      body.points.positions(set, x);
      // Drag of the current velocity, reduced by its decay within the step, so that it never reverses the motion.
      const part = slows ? (h * air) / (1 + (h * air * total) / model.mass) : h * air;
      if (slows) body.points.velocities(set, body.equation.velocity, v);
      for (let i = 0; i < n; i++) {
        windAt(push, 3 * i, winds, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
        for (let c = 3 * i; c < 3 * i + 3; c++)
          push[c] = part * areas[i] * (push[c] - (slows ? v[c] : 0));
      }
    },
  };
  return wind;
}
