import { createExactMaterial, createSurfaceMesh, type SurfaceMesh } from '@pliant/three';
import type { TriangleMesh } from 'pliant';
import type { RegisterLook } from 'pliant/register';
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  Raycaster,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import { frameBox } from '../view/framing.ts';
import { createRing } from '../view/ring.ts';
import type { Stage } from '../view/stage.ts';
import { partColors } from '../view/theme.ts';
import { errorColor } from './colors.ts';
import type { RegisterSide } from './protocol.ts';

/** A place on one of the two that was pointed at. */
export interface Pointed {
  readonly side: RegisterSide;
  /** In the file's own coordinates. */
  readonly point: [number, number, number];
  /** The nearest vertex. */
  readonly vertex: number;
  /** The same in the picture, with the surface's normal there; a cloud of points has none. */
  readonly seen: Vector3;
  readonly normal: Vector3 | null;
}

/** The two meshes: beside each other, each as large as the other, then the one on the other. */
export interface RegisterScene {
  put(side: RegisterSide, mesh: TriangleMesh): void;
  /** The template's vertices in the scan's coordinates; null puts the two apart again. */
  fit(positions: ArrayLike<number> | null): void;
  /** Frames of a fit on its way; null for none. */
  frames(look: RegisterLook | null): void;
  /** Colours the template by distance, `range` at the ends of the colours; null: its own colour. */
  paint(error: ArrayLike<number> | null, range: number): void;
  /** Marks pairs of places; the last may lack its second. */
  marks(pairs: readonly { template: number[]; scan: number[] | null }[]): void;
  /** Darkens the vertices of weight 0; undefined for none. */
  leftOut(side: RegisterSide, weights: ArrayLike<number> | undefined): void;
  /** A ring where a brush is, null for none; its radius is a part of the shape's longest side. */
  brush(at: Pointed | null, radius: number): void;
  /** What a length in the picture is in the file's coordinates. */
  lengthOf(side: RegisterSide, seen: number): number;
  at(x: number, y: number): Pointed | null;
}

const COLORS = { template: '#e3a83f', scan: '#8f9aa8' } as const;
/** How dark what is left out is, of its own colour. */
const DARK = 0.22;
const APART = 0.58;
/** From where the two are seen. */
const VIEW = new Vector3(0.35, 0.28, 1).normalize();
/** Sizes of marks and frames, of the shapes. */
const MARK = 0.02;
const FRAME = 0.018;

interface Side {
  readonly group: Group;
  mesh: TriangleMesh | null;
  object: Mesh | Points | null;
  surface: SurfaceMesh | null;
  positions: Float32Array;
  normals: Float32Array;
  /** Takes the file's coordinates to a shape of size one about the origin. */
  middle: Vector3;
  scale: number;
}

