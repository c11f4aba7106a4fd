import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  RingGeometry,
  Vector3,
} from 'three';

export interface GroundOptions {
  /** How far the disc reaches [m]. A plane has no end: it fades out here. */
  radius?: number;
  /** Distance between grid lines [m]; 0 draws none. */
  grid?: number;
  color?: string;
  lineColor?: string;
}

export const GROUND_DEFAULTS: Readonly<Required<GroundOptions>> = {
  radius: 4,
  grid: 0.5,
  color: '#e9e6e0',
  lineColor: '#8d8a84',
};

/** Part of the radius that is solid; from there it fades. */
const SOLID = 0.25;
/** How strong the grid lines are in the middle. */
const LINE_STRENGTH = 0.28;

/**
 * A plane, drawn as a disc with a soft edge and a faint grid: the half-space normal·x ≤ offset. The disc's middle is the foot
 * of the origin on the plane; move the group to show another part.
 */
export function createGround(
  normal: readonly [number, number, number],
  offset = 0,
  options: GroundOptions = {},
): Group {
  const { radius, grid, color, lineColor } = { ...GROUND_DEFAULTS, ...options };
  const group = new Group();
  const up = new Vector3(...normal).normalize();
  group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), up));
  group.position.copy(up).multiplyScalar(offset);

  const disc = new RingGeometry(0, radius, 96, 24).rotateX(-Math.PI / 2);
  fade(disc, radius, color, 1);
  const floor = new Mesh(
    disc,
    new MeshStandardMaterial({
      vertexColors: true,
      transparent: true,
      roughness: 0.95,
      depthWrite: false,
    }),
  );
  floor.receiveShadow = true;
  // Under everything else that is transparent: it writes no depth.
  floor.renderOrder = -2;
  group.add(floor);

  if (grid > 0) {
    const lines = new LineSegments(
      gridLines(radius, grid),
      new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }),
    );
    fade(lines.geometry, radius, lineColor, LINE_STRENGTH);
    lines.renderOrder = -1;
    group.add(lines);
  }
  return group;
}

/** Lines both ways, cut at the circle and into pieces, so that they can fade along their length. */
function gridLines(radius: number, spacing: number): BufferGeometry {
  const points: number[] = [];
  const reach = Math.floor(radius / spacing);
  // Above the disc by a hair, or the two would flicker.
  const y = radius * 2e-4;
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j < reach; j++) {
      const [a, b, c] = [i * spacing, j * spacing, (j + 1) * spacing];
      points.push(a, y, b, a, y, c, b, y, a, c, y, a);
    }
  }
  const geometry = new BufferGeometry();
  return geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
}

/** Gives every vertex the colour, and less of it the farther out it is. */
function fade(geometry: BufferGeometry, radius: number, color: string, strength: number): void {
  const position = geometry.attributes.position;
  const rgba = new Float32Array(4 * position.count);
  const { r, g, b } = new MeshStandardMaterial({ color }).color;
  for (let i = 0; i < position.count; i++) {
    const [x, z] = [position.getX(i), position.getZ(i)];
    const out = (Math.sqrt(x * x + z * z) / radius - SOLID) / (1 - SOLID);
    const t = Math.min(1, Math.max(0, out));
    rgba.set([r, g, b, strength * (1 - t * t * (3 - 2 * t))], 4 * i);
  }
  geometry.setAttribute('color', new BufferAttribute(rgba, 4));
}
