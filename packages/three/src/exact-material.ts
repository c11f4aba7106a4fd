import { type Material, MeshLambertMaterial, type MeshLambertMaterialParameters } from 'three';

/** What is left of a colour where a face turns away from the eye. */
const DARKEST = 0.62;

/**
 * Draws exactly the colours it is given where a face looks at the eye, and darker ones where it turns away: a picture with a legend. Lights
 * and tone mapping do not count.
 */
export function createExactMaterial(parameters: MeshLambertMaterialParameters = {}): Material {
  const material = new MeshLambertMaterial({ toneMapped: false, ...parameters });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      `outgoingLight = diffuseColor.rgb * mix(${DARKEST.toFixed(2)}, 1.0, abs(normal.z));
      #include <opaque_fragment>`,
    );
  };
  material.customProgramCacheKey = () => 'exact';
  return material;
}