export function createRegisterScene(stage: Stage): RegisterScene {
  const sides: Record<RegisterSide, Side> = { template: createSide(), scan: createSide() };
  const frameMarks = new Group();
  const landmarks = new Group();
  const ring = createRing();
  stage.scene.add(sides.template.group, sides.scan.group, ring.object);
  sides.scan.group.add(frameMarks);
  stage.scene.add(landmarks);
  let isFit = false;
  const plain = new MeshStandardMaterial({ color: COLORS.template, roughness: 0.65 });
  const exact = createExactMaterial({ vertexColors: true });

  function place(): void {
    for (const name of ['template', 'scan'] as const) {
      const side = sides[name];
      const own = name === 'template' && isFit ? sides.scan : side;
      side.group.scale.setScalar(own.scale);
      side.group.position.copy(own.middle).multiplyScalar(-own.scale);
      if (!isFit) side.group.position.x += name === 'template' ? -APART : APART;
      side.group.updateMatrixWorld(true);
    }
    const { object } = sides.scan;
    if (object instanceof Mesh) {
      const material = object.material as MeshStandardMaterial;
      material.transparent = isFit;
      material.opacity = isFit ? 0.35 : 1;
      material.depthWrite = !isFit;
      material.needsUpdate = true;
    }
    stage.invalidate();
  }

  /** Looks at all that is there, a little from above. */
  function frame(): void {
    const bounds = new Box3();
    for (const { group, object } of [sides.template, sides.scan])
      if (object !== null) bounds.union(new Box3().setFromObject(group, true));
    if (bounds.isEmpty()) return;
    frameBox(stage.camera, stage.controls.target, bounds, VIEW, stage.free());
    stage.lights.cover(bounds);
    stage.controls.update();
    stage.resize();
  }

  function write(side: Side, from: ArrayLike<number>): void {
    side.positions.set(from);
    if (side.mesh !== null) normalsOf(side.normals, side.positions, side.mesh.triangles);
    side.surface?.changed();
    if (side.object instanceof Points) side.object.geometry.attributes.position.needsUpdate = true;
  }

  return {
    put(name, mesh) {
      const side = sides[name];
      side.object?.removeFromParent();
      side.surface?.dispose();
      side.mesh = mesh;
      side.positions = Float32Array.from(mesh.positions);
      side.normals = new Float32Array(mesh.positions.length);
      const box = new Box3().setFromArray(side.positions);
      box.getCenter(side.middle);
      side.scale = 1 / Math.max(1e-9, ...box.getSize(new Vector3()).toArray());
      if (mesh.triangles.length > 0) {
        normalsOf(side.normals, side.positions, mesh.triangles);
        const scan = new MeshStandardMaterial({ color: COLORS.scan, roughness: 0.65 });
        const material = name === 'template' ? plain : scan;
        const { positions, normals } = side;
        side.surface = createSurfaceMesh(
          { positions, normals, surface: mesh },
          { material, crease: 180 },
        );
        side.object = side.surface.mesh;
      } else {
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(side.positions, 3));
        side.surface = null;
        side.object = new Points(
          geometry,
          new PointsMaterial({ color: COLORS[name], size: 2, sizeAttenuation: false }),
        );
        side.object.frustumCulled = false;
      }
      side.group.add(side.object);
      place();
      frame();
    },
    fit(positions) {
      const { template } = sides;
      const isTurned = (positions !== null) !== isFit;
      isFit = positions !== null;
      if (template.mesh !== null) write(template, positions ?? template.mesh.positions);
      place();
      if (isTurned) frame();
    },
    frames(look) {
      for (const child of [...frameMarks.children]) {
        child.removeFromParent();
        (child as InstancedMesh).dispose();
      }
      if (look !== null) frameMarks.add(frameBalls(look, FRAME / sides.scan.scale));
      stage.invalidate();
    },
    paint(error, range) {
      const { surface, object } = sides.template;
      if (!(object instanceof Mesh)) return;
      // Distances have the colours of the legend, and nothing in front.
      object.material = error === null ? plain : exact;
      if (sides.scan.object !== null) sides.scan.object.visible = error === null;
      if (error === null) surface?.paint(null);
      else {
        const colors = new Float32Array(3 * error.length);
        const shade = new Color();
        for (let i = 0; i < error.length; i++)
          errorColor(shade, error[i] / range).toArray(colors, 3 * i);
        surface?.paint(colors);
      }
      stage.invalidate();
    },
    marks(pairs) {
      landmarks.clear();
      pairs.forEach(({ template, scan }, i) => {
        const color = new Color().setHSL((i * 0.618) % 1, 0.75, 0.5);
        for (const [name, at] of [
          ['template', template],
          ['scan', scan],
        ] as const) {
          if (at === null) continue;
          const ball = new Mesh(new SphereGeometry(MARK, 16, 12), new MeshBasicMaterial({ color }));
          ball.position.fromArray(at).applyMatrix4(sides[name].group.matrixWorld);
          landmarks.add(ball);
        }
      });
      landmarks.visible = !isFit;
      stage.invalidate();
    },
    leftOut(name, weights) {
      const { object, surface, positions } = sides[name];
      if (object === null) return;
      if (weights === undefined) {
        if (object instanceof Mesh) surface?.paint(null);
        else tintPoints(object, null);
      } else {
        const own = new Color(COLORS[name]);
        const dark = own.clone().multiplyScalar(DARK);
        const colors = new Float32Array(positions.length);
        for (let v = 0; v < weights.length; v++)
          (weights[v] === 0 ? dark : own).toArray(colors, 3 * v);
        if (object instanceof Mesh) surface?.paint(colors);
        else tintPoints(object, colors);
      }
      stage.invalidate();
    },
    brush(at, radius) {
      if (at === null) ring.hide();
      else ring.show(at.seen, at.normal, radius);
      stage.invalidate();
    },
    lengthOf: (name, seen) => seen / sides[name].scale,
    at(x, y) {
      const { camera, left, top, width, height } = stage.pictures.at(x, y);
      const caster = new Raycaster();
      // It may have been moved since the last picture.
      camera.updateMatrixWorld();
      caster.setFromCamera(
        new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height),
        camera,
      );
      caster.params.Points.threshold = 0.02;
      const hits = (['template', 'scan'] as const).flatMap((side) => {
        const { object } = sides[side];
        const [hit] = object === null ? [] : caster.intersectObject(object, false);
        return hit === undefined ? [] : [{ side, hit }];
      });
      hits.sort((a, b) => a.hit.distance - b.hit.distance);
      const [first] = hits;
      if (first === undefined) return null;
      const side = sides[first.side];
      const { point: seen, face } = first.hit;
      const local = seen.clone().applyMatrix4(side.group.matrixWorld.clone().invert());
      const vertex = nearest(side.positions, local);
      // The groups are scaled and moved, never turned.
      const normal = face?.normal.clone() ?? null;
      return { side: first.side, point: local.toArray(), vertex, seen, normal };
    },
  };
}

