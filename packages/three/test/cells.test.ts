import type { Cells } from 'pliant';
import { Color, Group, type InstancedMesh, Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { cellColor, createCellsView, valueColor } from '../src/index.ts';

/** Room for three cells; the first is twice as long along x and at (1, 2, 3). */
function someCells(shape: Cells['shape'] = 'box'): Cells {
  const poses = new Float32Array(36);
  poses.set([2, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3]);
  poses.set([1, 0, 0, 4, 0, 1, 0, 5, 0, 0, 1, 6], 12);
  return {
    shape,
    capacity: 3,
    count: 2,
    poses,
    keys: Int32Array.of(0, 1, 0),
    values: new Float32Array(3),
    label: 'region',
    valueLabel: 'strain',
  };
}

const meshOf = (group: Group): InstancedMesh => group.children[0] as InstancedMesh;

describe('the cells of a body', () => {
  it('are drawn where they are, as many as there are', () => {
    const cells = someCells();
    const view = createCellsView(cells, { fill: 1 });
    view.update(0);
    const mesh = meshOf(view.group);
    expect(mesh.count).toBe(2);
    const matrix = new Matrix4();
    mesh.getMatrixAt(0, matrix);
    expect(new Vector3(0.5, 0.5, 0.5).applyMatrix4(matrix).toArray()).toEqual([2, 2.5, 3.5]);
    cells.count = 3;
    view.update(0);
    expect(mesh.count).toBe(3);
  });

  it('are coloured by their values alone on request', () => {
    const cells = someCells();
    cells.values.set([0.8, 0.8, 0.1]);
    cells.count = 3;
    const view = createCellsView(cells);
    view.colorBy('value');
    view.update(0);
    const shade = (i: number): Color => {
      const color = new Color();
      meshOf(view.group).getColorAt(i, color);
      return color;
    };
    expect(shade(0).getHexString()).toBe(shade(1).getHexString());
    expect(shade(0).getHexString()).toBe(valueColor(new Color(), 7, 0.8).getHexString());
    expect(shade(2).getHexString()).not.toBe(shade(0).getHexString());
  });

  it('have hues by key and take a moment to change', () => {
    const cells = someCells();
    const view = createCellsView(cells);
    view.update(0);
    const color = (): string => {
      const shade = new Color();
      meshOf(view.group).getColorAt(1, shade);
      return `#${shade.getHexString()}`;
    };
    const hex = (key: number): string => `#${cellColor(new Color(), key).getHexString()}`;
    expect(color()).toBe(hex(1));
    cells.keys[1] = 0;
    expect(view.update(0.02)).toBe(true);
    expect([hex(0), hex(1)]).not.toContain(color());
    while (view.update(0.1));
    const near = new Color(color());
    const goal = new Color(hex(0));
    expect(Math.abs(near.r - goal.r) + Math.abs(near.g - goal.g)).toBeLessThan(0.03);
  });

  it('have outward faces, tetrahedra too', () => {
    for (const shape of ['box', 'tetrahedron'] as const) {
      const { geometry } = meshOf(createCellsView(someCells(shape)).group);
      const place = geometry.attributes.position;
      const normal = geometry.attributes.normal;
      const middle = shape === 'box' ? 0 : 0.25;
      for (let i = 0; i < place.count; i++) {
        const out = [0, 1, 2].reduce(
          (sum, d) => sum + (place.getComponent(i, d) - middle) * normal.getComponent(i, d),
          0,
        );
        expect(out).toBeGreaterThan(0);
      }
    }
  });

  it('leave the scene when disposed of', () => {
    const view = createCellsView(someCells());
    const parent = new Group().add(view.group);
    view.dispose();
    expect(parent.children).toHaveLength(0);
  });
});
