import type { World, WorldBody } from 'pliant';

/** A tetrahedron with outward faces, as a body that moves only when told to. */
export function fakeBody(name = 'tet'): WorldBody & { shift: [number, number, number] } {
  const rest = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const triangles = Int32Array.from([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
  const body = {
    name,
    origin: 0,
    kind: 'solid',
    surface: { positions: rest, triangles },
    positions: new Float32Array(12),
    normals: new Float32Array(12),
    levels: {} as WorldBody['levels'],
    parts: null,
    cells: null,
    drawCells(): void {},
    topology: 0,
    mass: 1,
    size: 1,
    shift: [0, 0, 0] as [number, number, number],
    draw(): void {
      for (let i = 0; i < body.positions.length; i++) {
        body.positions[i] = body.surface.positions[i] + body.shift[i % 3];
      }
    },
    probe: (): [number, number, number] => [0, 0, 0],
  };
  return body;
}

/** A world of one such body, a floor and a lid that comes and goes. */
export function fakeWorld(body: WorldBody) {
  const lid = { pose: Float64Array.from([1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1, 0]), present: true };
  const floor = { pose: Float64Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]), present: true };
  const world = {
    scene: {
      name: 'test',
      bodies: [{ name: body.name, color: '#123456' }],
      obstacles: [
        { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0], offset: 0 } },
        { name: 'lid', shape: { type: 'box', size: [1, 0.1, 1] } },
      ],
    },
    bodies: [body],
    topology: 0,
    obstacle: (name: string) => ({ floor, lid })[name],
  } as unknown as World;
  return { world, lid, floor };
}
