import type { World } from 'pliant';

/** Place and force of every contact that carries one, six numbers each. */
export function contactsOf(world: World): Float32Array {
  world.drawContacts();
  const { count, places, forces } = world.contacts;
  const out = new Float32Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) {
      out[6 * i + c] = places[3 * i + c];
      out[6 * i + 3 + c] = forces[3 * i + c];
    }
  }
  return out;
}
