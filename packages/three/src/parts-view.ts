import type { Parts } from 'pliant';
import {
  CapsuleGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  SphereGeometry,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { createExactMaterial } from './exact-material.ts';
import { createHalo } from './parts-halo.ts';
import { createLinks } from './parts-links.ts';
import { writePose } from './pose.ts';

export interface PartsViewOptions {
  /** Length of an arm of the coarsest parts [m]; about a twentieth of the body looks right. */
  size?: number;
  /** Any CSS colours of passive, active and driven parts. */
  colors?: readonly [passive: string, active: string, driven: string];
  /** Whether they are drawn over everything else; if not, bodies that they are to be seen in must be translucent. */
  over?: boolean;
  /** Whether lines lead from each to the parents it follows. */
  links?: boolean;
}

export const PARTS_DEFAULTS: Readonly<Required<PartsViewOptions>> = {
  size: 0.05,
  colors: ['#b3402f', '#27c45a', '#3b7ff0'],
  over: true,
  links: false,
};

/** The frames (or cells, or elements) of an adaptive body. */
export interface PartsView {
  readonly group: Group;
  /**
   * Shows the parts as they are now, `seconds` after the last time. Allocates nothing. True while a light still fades:
   * then there is more to draw although nothing moves.
   */
  update(seconds: number): boolean;
  dispose(): void;
}

/** Each level is drawn smaller than the one above by this. */
const FINER = 0.84;
/** Passive parts are drawn smaller by this. */
const ASLEEP = 0.55;
/** Times in which a colour changes and a glow fades to a third [s]. */
const CHANGE = 0.12;
const GLOW = 0.45;
/** What is left of a change when nobody sees it any more. */
const UNSEEN = 0.004;

/**
 * A ball with three arms for each part, arms along the axes of its pose, in the colour of its status. A part that
 * becomes active lights up for a moment. `parts` are a body's own (`world.bodies[i].parts`) or arrays filled elsewhere.
 */
export function createPartsView(parts: Parts, options: PartsViewOptions = {}): PartsView {
  const { size, colors, over, links } = { ...PARTS_DEFAULTS, ...options };
  const { count, poses, status, level } = parts;
  const palette = new Float32Array(9);
  colors.forEach((color, s) => void new Color(color).toArray(palette, 3 * s));
  const geometry = tripod();
  const material = createExactMaterial({ transparent: over });
  const marks = new InstancedMesh(geometry, material, count);
  marks.instanceMatrix.setUsage(DynamicDrawUsage);
  marks.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
  marks.instanceColor.setUsage(DynamicDrawUsage);
  // Bounds change with every step, and the marks are few.
  marks.frustumCulled = false;
  marks.renderOrder = 5;
  // Over the body they are inside of, yet hiding each other as solid things do.
  if (over) marks.onBeforeRender = (renderer) => renderer.clearDepth();
  const halo = createHalo(marks, colors[1], over);
  const group = new Group().add(halo.mesh, marks);
  const lines = links && parts.parents ? createLinks(parts, parts.parents, over) : null;
  if (lines !== null) group.add(lines.object);

  const matrices = marks.instanceMatrix.array as Float32Array;
  const shades = marks.instanceColor.array as Float32Array;
  const seen = new Uint8Array(count);
  const grown = new Float32Array(count);
  let isFirst = true;

  return {
    group,
    update(seconds) {
      const change = isFirst ? 1 : 1 - Math.exp(-seconds / CHANGE);
      const fade = Math.exp(-seconds / GLOW);
      const dim = Math.exp(-seconds / CHANGE);
      let most = 0;
      for (let k = 0; k < count; k++) {
        const now = status[k];
        const wakes = !isFirst && now !== 0 && seen[k] === 0;
        const faded = (now === 0 ? dim : fade) * halo.glow[k];
        halo.glow[k] = wakes ? 1 : faded > UNSEEN ? faded : 0;
        seen[k] = now;
        const growth = (now === 0 ? ASLEEP : 1) - grown[k];
        grown[k] += change * growth;
        most = Math.max(most, halo.glow[k], Math.abs(growth));
        for (let c = 0; c < 3; c++) {
          const i = 3 * k + c;
          shades[i] += change * (palette[3 * now + c] - shades[i]);
        }
        const scale = size * FINER ** level[k] * grown[k] * (1 + 0.35 * halo.glow[k]);
        writePose(matrices, 16 * k, poses, 12 * k, scale);
      }
      isFirst = false;
      marks.instanceMatrix.needsUpdate = true;
      if (marks.instanceColor !== null) marks.instanceColor.needsUpdate = true;
      halo.changed();
      lines?.update(shades);
      return most > UNSEEN;
    },
    dispose() {
      group.removeFromParent();
      halo.dispose();
      lines?.dispose();
      marks.dispose();
      geometry.dispose();
      material.dispose();
    },
  };
}

/** A ball with three thin arms along x, y and z, one long. */
function tripod() {
  const arm = () => new CapsuleGeometry(0.075, 1, 4, 10).translate(0, 0.5, 0);
  return mergeGeometries([
    new SphereGeometry(0.27, 20, 14),
    arm().rotateZ(-Math.PI / 2),
    arm(),
    arm().rotateX(Math.PI / 2),
  ]);
}
