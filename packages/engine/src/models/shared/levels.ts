import type { LevelCounts } from '../views.ts';

/** What a body has and uses, before anything has switched: all of it, unless said otherwise. */
export function levelCounts(
  totalDofs: number,
  totalPoints: number,
  activeDofs = totalDofs,
  activePoints = totalPoints,
): LevelCounts {
  return {
    totalDofs,
    activeDofs,
    totalPoints,
    activePoints,
    switches: 0,
    jump: 0,
    kineticGain: 0,
  };
}
