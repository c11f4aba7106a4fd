import { type Box3, CircleGeometry, Mesh, ShadowMaterial, Vector3 } from 'three';
import { currentTheme } from './theme.ts';

/** A floor of shadow alone, for scenes that have none: it shows how high things hang. Not an obstacle. */
export function createShadowCatcher(bounds: Box3): Mesh {
  const size = bounds.getSize(new Vector3());
  const longest = Math.max(size.x, size.y, size.z);
  const material = new ShadowMaterial({ opacity: currentTheme().shadow });
  const disc = new Mesh(new CircleGeometry(20 * longest, 64).rotateX(-Math.PI / 2), material);
  const middle = bounds.getCenter(new Vector3());
  disc.position.set(middle.x, bounds.min.y - 0.95 * longest, middle.z);
  disc.receiveShadow = true;
  disc.renderOrder = -2;
  return disc;
}
