import {
  compileShape,
  extractSurface,
  isTetMesh,
  LIBRARY,
  readMesh,
  readMsh,
  type TriangleMesh,
  tetSurface,
} from 'pliant/core';
import { register } from 'pliant/register';
import type { RegisterReply, RegisterRequest, RegisterSide } from './protocol.ts';

/** Reads two meshes and fits one to the other, so that the page goes on drawing meanwhile. */
const meshes: Partial<Record<RegisterSide, TriangleMesh>> = {};
const post = (reply: RegisterReply): void => self.postMessage(reply);

/** Edges of the pair's triangles, in lengths of the shape. */
const TEMPLATE_CELL = 0.045;
const SCAN_CELL = 0.036;
/** How far the scan of the pair is bent [rad], and leaned. */
const BENT = 0.5;

self.onmessage = async ({ data }: MessageEvent<RegisterRequest>): Promise<void> => {
  try {
    await handle(data);
  } catch (error) {
    post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};

async function handle(request: RegisterRequest): Promise<void> {
  switch (request.type) {
    case 'read':
      take(request.side, request.file, await read(request.file, request.bytes, request.side));
      return;
    case 'pair': {
      const sdf = compileShape(LIBRARY['rabbit'].shape(), {});
      const size = Math.max(...[0, 1, 2].map((d) => sdf.bounds[3 + d] - sdf.bounds[d]));
      take('template', 'rabbit', extractSurface(sdf, TEMPLATE_CELL * size));
      take('scan', 'bent rabbit', bent(extractSurface(sdf, SCAN_CELL * size), size));
      return;
    }
    case 'fit': {
      const { template, scan } = meshes;
      if (template === undefined || scan === undefined) return;
      const fit = await register(template, scan, request.options, (progress) => {
        const { phase, done, total, iterations, active } = progress;
        const look = progress.look();
        post({ type: 'progress', progress: { phase, done, total, iterations, active }, look });
      });
      const { positions, error, report } = fit;
      post({ type: 'done', fit: { positions, error, report } });
    }
  }
}

function take(side: RegisterSide, name: string, mesh: TriangleMesh): void {
  meshes[side] = mesh;
  post({ type: 'mesh', side, name, mesh });
}

async function read(file: string, bytes: Uint8Array, side: RegisterSide): Promise<TriangleMesh> {
  if (isTetMesh(file)) return tetSurface(readMsh(bytes)).mesh;
  if (!/\.(glb|gltf)$/i.test(file)) return readMesh(bytes, file, { points: side === 'scan' });
  const { importGltf } = await import('@pliant/gltf');
  const { drawn } = await importGltf(bytes);
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const part of drawn) {
    const first = positions.length / 3;
    for (const x of part.positions) positions.push(x);
    for (const v of part.triangles) triangles.push(first + v);
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** Bowed sideways, more the higher, and leaned back: the same figure in another pose. */
function bent({ positions, triangles }: TriangleMesh, size: number): TriangleMesh {
  const out = positions.slice();
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = positions.subarray(i, i + 3);
    const angle = BENT * Math.max(0, y / size + 0.2) ** 2;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    out.set([c * x + s * y, c * y - s * x, z - 0.12 * size * (y / size + 0.5) ** 2], i);
  }
  return { positions: out, triangles };
}
