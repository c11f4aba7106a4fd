import { createWorld } from 'pliant';
import { Mesh, type MeshPhysicalMaterial, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { createBodyMesh, createSurfaceMesh, createWorldView, poseMatrix } from '../src/index.ts';
import { fakeBody, fakeWorld } from './fixtures.ts';

describe('a body mesh', () => {
  it('shows the body’s own arrays, without a copy', () => {
    const body = fakeBody();
    const { mesh } = createBodyMesh(body, { crease: 180 });
    expect(mesh.geometry.attributes.position.array).toBe(body.positions);
    expect(mesh.geometry.attributes.normal.array).toBe(body.normals);
    expect([...(mesh.geometry.index?.array ?? [])]).toEqual([...body.surface.triangles]);
    expect(mesh.name).toBe('tet');
  });

  it('follows the body when updated', () => {
    const body = fakeBody();
    const view = createBodyMesh(body);
    const before = view.mesh.geometry.attributes.position.version;
    body.shift = [0, 5, 0];
    view.update();
    expect(view.mesh.geometry.attributes.position.getY(0)).toBe(5);
    expect(view.mesh.geometry.attributes.position.version).toBeGreaterThan(before);
    view.mesh.geometry.computeBoundingSphere();
    expect(view.mesh.geometry.boundingSphere?.center.y).toBeGreaterThan(4);
  });

  it('is made anew when the triangles change', () => {
    const body = fakeBody() as ReturnType<typeof fakeBody> & {
      -readonly [K in 'topology']: number;
    };
    const view = createBodyMesh(body);
    Object.assign(body, {
      surface: { positions: new Float64Array(9), triangles: Int32Array.from([0, 1, 2]) },
      positions: new Float32Array(9),
      normals: new Float32Array(9),
      topology: 1,
    });
    view.update();
    expect(view.mesh.geometry.index?.count).toBe(3);
    expect(view.mesh.geometry.attributes.position.array).toBe(body.positions);
  });
});

it('vertices are coloured on request, on both sides of sharp edges, and the own colour comes back', () => {
  const body = fakeBody();
  body.draw();
  const vertices = body.positions.length / 3;
  const colors = Float32Array.from(
    { length: 3 * vertices },
    (_, i) => Math.floor(i / 3) / vertices,
  );
  for (const crease of [1, 180]) {
    const view = createSurfaceMesh(body, { color: '#336699', crease });
    const material = view.mesh.material as MeshPhysicalMaterial;
    view.paint(colors);
    expect(material.vertexColors).toBe(true);
    expect(material.color.getHexString()).toBe('ffffff');
    const { position, color } = view.mesh.geometry.attributes;
    for (let i = 0; i < position.count; i++) {
      const at = [position.getX(i), position.getY(i), position.getZ(i)];
      const vertex = [...Array(vertices).keys()].find((v) =>
        at.every((x, c) => x === body.positions[3 * v + c]),
      );
      expect(color.getX(i)).toBeCloseTo((vertex ?? -1) / vertices, 6);
    }
    view.paint(null);
    expect(material.vertexColors).toBe(false);
    expect(material.color.getHexString()).toBe('336699');
  }
});

describe('sharp edges', () => {
  /** Two faces over the edge (0, 0, 0)–(0, 0, 1), at right angles. */
  const surface = {
    positions: Float64Array.from([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0]),
    triangles: Int32Array.from([0, 1, 2, 1, 0, 3]),
  };
  const arrays = () => ({
    surface,
    positions: Float32Array.from(surface.positions),
    normals: new Float32Array(12),
  });

  it('have a vertex for each side, with that side’s normal', () => {
    const { geometry } = createSurfaceMesh(arrays()).mesh;
    expect(geometry.attributes.position.count).toBe(6);
    const corner = (t: number): number => geometry.index?.getX(3 * t) as number;
    const normal = (t: number) =>
      new Vector3().fromBufferAttribute(geometry.attributes.normal, corner(t));
    expect(normal(0).distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-6);
    expect(normal(1).distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-6);
  });

  it('move with the surface, and its triangles keep their places', () => {
    const given = arrays();
    const view = createSurfaceMesh(given);
    for (let i = 0; i < 12; i++) given.positions[i] += i % 3 === 1 ? 7 : 0;
    view.changed();
    const { position } = view.mesh.geometry.attributes;
    for (let k = 0; k < 6; k++) {
      const drawn = view.mesh.geometry.index?.getX(k) as number;
      expect(position.getY(drawn)).toBe(given.positions[3 * surface.triangles[k] + 1]);
    }
  });

  it('stay round if asked to', () => {
    const { geometry } = createSurfaceMesh(arrays(), { crease: 100 }).mesh;
    expect(geometry.attributes.position.count).toBe(4);
  });
});

describe('a world view', () => {
  it('has a mesh a body in its colour, and an object an obstacle', () => {
    const { world } = fakeWorld(fakeBody());
    const view = createWorldView(world);
    expect(view.bodies.map((b) => b.name)).toEqual(['tet']);
    const material = view.bodies[0].mesh.material as MeshPhysicalMaterial;
    expect(material.color.getHexString()).toBe('123456');
    expect(view.obstacles).toHaveLength(2);
    expect(view.group.children).toHaveLength(3);
  });

  it('follows obstacles, and hides those that are gone', () => {
    const { world, lid } = fakeWorld(fakeBody());
    const view = createWorldView(world);
    const centre = (): Vector3 => {
      view.group.updateMatrixWorld(true);
      return new Vector3().setFromMatrixPosition(view.obstacles[1].children[0].matrixWorld);
    };
    expect(centre().y).toBe(2);
    lid.pose[7] = 3;
    lid.present = false;
    view.update();
    expect(centre().y).toBe(3);
    expect(view.obstacles[1].visible).toBe(false);
  });

  it('shows pieces that come off in the colour of their body, and forgets them again', () => {
    const body = fakeBody();
    const { world } = fakeWorld(body);
    const view = createWorldView(world);
    const first = view.bodies[0];
    Object.assign(world, { topology: 1, bodies: [body, fakeBody('tet/1')] });
    view.update();
    expect(view.bodies.map((b) => b.name)).toEqual(['tet', 'tet/1']);
    expect(view.bodies[0]).toBe(first);
    const piece = view.bodies[1].mesh;
    expect(view.group.children).toContain(piece);
    expect((piece.material as MeshPhysicalMaterial).color.getHexString()).toBe('123456');
    Object.assign(world, { topology: 2, bodies: [body] });
    view.update();
    expect(view.bodies).toHaveLength(1);
    expect(view.group.children).not.toContain(piece);
  });

  it('shows obstacles that are added, and moves them between two steps as it does bodies', () => {
    const wall = { type: 'box', size: [1, 1, 0.1] } as const;
    const input = { format: 'pliant/1', name: 'w', dt: 0.1 } as const;
    const world = createWorld({ ...input, obstacles: [{ name: 'wall', shape: wall }] });
    const view = createWorldView(world);
    world.apply({ do: 'add', obstacle: { name: 'ball', shape: { type: 'sphere', radius: 1 } } });
    world.obstacle('ball').moveTo({ position: [2, 0, 0] });
    world.advance(0.125);
    view.update({ alpha: world.alpha });
    expect(view.obstacles).toHaveLength(2);
    expect(view.group.children).toHaveLength(2);
    expect(view.obstacles[1].matrix.elements[12]).toBeCloseTo(0.5, 9);
    view.update();
    expect(view.obstacles[1].matrix.elements[12]).toBe(2);
    // Another one of its name takes its place.
    world.obstacle('wall').show(false);
    world.apply({ do: 'add', obstacle: { name: 'wall', shape: { ...wall, size: [2, 1, 0.1] } } });
    view.update();
    expect(view.obstacles).toHaveLength(2);
    expect(view.group.children).toHaveLength(2);
  });

  it('leaves the scene when disposed of', () => {
    const { world } = fakeWorld(fakeBody());
    const view = createWorldView(world);
    const parent = new Mesh().add(view.group);
    view.dispose();
    expect(parent.children).toHaveLength(0);
  });
});

it('a pose is the same map in three.js', () => {
  // A quarter turn about z and a move: (1, 0, 0) goes to (0, 1, 0) + (1, 2, 3).
  const pose = Float64Array.from([0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3]);
  expect(new Vector3(1, 0, 0).applyMatrix4(poseMatrix(pose)).toArray()).toEqual([1, 3, 3]);
});
