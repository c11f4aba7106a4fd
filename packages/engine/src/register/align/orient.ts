import { FACING_PLACES } from '../numbers.ts';
import { closestInCone, createFoot } from '../surface/closest.ts';
import { placeSamples, sampleSurface } from '../surface/samples.ts';
import type { Surface } from '../surface/surface.ts';

/** Fractions of the template's points whose closest place of the target faces the same way, and the opposite way. */
export function facing(template: Surface, target: Surface): { same: number; opposite: number } {
  const samples = sampleSurface(template, FACING_PLACES, 5);
  const at = new Float64Array(3 * FACING_PLACES);
  placeSamples(at, template, samples);
  const foot = createFoot();
  let [same, opposite] = [0, 0];
  for (let i = 0; i < FACING_PLACES; i++) {
    closestInCone(foot, target, at, 3 * i, at, 0, -1, -1);
    let cos = 0;
    for (let d = 0; d < 3; d++)
      cos += template.normals[3 * samples.triangle[i] + d] * target.normals[3 * foot.triangle + d];
    if (cos > 0.5) same++;
    if (cos < -0.5) opposite++;
  }
  return { same: same / FACING_PLACES, opposite: opposite / FACING_PLACES };
}
