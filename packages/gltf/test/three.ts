import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** A file as three.js understands it: vertices of its meshes at a time of a clip, in world coordinates. */
export async function loadInThree(glb: Uint8Array) {
  const buffer = glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.byteLength) as ArrayBuffer;
  const { scene, animations } = await new GLTFLoader().parseAsync(buffer, '');
  const meshes: THREE.Mesh[] = [];
  scene.traverse((one) => {
    if ((one as THREE.Mesh).isMesh) meshes.push(one as THREE.Mesh);
  });
  const mixer = new THREE.AnimationMixer(scene);
  if (animations[0]) mixer.clipAction(animations[0]).setLoop(THREE.LoopOnce, 1).play();
  for (const action of animations[0] ? [mixer.clipAction(animations[0])] : []) {
    action.clampWhenFinished = true;
  }
  return {
    meshes,
    animations,
    pose(time: number): void {
      if (animations[0]) {
        mixer.clipAction(animations[0]).reset().play();
        mixer.setTime(time);
      }
      scene.updateMatrixWorld(true);
    },
    vertices(mesh: THREE.Mesh): Float64Array {
      const n = mesh.geometry.getAttribute('position').count;
      const out = new Float64Array(3 * n);
      const p = new THREE.Vector3();
      for (let v = 0; v < n; v++) {
        mesh.getVertexPosition(v, p).applyMatrix4(mesh.matrixWorld);
        out.set([p.x, p.y, p.z], 3 * v);
      }
      return out;
    },
  };
}
