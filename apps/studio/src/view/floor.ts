import { createGround } from '@pliant/three';
import { type Box3, type Group, LineSegments, type Material, Mesh, Vector3 } from 'three';
import { currentTheme } from './theme.ts';

/** A floor for scenes that have none, under everything: it catches shadows and shows how high things hang. Not an obstacle. */
export interface Floor {
  readonly group: Group;
  /** Its height [m]. */
  readonly level: number;
  dispose(): void;
}

/** How far below bodies that hang or fly it lies, in their longest side. */
const BELOW = 0.95;

/** `stands`: bodies walk on it, as told by bones; then it is at their feet. `reach`: how far it is drawn [m]. */
export function createFloor(bounds: Box3, stands: boolean, reach: number): Floor {
  const size = bounds.getSize(new Vector3());
  const middle = bounds.getCenter(new Vector3());
  const level = bounds.min.y - (stands ? 0 : BELOW * Math.max(size.x, size.y, size.z));
  const { ground, lines } = currentTheme();
  const group = createGround([0, 1, 0], 0, {
    radius: reach,
    grid: gridSpacing(reach),
    color: ground,
    lineColor: lines,
  });
  group.position.set(middle.x, level, middle.z);
  return {
    group,
    level,
    dispose() {
      group.removeFromParent();
      group.traverse((part) => {
        if (!(part instanceof Mesh || part instanceof LineSegments)) return;
        part.geometry.dispose();
        (part.material as Material).dispose();
      });
    },
  };
}

/** Distance of grid lines on a floor of some reach: the length of the row 1, 2, 5, 10, … that suits it. */
export function gridSpacing(reach: number): number {
  const about = reach / 16;
  const power = 10 ** Math.floor(Math.log10(about));
  return power * ([1, 2, 5].find((step) => step * power >= about) ?? 10);
}
