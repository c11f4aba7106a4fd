import { pickContactVertices } from '../../../geometry/surface/contact-points.ts';
import type { OctreeData } from '../model.ts';
import { restNormals, type Skin } from '../surface/skin.ts';

/** Distance of contact points by the longest side. Half: slower contact; twice: balls stand on their facets. */
const CONTACT_SPACING = 1 / 14;
/**
 * Contact points at most: per leaf, but no fewer than `FEWEST` and no more than `MOST`. Few leaves cannot obey many
 * rows: impulses are not unique, and sweeps take long to find some. Eight cubes of 64 leaves in two columns take 15 ms a
 * step with 100 points each, 31 with 150, 60 with 300, and 14 with 60.
 */
const POINTS_PER_LEAF = 1.5;
const FEWEST = 100;
const MOST = 300;

/**
 * Contact points of a skin: some of its vertices, on both sides of a slit. `size` is the longest side [m], `leaves` how
 * many leaves move them.
 */
export function contactsOn(
  skin: Skin,
  size: number,
  leaves: number,
): Pick<OctreeData, 'contactPoints' | 'contactNormals' | 'contactVertex' | 'contactHome'> {
  const normals = restNormals(skin);
  const most = Math.min(MOST, Math.max(FEWEST, Math.ceil(POINTS_PER_LEAF * leaves)));
  const chosen = pickContactVertices(skin, CONTACT_SPACING * size, most, normals);
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
