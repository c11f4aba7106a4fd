import { isTetMesh, readMesh, readMsh, type TriangleMesh, tetSurface } from 'pliant/core';
import { judgeScene, REGISTRATION_SCENES, type RegistrationScene, register } from 'pliant/register';
import type { RegisterReply, RegisterRequest, RegisterSide } from './protocol.ts';

/** Reads meshes and fits one to another, so that the page goes on drawing meanwhile. */
const post = (reply: RegisterReply): void => self.postMessage(reply);

self.onmessage = async ({ data }: MessageEvent<RegisterRequest>): Promise<void> => {
  try {
    await handle(data);
  } catch (error) {
    post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};

async function handle(request: RegisterRequest): Promise<void> {
  switch (request.type) {
    case 'read': {
      const { side, file } = request;
      const mesh = await read(file, request.bytes, side);
      post({ type: 'mesh', side, name: file, mesh, pair: null });
      return;
    }
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
      const scene = sceneNamed(request.name) ?? REGISTRATION_SCENES[0];
      const { template, target } = scene.make();
      const of = { type: 'mesh', pair: scene.name } as const;
      post({ ...of, side: 'template', name: scene.name, mesh: template });
      post({ ...of, side: 'scan', name: scene.name, mesh: target });
      return;
    }
    case 'fit': {
      const { template, scan, options } = request;
      const fit = await register(template, scan, options, (progress) => {
        const { phase, done, total, iterations, active } = progress;
        const look = progress.look();
        post({ type: 'progress', progress: { phase, done, total, iterations, active }, look });
      });
      const { positions, error, inlier, weight, report } = fit;
      const scene = sceneNamed(request.pair);
      const checks = scene === undefined ? [] : judgeScene(scene, scene.make(), fit);
      post({ type: 'done', fit: { positions, error, inlier, weight, report, checks } });
    }
  }
}

const sceneNamed = (wanted?: string | null): RegistrationScene | undefined =>
  REGISTRATION_SCENES.find(({ name }) => name === wanted);

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
