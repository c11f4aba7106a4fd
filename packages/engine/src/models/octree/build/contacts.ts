import { pickContactVertices } from '../../../geometry/surface/contact-points.ts';
import type { OctreeData } from '../model.ts';
import {
  CONTACT_SPACING,
  FEWEST_CONTACTS,
  FLAT_FACE,
  MOST_CONTACTS,
  POINTS_PER_LEAF,
} from '../numbers.ts';
import { restNormals, type Skin } from '../surface/skin.ts';

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
  const few = Math.min(
    MOST_CONTACTS,
    Math.max(FEWEST_CONTACTS, Math.ceil(POINTS_PER_LEAF * leaves)),
  );
  const most = isFlat(skin, normals) ? few : MOST_CONTACTS;
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

/** Whether a body has flat sides, mostly. */
function isFlat({ triangles }: Skin, normals: Float32Array): boolean {
  const along = (a: number, b: number): number =>
    normals[3 * a] * normals[3 * b] +
    normals[3 * a + 1] * normals[3 * b + 1] +
    normals[3 * a + 2] * normals[3 * b + 2];
  let flat = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (along(a, b) > FLAT_FACE && along(a, c) > FLAT_FACE) flat++;
  }
  return 6 * flat > triangles.length;
}
