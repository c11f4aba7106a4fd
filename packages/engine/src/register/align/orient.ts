import { closestInCone, createFoot } from '../surface/closest.ts';
import { placeSamples, sampleSurface } from '../surface/samples.ts';
import type { Surface } from '../surface/surface.ts';

const PLACES = 300;

/** Parts of the template's places whose closest place of the target faces the same way, and the opposite way. */
export function facing(template: Surface, target: Surface): { same: number; opposite: number } {
  const samples = sampleSurface(template, PLACES, 5);
  const at = new Float64Array(3 * PLACES);
  placeSamples(at, template, samples);
  const foot = createFoot();
  let [same, opposite] = [0, 0];
  for (let i = 0; i < PLACES; i++) {
    closestInCone(foot, target, at, 3 * i, at, 0, -1, -1);
    let cos = 0;
    for (let d = 0; d < 3; d++)
      cos += template.normals[3 * samples.triangle[i] + d] * target.normals[3 * foot.triangle + d];
    if (cos > 0.5) same++;
    if (cos < -0.5) opposite++;
  }
  return { same: same / PLACES, opposite: opposite / PLACES };
}
