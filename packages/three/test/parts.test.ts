import type { Parts } from 'pliant';
import { Color, Group, type InstancedMesh, type LineSegments, Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { createPartsView, PARTS_DEFAULTS } from '../src/index.ts';

/** Two parts, at (1, 2, 3) and (4, 5, 6), the first coarser and turned a quarter about z. */
function twoParts(): Parts {
  return {
    count: 2,
    poses: Float32Array.from([
      ...[0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3],
      ...[1, 0, 0, 4, 0, 1, 0, 5, 0, 0, 1, 6],
    ]),
    status: Uint8Array.from([1, 0]),
    level: Uint8Array.from([0, 2]),
  };
}

function create(parts: Parts) {
  const view = createPartsView(parts, { size: 0.1 });
  const [halo, marks] = view.group.children as InstancedMesh[];
  const arm = (k: number, x: number, y: number, z: number): Vector3 => {
    const matrix = new Matrix4();
    marks.getMatrixAt(k, matrix);
    const middle = new Vector3().setFromMatrixPosition(matrix);
    return new Vector3(x, y, z).applyMatrix4(matrix).sub(middle);
  };
  const color = (k: number): string => {
    const shade = new Color();
    marks.getColorAt(k, shade);
    return `#${shade.getHexString()}`;
  };
  const glow = (k: number): number => halo.geometry.attributes.glow.getX(k);
  return { view, marks, arm, color, glow };
}

describe('the parts of a body', () => {
  it('are drawn where they are, with arms along their axes, coarser ones larger', () => {
    const { view, marks, arm } = create(twoParts());
    view.update(0);
    const matrix = new Matrix4();
    marks.getMatrixAt(1, matrix);
    expect(new Vector3().setFromMatrixPosition(matrix).toArray()).toEqual([4, 5, 6]);
    expect(arm(0, 1, 0, 0).distanceTo(new Vector3(0, 0.1, 0))).toBeLessThan(1e-6);
    expect(arm(1, 1, 0, 0).length()).toBeLessThan(arm(0, 1, 0, 0).length());
  });

  it('have the colour of their status', () => {
    const { view, color } = create(twoParts());
    view.update(0);
    expect([color(0), color(1)]).toEqual([PARTS_DEFAULTS.colors[1], PARTS_DEFAULTS.colors[0]]);
  });

  it('light up when they wake, and only then, for a moment', () => {
    const parts = twoParts();
    const { view, color, glow } = create(parts);
    expect(view.update(0.02)).toBe(true);
    expect([glow(0), glow(1)]).toEqual([0, 0]);
    parts.status.set([0, 1]);
    expect(view.update(0.02)).toBe(true);
    expect([glow(0), glow(1)]).toEqual([0, 1]);
    view.update(0.3);
    expect(glow(1)).toBeGreaterThan(0.1);
    expect(glow(1)).toBeLessThan(1);
    let pictures = 0;
    while (view.update(0.05)) pictures++;
    expect(pictures).toBeLessThan(80);
    expect(glow(1)).toBe(0);
    expect([color(0), color(1)]).toEqual([PARTS_DEFAULTS.colors[0], PARTS_DEFAULTS.colors[1]]);
  });

  it('are joined to the parents that count, in their own colour', () => {
    const parents = {
      ptr: Int32Array.of(0, 0, 2),
      parent: Int32Array.of(0, 0),
      weight: Float64Array.of(0.95, 0.05),
    };
    const view = createPartsView({ ...twoParts(), parents }, { links: true, over: false });
    view.update(0);
    const lines = view.group.children[2] as LineSegments;
    const { position, color } = lines.geometry.attributes;
    expect([...position.array]).toEqual([4, 5, 6, 1, 2, 3]);
    const shade = new Color().fromArray(color.array, 4);
    expect(`#${shade.getHexString()}`).toBe(PARTS_DEFAULTS.colors[0]);
  });

  it('leave the scene when disposed of', () => {
    const { view } = create(twoParts());
    const parent = new Group();
    parent.add(view.group);
    view.dispose();
    expect(parent.children).toHaveLength(0);
  });
});
