import {
  Color,
  NeutralToneMapping,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { createCompiling } from './compiling.ts';
import { type ContactShadow, createContactShadow } from './contact-shadow.ts';
import type { Free } from './framing.ts';
import { chooseGraphics, type Graphics } from './graphics.ts';
import { createInFlight } from './in-flight.ts';
import { addLights, type Lights } from './lights.ts';
import { createOcclusion, type Occlusion } from './occlusion.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createQuality } from './quality.ts';
import { currentTheme, isStillWanted, onThemeChange } from './theme.ts';

/** The renderer with its camera and lights. Draws only when something has changed. */
export interface Stage {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly lights: Lights;
  readonly contact: ContactShadow;
  readonly occlusion: Occlusion;
  readonly canvas: HTMLCanvasElement;
  /** What the picture can afford. */
  readonly graphics: Graphics;
  readonly pictures: Pictures;
  /** Shows two pictures beside each other, or one. */
  split(on: boolean): void;
  /** The part of the window without panels [px]. */
  free(): Free;
  /** The picture as it is, without sky and ground. */
  picture(hide: readonly Object3D[]): Promise<Blob>;
  /** Draws now, and gives the canvas: it is to be read in the same turn. */
  drawNow(): HTMLCanvasElement;
  /** The free part in the canvas [px of the canvas]. */
  freePixels(): Free;
  /** Asks for a new picture. */
  invalidate(): void;
  /** Waits until what was asked for is drawn and nothing moves on by itself. */
  drawn(): Promise<void>;
  /** Called just before each picture, with its number and the camera it is taken with. */
  onBeforeDraw(prepare: Prepare): void;
  /** Where a point of the scene is in the page [px], in the first picture. */
  toScreen(point: Vector3): { x: number; y: number };
  /** Fits the picture to the window again. */
  resize(): void;
  /** Which shadows are wished for; what takes too long is left out all the same. */
  wish(shadows: { readonly sun: boolean; readonly contact: boolean }): void;
  /** What the picture does without, in words; empty for nothing. */
  missing(): string;
}

/** The stage; where there can be none, says why before it gives up. */
export function drawableStage(
  canvas: HTMLCanvasElement,
  freeElement: HTMLElement,
  tell: (fault: string) => void,
): Stage {
  try {
    return createStage(canvas, freeElement);
  } catch (error) {
    tell('WebGL is missing in this browser, or switched off.');
    throw error;
  }
}

/** How many pictures the graphics card may be at: with one, its parts work on two at a time; a processor only gets later. */
const IN_FLIGHT = { full: 2, plain: 1 } as const;

/** Between two looks at what holds a picture up [ms]. */
const AGAIN = 4;

type Prepare = (picture: number, camera: PerspectiveCamera) => void;

/** `freeElement` is an empty element of the page's grid, left over by the panels. */
function createStage(canvas: HTMLCanvasElement, freeElement: HTMLElement): Stage {
  const graphics = chooseGraphics();
  const renderer = new WebGLRenderer({ canvas, antialias: graphics === 'full', alpha: true });
  // To ask for faults waits for the graphics card after every program.
  renderer.debug.checkShaderErrors = false;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.toneMapping = NeutralToneMapping;
  renderer.localClippingEnabled = true;
  // What is seen through jelly is blurred anyway.
  renderer.transmissionResolutionScale = 0.5;
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const scene = new Scene();
  const camera = new PerspectiveCamera(36, 1, 0.01, 100);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = !isStillWanted();
  controls.dampingFactor = 0.12;
  controls.maxPolarAngle = 0.56 * Math.PI;
  const lights = addLights(scene, renderer, graphics);
  const contact = createContactShadow();
  scene.add(contact.object);
  const occlusion = createOcclusion();
  const pictures = createPictures(camera);
  const prepares: Prepare[] = [];
  const quality = createQuality();
  const compiling = createCompiling(renderer);
  const inFlight = createInFlight(gl, IN_FLIGHT[graphics]);
  let wished = { sun: true, contact: true };
  let wanted = false;
  let sized = '';
  let waiting: (() => void)[] = [];

  const invalidate = (): void => {
    if (wanted) return;
    wanted = true;
    requestAnimationFrame((now) => draw(now));
  };

  /** Programs are asked for first: they are made while the card is at pictures. */
  const isHeldUp = (): boolean => !compiling.isReady(scene, camera) || inFlight.isFull();

  /** Looks again soon: what holds a picture up is over long before the screen asks for the next one. */
  function again(): void {
    wanted = true;
    setTimeout(() => {
      if (isHeldUp()) again();
      else requestAnimationFrame((now) => draw(now, true));
    }, AGAIN);
  }

  /** Simpler pictures where they take too long; without a graphics card they are as simple as can be from the start. */
  function watch(began: number): void {
    if (graphics !== 'full') return;
    requestAnimationFrame((now) => {
      if (!quality.took(now - began)) return;
      applyShadows();
      resize();
    });
  }

  function applyShadows(): void {
    const hasSun = quality.shadows && wished.sun;
    renderer.shadowMap.enabled = hasSun;
    lights.shadows(hasSun);
    contact.shown = graphics === 'full' && quality.contact && wished.contact;
  }

  /** The picture's size in pixels. A change of it empties the canvas: so it comes with the next picture, and if it is one. */
  function size(): void {
    const { clientWidth: width, clientHeight: height } = canvas;
    const pixels = Math.min(devicePixelRatio, quality.pixels);
    const now = `${width} ${height} ${pixels}`;
    if (now === sized) return;
    sized = now;
    renderer.setPixelRatio(pixels);
    renderer.setSize(width, height, false);
  }

  function draw(began: number, isForced = false): void {
    wanted = false;
    if (!isForced && isHeldUp()) {
      again();
      return;
    }
    watch(began);
    size();
    // Damping goes on after the hand has let go: each change asks for the next picture.
    controls.update();
    for (let i = 0; i < pictures.list.length; i++) {
      const eye = pictures.begin(renderer, i);
      for (const prepare of prepares) prepare(i, eye);
      contact.update(renderer, scene);
      renderer.render(scene, eye);
      if (contact.shown && occlusion.shown) occlusion.draw(renderer, scene, eye);
    }
    inFlight.add();
    if (wanted) return;
    const done = waiting;
    waiting = [];
    for (const tell of done) tell();
  }

  const applyTheme = (): void => {
    scene.background = new Color(currentTheme().sky);
    lights.applyTheme();
    invalidate();
  };

  const resize = (): void => {
    pictures.fit(canvas.getBoundingClientRect(), freeElement.getBoundingClientRect());
    invalidate();
  };

  controls.addEventListener('change', invalidate);
  new ResizeObserver(resize).observe(freeElement);
  new ResizeObserver(resize).observe(canvas);
  onThemeChange(applyTheme);
  applyTheme();
  applyShadows();
  resize();

  const projected = new Vector3();
  return {
    scene,
    camera,
    controls,
    lights,
    contact,
    occlusion,
    canvas,
    graphics,
    pictures,
    split(on) {
      pictures.split(on);
      resize();
    },
    free: () => freeElement.getBoundingClientRect(),
    picture(hide) {
      const { background } = scene;
      const seen = [contact.object, ...hide].filter((one) => one.visible);
      scene.background = null;
      for (const one of seen) one.visible = false;
      renderer.setClearAlpha(0);
      renderer.setScissorTest(false);
      const eye = pictures.begin(renderer, 0);
      for (const prepare of prepares) prepare(0, eye);
      renderer.render(scene, eye);
      // Read in the same turn: what was drawn is gone after it.
      const blob = new Promise<Blob>((done, failed) =>
        canvas.toBlob((made) => (made ? done(made) : failed(new Error('No picture was made.')))),
      );
      for (const one of seen) one.visible = true;
      scene.background = background;
      invalidate();
      return blob;
    },
    drawNow() {
      draw(performance.now(), true);
      return canvas;
    },
    freePixels() {
      const free = freeElement.getBoundingClientRect();
      const whole = canvas.getBoundingClientRect();
      const ratio = canvas.width / Math.max(1, whole.width);
      return {
        left: Math.round(ratio * (free.left - whole.left)),
        top: Math.round(ratio * (free.top - whole.top)),
        width: Math.round(ratio * free.width),
        height: Math.round(ratio * free.height),
      };
    },
    invalidate,
    drawn: () =>
      new Promise((done) => {
        waiting.push(done);
        invalidate();
      }),
    wish(shadows) {
      wished = { ...shadows };
      applyShadows();
      invalidate();
    },
    missing: () =>
      graphics === 'plain'
        ? 'No graphics card: edges are jagged, reflections and contact shadows are off.'
        : quality.missing,
    onBeforeDraw: (prepare) => prepares.push(prepare),
    toScreen(point) {
      const { camera: eye, left, top, width, height } = pictures.list[0];
      projected.copy(point).project(eye);
      return {
        x: left + ((projected.x + 1) / 2) * width,
        y: top + ((1 - projected.y) / 2) * height,
      };
    },
    resize,
  };
}