function createSide(): Side {
  return {
    group: new Group(),
    mesh: null,
    object: null,
    surface: null,
    positions: new Float32Array(0),
    normals: new Float32Array(0),
    middle: new Vector3(),
    scale: 1,
  };
}

/** Frames as balls: awake ones large and in the colour of active frames. */
function frameBalls({ frames, awake }: RegisterLook, size: number): InstancedMesh {
  const [passive, active] = partColors();
  const material = new MeshBasicMaterial({ depthTest: false, transparent: true });
  const balls = new InstancedMesh(new SphereGeometry(1, 12, 8), material, awake.length);
  const matrix = new Matrix4();
  awake.forEach((isAwake, k) => {
    const r = isAwake ? size : 0.5 * size;
    matrix.makeScale(r, r, r).setPosition(frames[3 * k], frames[3 * k + 1], frames[3 * k + 2]);
    balls.setMatrixAt(k, matrix);
    balls.setColorAt(k, new Color(isAwake ? active : passive));
  });
  balls.frustumCulled = false;
  balls.renderOrder = 5;
  return balls;
}

/** Colours of a cloud's points, shape [points, 3]; null: its own colour. */
function tintPoints({ geometry, material }: Points, colors: Float32Array | null): void {
  const points = material as PointsMaterial;
  if (colors === null) geometry.deleteAttribute('color');
  else geometry.setAttribute('color', new BufferAttribute(colors, 3));
  points.vertexColors = colors !== null;
  points.color.set(colors === null ? COLORS.scan : '#ffffff');
  points.needsUpdate = true;
}

function nearest(positions: Float32Array, to: Vector3): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < positions.length; i += 3) {
    const distance =
      (positions[i] - to.x) ** 2 + (positions[i + 1] - to.y) ** 2 + (positions[i + 2] - to.z) ** 2;
    if (distance < least) [least, best] = [distance, i / 3];
  }
  return best;
}

function normalsOf(out: Float32Array, positions: Float32Array, triangles: Int32Array): void {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
  geometry.computeVertexNormals();
  out.set(geometry.attributes.normal.array as Float32Array);
  geometry.dispose();
}
