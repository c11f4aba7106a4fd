import { pickContactVertices } from '../../../geometry/surface/contact-points.ts';
import type { OctreeData } from '../model.ts';
import { restNormals, type Skin } from '../surface/skin.ts';

/** Distance of contact points by the longest side, and how many at most. */
const CONTACT_SPACING = 1 / 14;
const MOST_CONTACT_POINTS = 300;

/** Contact points of a skin: some of its vertices, on both sides of a slit. `size` is the longest side [m]. */
export function contactsOn(
  skin: Skin,
  size: number,
): Pick<OctreeData, 'contactPoints' | 'contactNormals' | 'contactVertex' | 'contactHome'> {
  const normals = restNormals(skin);
  const chosen = pickContactVertices(skin, CONTACT_SPACING * size, MOST_CONTACT_POINTS, normals);
  const contactPoints = new Float64Array(3 * chosen.length);
  const contactNormals = new Float64Array(3 * chosen.length);
  chosen.forEach((i, k) => {
    for (let c = 0; c < 3; c++) {
      contactPoints[3 * k + c] = skin.positions[3 * i + c];
      contactNormals[3 * k + c] = normals[3 * i + c];
    }
  });
  const contactHome = chosen.map((i) => skin.home[i]);
  return { contactPoints, contactNormals, contactVertex: chosen, contactHome };
}
