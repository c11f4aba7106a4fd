import {
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  PlaneGeometry,
  ShaderMaterial,
} from 'three';

/** Soft discs of light behind marks, facing the camera. */
export interface Halo {
  readonly mesh: InstancedMesh;
  /** How strongly each shines, 0 to 1; call `changed` after writing. */
  readonly glow: Float32Array;
  changed(): void;
  dispose(): void;
}

/** Radius of a disc in arms of its mark. */
const REACH = 2.4;

/** Light of a colour around the instances of `marks`, over everything or not: their places and sizes are shared, not copied. */
export function createHalo(marks: InstancedMesh, color: string, over: boolean): Halo {
  const geometry = new PlaneGeometry(2, 2);
  const glow = new InstancedBufferAttribute(new Float32Array(marks.count), 1);
  glow.setUsage(DynamicDrawUsage);
  geometry.setAttribute('glow', glow);
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { shade: { value: new Color(color) } },
    transparent: true,
    depthTest: !over,
    depthWrite: false,
  });
  const mesh = new InstancedMesh(geometry, material, marks.count);
  mesh.instanceMatrix = marks.instanceMatrix;
  mesh.frustumCulled = false;
  mesh.renderOrder = marks.renderOrder - 1;
  return {
    mesh,
    glow: glow.array as Float32Array,
    changed() {
      glow.needsUpdate = true;
    },
    dispose() {
      mesh.removeFromParent();
      geometry.dispose();
      material.dispose();
    },
  };
}

// A disc that does not shine has no size: nothing is filled for it.
const VERTEX = /* glsl */ `
attribute float glow;
varying vec2 place;
varying float strength;
void main() {
  place = position.xy;
  strength = glow;
  vec4 middle = modelViewMatrix * instanceMatrix * vec4(0.0, 0.0, 0.0, 1.0);
  float radius = ${REACH.toFixed(1)} * length(instanceMatrix[0].xyz) * step(0.001, glow);
  gl_Position = projectionMatrix * (middle + vec4(radius * position.xy, 0.0, 0.0));
}`;

const FRAGMENT = /* glsl */ `
varying vec2 place;
varying float strength;
uniform vec3 shade;
void main() {
  float inside = max(0.0, 1.0 - length(place));
  float light = sqrt(strength);
  // White at its heart, then the colour of the mark, then nothing.
  vec3 color = mix(shade, vec3(1.0), smoothstep(0.55, 1.0, inside));
  gl_FragColor = vec4(color, light * smoothstep(0.0, 0.9, inside));
  #include <colorspace_fragment>
}`;
