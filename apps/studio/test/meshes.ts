import { writeMorphGlb } from '@pliant/gltf';
import {
  compileShape,
  extractSurface,
  type Shape,
  stuffTets,
  type TriangleMesh,
  writeObj,
  writePly,
  writeStl,
} from 'pliant';

/** A file of a mesh made here: sound, flawed, in all units and axes. */
export interface MadeFile {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Its height when it stands right [m]. */
  readonly height: number;
  /** The thickness that a mesh without any is given [m]: it lies in the middle of it, above the floor. */
  readonly thickness?: number;
}

const surface = (shape: Shape, cell: number): TriangleMesh =>
  extractSurface(compileShape(shape), cell);

/** A vase: stands on a flat foot, twice as tall as wide. */
const VASE: Shape = {
  type: 'union',
  smooth: 0.02,
  shapes: [
    { type: 'cone', from: [0, 0, 0], to: [0, 0.25, 0], radiusFrom: 0.06, radiusTo: 0.1 },
    { type: 'cone', from: [0, 0.25, 0], to: [0, 0.4, 0], radiusFrom: 0.1, radiusTo: 0.05 },
  ],
};
const BALL: Shape = { type: 'sphere', radius: 0.2 };
const RING: Shape = { type: 'torus', radius: 0.2, tube: 0.06 };
const BRICK: Shape = { type: 'rounded-box', size: [0.3, 0.15, 0.2], radius: 0.02 };
const TWO: Shape = {
  type: 'union',
  shapes: [
    { type: 'sphere', radius: 0.1, position: [0, 0.1, 0] },
    { type: 'sphere', radius: 0.1, position: [0.3, 0.1, 0] },
  ],
};

/** Metres to a unit, y to z if asked for. */
function told(mesh: TriangleMesh, unit: number, isZUp: boolean): TriangleMesh {
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = mesh.positions.subarray(i, i + 3);
    positions.set(
      (isZUp ? [x, -z, y] : [x, y, z]).map((c) => c / unit),
      i,
    );
  }
  return { positions, triangles: mesh.triangles };
}

/** Without the triangles from one on: a hole. */
const without = (mesh: TriangleMesh, count: number): TriangleMesh => ({
  positions: mesh.positions,
  triangles: mesh.triangles.slice(3 * count),
});

/** Every vertex once for each triangle, as exporters write them. */
function apart({ positions, triangles }: TriangleMesh): TriangleMesh {
  const out = new Float64Array(3 * triangles.length);
  for (const [i, v] of triangles.entries()) out.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
  return { positions: out, triangles: Int32Array.from(triangles, (_, i) => i) };
}

const insideOut = ({ positions, triangles }: TriangleMesh): TriangleMesh => ({
  positions,
  triangles: triangles.slice().reverse(),
});

/** Some triangles turned over. */
function muddled({ positions, triangles }: TriangleMesh): TriangleMesh {
  const out = triangles.slice();
  for (let t = 0; t < out.length; t += 21) [out[t], out[t + 1]] = [out[t + 1], out[t]];
  return { positions, triangles: out };
}

/** A sheet without thickness. */
function sheet(): TriangleMesh {
  const n = 12;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) positions.push(0.4 * (i / n), 0.02 * Math.sin(j), 0.4 * (j / n));
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      triangles.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

function mshOf(shape: Shape, cell: number): Uint8Array {
  const { positions, tets } = stuffTets(compileShape(shape), cell);
  const nodes = Array.from({ length: positions.length / 3 }, (_, i) =>
    [i + 1, ...positions.subarray(3 * i, 3 * i + 3)].join(' '),
  );
  const elements = Array.from({ length: tets.length / 4 }, (_, e) =>
    [e + 1, 4, 2, 0, 0, ...[...tets.subarray(4 * e, 4 * e + 4)].map((v) => v + 1)].join(' '),
  );
  const text = `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n${nodes.length}\n${nodes.join('\n')}\n$EndNodes\n$Elements\n${elements.length}\n${elements.join('\n')}\n$EndElements\n`;
  return new TextEncoder().encode(text);
}

async function glbOf(mesh: TriangleMesh): Promise<Uint8Array> {
  const { positions, triangles } = mesh;
  const take = { name: 'thing', body: 'thing', size: 1, first: 0, triangles };
  const frames = [Float32Array.from(positions)];
  return (await writeMorphGlb([{ ...take, frames }], [0])).glb;
}

/** Twenty-five of them. */
export async function madeFiles(): Promise<MadeFile[]> {
  const vase = surface(VASE, 0.02);
  const ball = surface(BALL, 0.04);
  const ring = surface(RING, 0.03);
  const brick = surface(BRICK, 0.03);
  const two = surface(TWO, 0.03);
  const heightOf = ({ positions }: TriangleMesh): number => {
    const ys = positions.filter((_, i) => i % 3 === 1);
    return Math.max(...ys) - Math.min(...ys);
  };
  const obj = (file: string, mesh: TriangleMesh, unit = 1, isZUp = false): MadeFile => {
    const write = file.endsWith('.stl') ? writeStl : file.endsWith('.ply') ? writePly : writeObj;
    return { file, bytes: write(told(mesh, unit, isZUp)), height: heightOf(mesh) };
  };
  return [
    obj('vase.obj', vase),
    obj('vase-cm.obj', vase, 0.01),
    obj('vase-mm.obj', vase, 0.001),
    obj('vase-z.obj', vase, 1, true),
    obj('vase-z-cm.ply', vase, 0.01, true),
    obj('vase.ply', vase),
    obj('vase-print.stl', vase, 0.001, true),
    obj('vase-print-y.stl', vase, 0.001),
    obj('ball.obj', ball),
    obj('ball.stl', ball, 0.001, true),
    obj('ball-cm.ply', ball, 0.01),
    obj('ring.ply', ring),
    obj('ring.stl', ring, 0.001, true),
    obj('brick.obj', brick),
    obj('brick.stl', brick, 0.001, true),
    obj('two.obj', two),
    obj('hole.obj', without(ball, 6)),
    obj('hole.ply', without(vase, 2)),
    obj('apart.obj', apart(vase)),
    obj('inside-out.ply', insideOut(brick)),
    obj('muddled.obj', muddled(ball)),
    // A sixteenth of its longest side, as the engine says when it makes a solid of it.
    { ...obj('sheet.obj', sheet()), thickness: 0.4 / 16 },
    { file: 'ball.msh', bytes: mshOf(BALL, 0.1), height: 0.4 },
    { file: 'vase.glb', bytes: await glbOf(vase), height: heightOf(vase) },
    { file: 'apart.glb', bytes: await glbOf(apart(brick)), height: heightOf(brick) },
  ];
}
