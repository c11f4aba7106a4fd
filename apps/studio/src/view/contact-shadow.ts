import {
  type Box3,
  Mesh,
  MeshBasicMaterial,
  NoBlending,
  OrthographicCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

/** Dark where things are near the ground: what the sun's shadow alone does not tell. */
export interface ContactShadow {
  /** The ground's height [m] under a box; null for no ground. */
  cover(box: Box3, level: number | null): void;
  /** Draws it again. */
  update(renderer: WebGLRenderer, scene: Scene): void;
  shown: boolean;
  /** How dark it is, from 0 to 1. */
  strength: number;
  readonly object: Mesh;
}

/** Layer of what darkens the ground: surfaces of bodies and obstacles. The ground itself, frames, lines and lights are not in it. */
export const SUBSTANCE = 1;

const PIXELS = 384;
/** How high above the ground things still darken it, as a part of the box's height and at least of its width. */
const REACH = 0.22;
/** How dark it is where they touch it, and how wide the blur is, in pixels of its own. */
const DARKEST = 0.55;
const BLUR = 5;

const QUAD = 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }';

/** A picture from below of how near things are, blurred, and laid on the ground. */
export function createContactShadow(): ContactShadow {
  const targets = [0, 1].map(() => new WebGLRenderTarget(PIXELS, PIXELS));
  const camera = new OrthographicCamera();
  camera.layers.set(SUBSTANCE);
  const nearness = new ShaderMaterial({
    vertexShader:
      'void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: `void main() { float near = 1.0 - gl_FragCoord.z; gl_FragColor = vec4(0.0, 0.0, 0.0, ${DARKEST} * near * near); }`,
    blending: NoBlending,
    side: 2,
  });
  const blur = new ShaderMaterial({
    uniforms: { picture: { value: null }, way: { value: new Vector2() } },
    vertexShader: QUAD,
    // Nine points of a bell curve.
    fragmentShader: `varying vec2 at; uniform sampler2D picture; uniform vec2 way;
      void main() {
        float sum = 0.0;
        float all = 0.0;
        for (int i = -4; i <= 4; i++) {
          float weight = exp(-0.16 * float(i * i));
          sum += weight * texture2D(picture, at + float(i) * way).a;
          all += weight;
        }
        gl_FragColor = vec4(0.0, 0.0, 0.0, sum / all);
      }`,
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  });
  const quad = new Mesh(new PlaneGeometry(2, 2), blur);
  quad.frustumCulled = false;
  quad.layers.set(SUBSTANCE);
  const object = new Mesh(
    new PlaneGeometry(1, 1).rotateX(-Math.PI / 2),
    new MeshBasicMaterial({
      map: targets[0].texture,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    }),
  );
  object.renderOrder = -1;
  object.visible = false;
  let isCovering = false;
  let shown = true;

  function appear(): void {
    object.visible = isCovering && shown && object.material.opacity > 0;
  }

  function smooth(renderer: WebGLRenderer, from: number, x: number, y: number): void {
    blur.uniforms['picture'].value = targets[from].texture;
    blur.uniforms['way'].value.set(x / PIXELS, y / PIXELS);
    renderer.setRenderTarget(targets[1 - from]);
    renderer.render(quad, camera);
  }

  return {
    object,
    get strength() {
      return object.material.opacity;
    },
    set strength(part) {
      object.material.opacity = part;
      appear();
    },
    get shown() {
      return shown;
    },
    set shown(on) {
      shown = on;
      appear();
    },
    cover(box, level) {
      isCovering = level !== null;
      appear();
      if (level === null) return;
      const size = box.getSize(new Vector3());
      const middle = box.getCenter(new Vector3());
      const side = 1.4 * Math.max(size.x, size.z, 0.5 * size.y);
      object.position.set(middle.x, level, middle.z);
      object.scale.set(side, 1, side);
      object.updateMatrixWorld();
      // Mirrored: what is seen from below lies on the ground as it is.
      camera.left = camera.top = side / 2;
      camera.right = camera.bottom = -side / 2;
      camera.near = 0;
      camera.far = REACH * Math.max(size.y, 0.5 * side);
      camera.position.set(middle.x, level, middle.z);
      camera.up.set(0, 0, -1);
      camera.lookAt(middle.x, level + 1, middle.z);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
    },
    update(renderer, scene) {
      if (!object.visible) return;
      const { background } = scene;
      const { autoUpdate } = renderer.shadowMap;
      const alpha = renderer.getClearAlpha();
      scene.background = null;
      scene.overrideMaterial = nearness;
      renderer.shadowMap.autoUpdate = false;
      renderer.setClearAlpha(0);
      renderer.setRenderTarget(targets[0]);
      renderer.render(scene, camera);
      scene.overrideMaterial = null;
      smooth(renderer, 0, BLUR / 4, 0);
      smooth(renderer, 1, 0, BLUR / 4);
      renderer.setRenderTarget(null);
      renderer.setClearAlpha(alpha);
      renderer.shadowMap.autoUpdate = autoUpdate;
      scene.background = background;
    },
  };
}
