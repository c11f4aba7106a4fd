import { mujocoStack } from './mujoco.ts';
import type { ContactPeer } from './peer.ts';
import { pliantStack } from './pliant.ts';
import { rapierStack } from './rapier.ts';
import { STACK } from './stack.ts';
import { xpbdStack } from './xpbd.ts';

/** Engines whose soft bodies meet each other; Jolt's do not. */
export function allContactPeers(): ContactPeer[] {
  const chosen = process.env.CONTACT_PEERS;
  const peers = [
    pliantStack('solid', 'every tet of the same mesh, f64', {
      type: 'solid',
      mesh: 'grid',
      cell: STACK.cell,
    }),
    pliantStack('frames', '30 frames, adaptive, f64', { type: 'frames', frames: 30 }),
    pliantStack('octree', 'its defaults, f64', { type: 'octree' }),
    pliantStack('tets', 'adaptive, its defaults, f64', { type: 'tets' }),
    xpbdStack(10),
    xpbdStack(20),
    rapierStack('constraints'),
    rapierStack('fem'),
    mujocoStack(),
  ];
  return peers.filter(({ name }) => chosen === undefined || new RegExp(chosen).test(name));
}
