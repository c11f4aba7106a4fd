import {
  type Camera,
  DoubleSide,
  type Material,
  type Mesh,
  type Object3D,
  type Scene,
  type WebGLRenderer,
} from 'three';

/** Programs of the graphics card, which are made while the page goes on. */
export interface Compiling {
  /** Asks for the programs of what is to be drawn; true once all are there. Until then a picture would stop the page. */
  isReady(scene: Scene, camera: Camera): boolean;
}

/** Longer than any program takes [ms]: then the picture is drawn, whatever is missing. */
const PATIENCE = 3000;
/** How long programs are asked for their inputs before the page goes on [ms]. */
const SLICE = 12;

/** The program of a material, as three.js keeps it. It can say whether it is ready where the browser has `KHR_parallel_shader_compile`. */
interface Kept {
  readonly currentProgram?: {
    isReady(): boolean;
    getUniforms(): unknown;
    getAttributes(): unknown;
  };
}

export function createCompiling(renderer: WebGLRenderer): Compiling {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  /** Materials that were asked for, with the version at that time. */
  const asked = new WeakMap<Material, number>();
  let pending: Material[] = [];
  /** Passed by the graphics card once it has done all that was asked before. */
  let fence: WebGLSync | null = null;
  let since = 0;

  function ask(object: Object3D, scene: Scene, camera: Camera): void {
    const { material } = object as Mesh;
    for (const one of Array.isArray(material) ? material : [material]) {
      if (one === undefined || isAsked(one)) continue;
      asked.set(one, one.version);
      renderer.compile(object, camera, scene);
      pending.push(one);
    }
  }

  /** What is drawn in two passes gets another version with each of them: its programs are asked for once. */
  function isAsked(material: Material): boolean {
    const { transparent, side, forceSinglePass, version } = material;
    const isDrawnTwice = transparent && side === DoubleSide && !forceSinglePass;
    return isDrawnTwice ? asked.has(material) : asked.get(material) === version;
  }

  function isPassed(): boolean {
    if (fence === null) return true;
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return false;
    gl.deleteSync(fence);
    fence = null;
    return true;
  }

  return {
    isReady(scene, camera) {
      const before = pending.length;
      scene.traverseVisible((object) => ask(object, scene, camera));
      if (pending.length > before) {
        if (before === 0) since = performance.now();
        gl.deleteSync(fence);
        fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        gl.flush();
      }
      if (pending.length === 0) return true;
      const isLate = performance.now() - since > PATIENCE;
      if (!isLate && !isPassed()) return false;
      const until = performance.now() + SLICE;
      pending = pending.filter((material) => {
        const { currentProgram } = renderer.properties.get(material) as Kept;
        if (isLate || currentProgram === undefined) return false;
        if (!currentProgram.isReady() || performance.now() > until) return true;
        // The first use of a program asks the graphics card for them, one by one, and waits for each answer.
        currentProgram.getUniforms();
        currentProgram.getAttributes();
        return false;
      });
      return pending.length === 0;
    },
  };
}
