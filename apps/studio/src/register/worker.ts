import { isTetMesh, readMesh, readMsh, type TriangleMesh, tetSurface } from 'pliant/core';
import { judgeScene, REGISTRATION_SCENES, register } from 'pliant/register';
import type { RegisterReply, RegisterRequest, RegisterSide } from './protocol.ts';

/** Reads two meshes and fits one to the other, so that the page goes on drawing meanwhile. */
const meshes: Partial<Record<RegisterSide, TriangleMesh>> = {};
const post = (reply: RegisterReply): void => self.postMessage(reply);

/** The pair of the gallery that the two meshes are. */
let gallery: {
  scene: (typeof REGISTRATION_SCENES)[number];
  pair: ReturnType<(typeof REGISTRATION_SCENES)[number]['make']>;
} | null = null;

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
    case 'scenes':
      post({
        type: 'scenes',
        scenes: REGISTRATION_SCENES.map(({ name, title, description }) => ({
          name,
          title,
          about: description,
        })),
      });
      return;
    case 'pair': {
      const [first] = REGISTRATION_SCENES;
      const scene = REGISTRATION_SCENES.find(({ name }) => name === request.name) ?? first;
      const pair = scene.make();
      take('template', `${scene.name}, template`, pair.template);
      take('scan', `${scene.name}, scan`, pair.target);
      gallery = { scene, pair };
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
      const checks = gallery === null ? [] : judgeScene(gallery.scene, gallery.pair, fit);
      post({ type: 'done', fit: { positions, error, report, checks } });
    }
  }
}

function take(side: RegisterSide, name: string, mesh: TriangleMesh): void {
  meshes[side] = mesh;
  gallery = null;
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
