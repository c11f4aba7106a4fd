import type { PartParents, Parts } from 'pliant';
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
} from 'three';

/** Lines from parts to the parents that they follow. */
export interface Links {
  readonly object: LineSegments;
  /** Brings them after the parts; `shades` are the parts' colours, shape [count, 3]. */
  update(shades: Float32Array): void;
  dispose(): void;
}

/** Parents with less of a say than this are left out: most lines would be of them. */
const LEAST = 0.15;

/** One line for each parent that counts, in the part's colour, paler the less the parent counts. */
export function createLinks(parts: Parts, parents: PartParents, over: boolean): Links {
  const { count, poses } = parts;
  const pairs: number[] = [];
  const weights: number[] = [];
  for (let k = 0; k < count; k++) {
    for (let i = parents.ptr[k]; i < parents.ptr[k + 1]; i++) {
      if (parents.weight[i] < LEAST) continue;
      pairs.push(k, parents.parent[i]);
      weights.push(parents.weight[i]);
    }
  }
  const geometry = new BufferGeometry();
  const places = new BufferAttribute(new Float32Array(3 * pairs.length), 3);
  const colors = new BufferAttribute(new Float32Array(4 * pairs.length), 4);
  geometry.setAttribute('position', places.setUsage(DynamicDrawUsage));
  geometry.setAttribute('color', colors.setUsage(DynamicDrawUsage));
  const material = new LineBasicMaterial({
    vertexColors: true,
    transparent: true,
    toneMapped: false,
    depthTest: !over,
    depthWrite: false,
  });
  const object = new LineSegments(geometry, material);
  object.frustumCulled = false;
  object.renderOrder = 4;
  return {
    object,
    update(shades) {
      for (let e = 0; e < pairs.length; e++) {
        const k = pairs[e];
        // Both ends have the colour of the one that follows.
        const own = 3 * pairs[e & ~1];
        for (let c = 0; c < 3; c++) {
          places.array[3 * e + c] = poses[12 * k + 4 * c + 3];
          colors.array[4 * e + c] = shades[own + c];
        }
        colors.array[4 * e + 3] = Math.sqrt(weights[e >> 1]);
      }
      places.needsUpdate = true;
      colors.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
