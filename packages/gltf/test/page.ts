import { loadInThree } from './three.ts';

/** Vertices of all meshes of a GLB (base64) at some times, one after the other, as three.js poses them in a browser. */
async function posed(base64: string, times: readonly number[]): Promise<number[][]> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const { meshes, pose, vertices } = await loadInThree(bytes);
  return times.map((time) => {
    pose(time);
    return meshes.flatMap((mesh) => [...vertices(mesh)]);
  });
}

(globalThis as { posed?: typeof posed }).posed = posed;
