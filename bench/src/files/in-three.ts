import type { Take } from '@pliant/gltf';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { farthest } from './record.ts';

/** Moments of a run that are looked at. */
const LOOKS = 20;

/**
 * How far vertices of a GLB are from the run it was made of, as three.js poses them: the largest at 20 moments, as a
 * part of the body's size.
 */
export async function errorInThree(
  glb: Uint8Array,
  takes: readonly Take[],
  times: readonly number[],
): Promise<number> {
  const buffer = glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.byteLength) as ArrayBuffer;
  const { scene, animations } = await new GLTFLoader().parseAsync(buffer, '');
  const meshes: THREE.Mesh[] = [];
  scene.traverse((one) => {
    if ((one as THREE.Mesh).isMesh) meshes.push(one as THREE.Mesh);
  });
  if (meshes.length !== takes.length) return Infinity;
  const mixer = new THREE.AnimationMixer(scene);
  const action = mixer.clipAction(animations[0]).setLoop(THREE.LoopOnce, 1);
  action.clampWhenFinished = true;
  let worst = 0;
  for (let k = 0; k < LOOKS; k++) {
    const frame = Math.round((k * (times.length - 1)) / (LOOKS - 1));
    action.reset().play();
    mixer.setTime(times[frame]);
    scene.updateMatrixWorld(true);
    takes.forEach(({ first, frames, size }, t) => {
      const shown = frames[frame - first];
      if (shown !== undefined) worst = Math.max(worst, farthest(vertices(meshes[t]), shown) / size);
    });
  }
  return worst;
}

function vertices(mesh: THREE.Mesh): Float64Array {
  const n = mesh.geometry.getAttribute('position').count;
  const out = new Float64Array(3 * n);
  const p = new THREE.Vector3();
  for (let v = 0; v < n; v++) {
    mesh.getVertexPosition(v, p).applyMatrix4(mesh.matrixWorld);
    out.set([p.x, p.y, p.z], 3 * v);
  }
  return out;
}
