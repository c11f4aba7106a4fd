import { createWorld, InputError } from 'pliant';
import {
  BoxGeometry,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { createSoftMesh } from '../src/index.ts';

const floor = { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } } as const;
const scene = (...bodies: object[]) =>
  ({ format: 'pliant/1', name: 'test', bodies, obstacles: [floor] }) as never;
const rigid = { model: { type: 'rigid' } } as const;
const jelly = { model: { type: 'octree', cell: 0.05, levels: 0 } } as const;

/** A box of six materials, with seams between its sides, in a parent that is moved and turned. */
function box() {
  const materials = Array.from({ length: 6 }, () => new MeshBasicMaterial());
  const mesh = new Mesh(new BoxGeometry(0.2, 0.2, 0.2, 4, 4, 4), materials);
  mesh.name = 'box';
  const parent = new Group().add(mesh);
  parent.position.set(0, 0.5, 0);
  parent.rotation.set(0, 0.3, 0.2);
  return { mesh, parent, materials };
}

/** Of the triangles of a group [m²]. */
function area(
  { positions: x, triangles }: { positions: ArrayLike<number>; triangles: ArrayLike<number> },
  { start, count }: { start: number; count: number },
): number {
  let sum = 0;
  for (let t = start; t < start + count; t += 3) {
    const [p, q, r] = [0, 1, 2].map((k) =>
      new Vector3().fromArray(x as number[], 3 * triangles[t + k]),
    );
    sum += q.sub(p).cross(r.sub(p)).length() / 2;
  }
  return sum;
}

test('the mesh keeps UVs, groups, materials and triangle order, and begins where it stood', () => {
  const { mesh, materials } = box();
  const own = mesh.geometry;
  mesh.updateWorldMatrix(true, false);
  const before = own.attributes.position.clone().applyMatrix4(mesh.matrixWorld);
  const soft = createSoftMesh(mesh, rigid);
  const world = createWorld(scene(soft.body));
  soft.follow(world);
  const { geometry } = mesh;
  expect(geometry.index).toBe(own.index);
  expect(geometry.attributes.uv).toBe(own.attributes.uv);
  expect(geometry.groups).toEqual(own.groups);
  expect(mesh.material).toBe(materials);
  mesh.updateWorldMatrix(true, false);
  const now = geometry.attributes.position.clone().applyMatrix4(mesh.matrixWorld);
  for (let i = 0; i < before.array.length; i++)
    expect(now.array[i]).toBeCloseTo(before.array[i], 5);
  world.step(10);
  soft.update();
  expect(geometry.attributes.position.getY(0)).toBeLessThan(before.getY(0));
  // Sharp edges stay sharp: each side has normals of its own.
  for (let i = 1; i < 25; i++)
    for (const c of ['getX', 'getY', 'getZ'] as const)
      expect(geometry.attributes.normal[c](i)).toBeCloseTo(geometry.attributes.normal[c](0), 4);
  soft.dispose();
  expect(mesh.geometry).toBe(own);
});

test('a mesh without index, with colours, scaled unevenly and mirrored, makes the same solid', () => {
  const geometry = new SphereGeometry(0.5, 12, 8).toNonIndexed();
  const { count } = geometry.attributes.position;
  geometry.setAttribute('color', new Float32BufferAttribute(new Float32Array(3 * count), 3));
  const mesh = new Mesh(geometry, new MeshBasicMaterial());
  mesh.scale.set(-0.4, 0.2, 0.2);
  const soft = createSoftMesh(mesh, { ...rigid, name: 'egg' });
  const world = createWorld(scene(soft.body));
  const volume = world.body('egg').mass / 1000;
  expect(volume).toBeGreaterThan(0.85 * ((4 / 3) * Math.PI * 0.2 * 0.1 * 0.1));
  expect(volume).toBeLessThan((4 / 3) * Math.PI * 0.2 * 0.1 * 0.1);
  soft.follow(world);
  expect(mesh.geometry.attributes.color).toBe(geometry.attributes.color);
});

test('a mesh that is open rides on a solid wrapped around it, or on a shape; it is told', () => {
  const leaf = new BufferGeometry();
  leaf.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 0.1, 0, 0, 0, 0.1, 0], 3));
  const shape = { type: 'box', size: [0.3, 0.3, 0.1] } as const;
  for (const options of [{ thickness: 0.02 }, { shape }]) {
    const mesh = new Mesh(leaf, new MeshBasicMaterial());
    const soft = createSoftMesh(mesh, { ...rigid, name: 'leaf', ...options });
    expect(soft.notes.length).toBe('shape' in options ? 0 : 1);
    const world = createWorld(scene(soft.body));
    soft.follow(world);
    world.body('leaf').place([0, 2, 0]);
    soft.update();
    expect(mesh.geometry.attributes.position.getY(0)).toBeCloseTo(2, 5);
  }
  const empty = new Mesh(new BufferGeometry(), new MeshBasicMaterial());
  expect(() => createSoftMesh(empty)).toThrow(InputError);
});

test('a cut mesh keeps its UVs and materials outside, and has a material of its own inside; pieces come and go', () => {
  const { mesh, parent, materials } = box();
  parent.rotation.set(0, 0, 0);
  const inside = new MeshBasicMaterial();
  const soft = createSoftMesh(mesh, { ...jelly, cutMaterial: inside });
  const world = createWorld(scene(soft.body));
  soft.follow(world);
  const whole = mesh.geometry;
  const saved = world.snapshot();
  const blade = [0, 1].map((y) => [
    [0.01, y, -1],
    [0.01, y, 1],
  ]) as never;
  world.apply({ do: 'cut', body: 'box', blade });
  world.step(2);
  soft.update();
  expect(soft.pieces.map(({ name }) => name)).toEqual(['box/1']);
  expect(soft.pieces[0].parent).toBe(parent);
  for (const one of [mesh, ...soft.pieces]) {
    const { groups, attributes } = one.geometry;
    expect(one.material).toEqual([...materials, inside]);
    expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(attributes.position.count);
    // Five sides are the user's, the sixth was laid bare.
    expect(groups.map(({ materialIndex }) => materialIndex).at(-1)).toBe(6);
    expect(groups.length).toBe(6);
    const { surface } = soft.targets.find((target) => target.mesh === one)!;
    expect(area(surface, groups.at(-1)!)).toBeCloseTo(0.04, 2);
    const { start, count } = groups[0];
    for (let i = start; i < start + count; i++) {
      expect(attributes.uv.getX(i)).toBeGreaterThan(-0.05);
      expect(attributes.uv.getX(i)).toBeLessThan(1.05);
    }
  }
  const [main, piece] = soft.targets;
  expect(main.surface.triangles.length).toBe(mesh.geometry.attributes.position.count);
  expect(piece.name).toBe('box/1');
  world.restore(saved);
  soft.update();
  expect(soft.pieces.length).toBe(0);
  expect(mesh.geometry).toBe(whole);
  expect(mesh.material).toBe(materials);
});
