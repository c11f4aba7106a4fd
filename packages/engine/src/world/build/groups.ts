import type { LiveBody, LiveObstacle } from '../live.ts';
import type { WorldCore } from '../types.ts';

/** The bits of group names. */
export function groupBits({ scene }: Pick<WorldCore, 'scene'>): Map<string, number> {
  return new Map(scene.groups?.map((name, i) => [name, 1 << i]));
}

/** Sets the group bits of all bodies and obstacles; called again when an added thing may have a new group. */
export function useGroups(core: WorldCore): void {
  const bits = groupBits(core);
  const sum = (names: readonly string[]): number =>
    names.reduce((all, name) => all | (bits.get(name) ?? 0), 0);
  const give = (
    live: LiveBody | LiveObstacle,
    spec: { groups?: readonly string[]; touches?: readonly string[]; sensor?: boolean },
  ): void => {
    live.groups = sum(spec.groups ?? []);
    live.touches = spec.touches === undefined ? -1 : sum(spec.touches);
    live.sensor = spec.sensor === true;
  };
  core.entries.forEach(({ origin }, b) => {
    give(core.bodies[b], core.scene.bodies[origin]);
  });
  for (const live of core.obstacles) {
    const spec = live.guest === null && core.scene.obstacles.find((o) => o.name === live.name);
    if (spec) give(live, spec);
  }
}
