import {
  AddEquation,
  type Box3,
  CustomBlending,
  DepthTexture,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  NoBlending,
  OrthographicCamera,
  type PerspectiveCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  SrcColorFactor,
  Vector2,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
  ZeroFactor,
} from 'three';

/** Dark where bodies and obstacles are close to each other, or a body to itself. */
export interface Occlusion {
  shown: boolean;
  /** How large the scene is: things a small part of it apart darken each other. */
  cover(box: Box3): void;
  /** Darkens the picture that was drawn last with this camera. */
  draw(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera): void;
}

/** Layer of what light does not go through: bodies and obstacles. The ground has its own shadows of what is near it. */
export const OPAQUE = 2;

/** How far things darken each other, as a part of the scene's size; and how much of the light they take at most. */
const REACH = 0.07;
const STRENGTH = 0.8;
/** Pixels of the picture a pixel of the darkness, along each side. */
const COARSER = 2;

const QUAD = 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }';

/** Places as the camera sees them, from their depths. */
const PLACES = `varying vec2 at; uniform sampler2D depths; uniform mat4 back;
  float depthAt(vec2 p) { return texture2D(depths, p).x; }
  vec3 placeAt(vec2 p, float depth) {
    vec4 v = back * vec4(2.0 * vec3(p, depth) - 1.0, 1.0);
    return v.xyz / v.w;
  }`;

/**
 * Twelve places around each pixel on a spiral, turned from pixel to pixel in a pattern of four by four, each counting by how far it stands in front
 * of the surface (McGuire et al., "The Alchemy screen-space ambient obscurance algorithm", 2011).
 */
const SEEN = `${PLACES} uniform float reach; uniform vec2 texel; uniform float scale;
  void main() {
    float depth = depthAt(at);
    gl_FragColor = vec4(1.0);
    if (depth >= 1.0) return;
    vec3 p = placeAt(at, depth);
    vec3 right = placeAt(at + vec2(texel.x, 0.0), depthAt(at + vec2(texel.x, 0.0))) - p;
    vec3 left = p - placeAt(at - vec2(texel.x, 0.0), depthAt(at - vec2(texel.x, 0.0)));
    vec3 above = placeAt(at + vec2(0.0, texel.y), depthAt(at + vec2(0.0, texel.y))) - p;
    vec3 below = p - placeAt(at - vec2(0.0, texel.y), depthAt(at - vec2(0.0, texel.y)));
    vec3 n = normalize(cross(abs(right.z) < abs(left.z) ? right : left, abs(above.z) < abs(below.z) ? above : below));
    float wide = scale * reach / -p.z;
    vec2 cell = mod(floor(at / texel), 4.0);
    float turn = 6.2832 * (cell.x + 4.0 * cell.y) / 16.0;
    float sum = 0.0;
    for (int i = 0; i < 12; i++) {
      float far = (float(i) + 0.5) / 12.0;
      float angle = turn + 2.4 * float(i);
      vec2 q = at + wide * far * vec2(cos(angle) * texel.x / texel.y, sin(angle));
      float other = depthAt(q);
      if (other >= 1.0) continue;
      vec3 v = placeAt(q, other) - p;
      float d = dot(v, v);
      float near = max(0.0, 1.0 - d / (reach * reach));
      sum += near * max(0.0, dot(v, n) - 0.02 * reach) * inversesqrt(d + 1e-4 * reach * reach);
    }
    gl_FragColor = vec4(vec3(1.0 - ${STRENGTH} * min(1.0, 0.36 * sum)), 1.0);
  }`;

/** The mean over the pattern, of what is about as far away. */
const LAID = `${PLACES} uniform sampler2D seen; uniform vec2 texel; uniform float reach;
  void main() {
    float own = depthAt(at);
    if (own >= 1.0) discard;
    float z = placeAt(at, own).z;
    float sum = 0.0;
    float all = 1e-4;
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        vec2 q = at + (vec2(float(i), float(j)) - 1.5) * texel;
        float depth = depthAt(q);
        float weight = depth < 1.0 ? max(0.0, 1.0 - abs(placeAt(q, depth).z - z) / reach) : 0.0;
        sum += weight * texture2D(seen, q).x;
        all += weight;
      }
    gl_FragColor = vec4(vec3(all > 0.01 ? sum / all : 1.0), 1.0);
  }`;

/** Depths of what is solid, at half the size; how much of the sky each place sees; and that laid over the picture. */
export function createOcclusion(): Occlusion {
  const depths = new WebGLRenderTarget(1, 1, {
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthTexture: new DepthTexture(1, 1),
  });
  const seen = new WebGLRenderTarget(1, 1, { depthBuffer: false });
  const shared = {
    depths: { value: depths.depthTexture },
    back: { value: new Matrix4() },
    texel: { value: new Vector2() },
    reach: { value: 0.1 },
  };
  const plain = { vertexShader: QUAD, depthTest: false, depthWrite: false, toneMapped: false };
  const scale = { value: 1 };
  const look = new ShaderMaterial({
    ...plain,
    uniforms: { ...shared, scale },
    fragmentShader: SEEN,
    blending: NoBlending,
  });
  const lay = new ShaderMaterial({
    ...plain,
    uniforms: { ...shared, seen: { value: seen.texture } },
    fragmentShader: LAID,
    // What is there, times this.
    blending: CustomBlending,
    blendEquation: AddEquation,
    blendSrc: ZeroFactor,
    blendDst: SrcColorFactor,
    blendSrcAlpha: ZeroFactor,
    blendDstAlpha: SrcColorFactor,
  });
  const deep = new MeshBasicMaterial({ colorWrite: false });
  const quad = new Mesh(new PlaneGeometry(2, 2), look);
  quad.frustumCulled = false;
  const flat = new OrthographicCamera();
  const view = new Vector4();

  function fit(width: number, height: number): void {
    if (depths.width === width && depths.height === height) return;
    depths.setSize(width, height);
    seen.setSize(width, height);
    shared.texel.value.set(1 / width, 1 / height);
  }

  return {
    shown: true,
    cover(box) {
      const { min, max } = box;
      shared.reach.value = REACH * Math.max(1e-4, min.distanceTo(max));
    },
    draw(renderer, scene, camera) {
      renderer.getCurrentViewport(view);
      fit(Math.max(1, Math.round(view.z / COARSER)), Math.max(1, Math.round(view.w / COARSER)));
      shared.back.value.copy(camera.projectionMatrixInverse);
      scale.value = camera.projectionMatrix.elements[5] / 2;
      const { background, overrideMaterial } = scene;
      const { autoUpdate } = renderer.shadowMap;
      const mask = camera.layers.mask;
      const { autoClear } = renderer;
      scene.background = null;
      scene.overrideMaterial = deep;
      renderer.shadowMap.autoUpdate = false;
      camera.layers.set(OPAQUE);
      renderer.setRenderTarget(depths);
      renderer.render(scene, camera);
      camera.layers.mask = mask;
      scene.background = background;
      scene.overrideMaterial = overrideMaterial;
      quad.material = look;
      renderer.setRenderTarget(seen);
      renderer.render(quad, flat);
      quad.material = lay;
      renderer.setRenderTarget(null);
      renderer.autoClear = false;
      renderer.render(quad, flat);
      renderer.autoClear = autoClear;
      renderer.shadowMap.autoUpdate = autoUpdate;
    },
  };
}
