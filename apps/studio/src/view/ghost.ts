import { type Material, Mesh, MeshBasicMaterial } from 'three';

/** Makes a mesh a ghost, through which one sees what is inside, and solid again. */
export interface Ghost {
  set(on: boolean): void;
  /** How much light comes through where a solid body is thin, at its rim, and from inside everywhere. */
  light(rim: number, inner: number): void;
  /** Takes the mesh's geometry again, after that was replaced. */
  follow(): void;
  dispose(): void;
}

/** How dense it is where it faces the eye, and at its rim. Little: what is inside shows its own colours. */
const FACE = 0.13;
const RIM = 0.85;
/** Ghosts come after all that is solid or glass. */
const ORDER = 10;

/**
 * A ghost shows its front only. It is drawn after everything else, its depth first: without that, parts of it would shine through each other in
 * the order of its triangles. What is inside is solid, so obstacles hide it as they hide everything.
 */
export function createGhost(mesh: Mesh, material: Material): Ghost {
  const depth = new Mesh(
    mesh.geometry,
    // A hair behind, so that the body itself passes for certain. In the row of things seen through: those come last.
    new MeshBasicMaterial({
      colorWrite: false,
      transparent: true,
      polygonOffset: true,
      polygonOffsetUnits: 1,
    }),
  );
  depth.frustumCulled = false;
  depth.visible = false;
  depth.renderOrder = ORDER;
  // Picking looks for the mesh alone.
  depth.raycast = () => {};
  mesh.add(depth);
  const through = { value: 0 };
  const within = { value: 0 };
  material.onBeforeCompile = (shader) => {
    shader.uniforms['through'] = through;
    shader.uniforms['within'] = within;
    const shade = material.transparent
      ? `diffuseColor.a = mix(${FACE}, ${RIM}, pow(1.0 - abs(normal.z), 2.2));`
      : 'outgoingLight += diffuseColor.rgb * (within + through * pow(1.0 - abs(normal.z), 1.6));';
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        'uniform float through;\nuniform float within;\n#include <common>',
      )
      .replace('#include <opaque_fragment>', `${shade}\n#include <opaque_fragment>`);
  };
  material.customProgramCacheKey = () => (material.transparent ? 'ghost' : 'body');
  return {
    set(on) {
      if (material.transparent === on) return;
      material.transparent = on;
      material.needsUpdate = true;
      mesh.renderOrder = on ? ORDER + 1 : 0;
      depth.visible = on;
    },
    light(rim, inner) {
      through.value = rim;
      within.value = inner;
    },
    follow() {
      depth.geometry = mesh.geometry;
    },
    dispose() {
      depth.removeFromParent();
      depth.material.dispose();
    },
  };
}
