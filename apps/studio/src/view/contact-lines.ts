import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from 'three';

/** Contact forces as lines from where they act; the largest is as long as asked for. */
export interface ContactLines {
  readonly object: LineSegments;
  /** Six numbers a contact, its place [m] and its force [N]; null for none. */
  show(contacts: Float32Array | null): void;
  readonly count: number;
  dispose(): void;
}

const COLOR = 0xff5a36;
/** The longest line fades in length rather than jumping, as the largest force changes: part of the way each frame. */
const EASE = 0.2;

/** `longest`: length of the line of the largest force [m]. */
export function createContactLines(longest: number): ContactLines {
  let geometry = new BufferGeometry();
  // Seen through bodies: contacts are between them.
  const material = new LineBasicMaterial({ color: COLOR, depthTest: false, transparent: true });
  const object = new LineSegments(geometry, material);
  object.renderOrder = 10;
  object.frustumCulled = false;
  let count = 0;
  let largest = 0;
  return {
    object,
    get count() {
      return count;
    },
    show(contacts) {
      count = contacts === null ? 0 : contacts.length / 6;
      object.visible = count > 0;
      if (contacts === null || count === 0) return;
      let most = 0;
      for (let i = 0; i < count; i++) {
        const [x, y, z] = contacts.subarray(6 * i + 3, 6 * i + 6);
        most = Math.max(most, Math.sqrt(x * x + y * y + z * z));
      }
      largest = largest === 0 ? most : Math.max(most, largest + EASE * (most - largest));
      const scale = largest > 0 ? longest / largest : 0;
      const ends = new Float32Array(6 * count);
      for (let i = 0; i < 6 * count; i += 6) {
        for (let c = 0; c < 3; c++) {
          ends[i + c] = contacts[i + c];
          ends[i + 3 + c] = contacts[i + c] + scale * contacts[i + 3 + c];
        }
      }
      geometry.dispose();
      geometry = new BufferGeometry();
      geometry.setAttribute('position', new Float32BufferAttribute(ends, 3));
      object.geometry = geometry;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
