import { mujocoPeer } from './mujoco.ts';
import type { ContactPeer } from './peer.ts';
import { pliantPeer } from './pliant.ts';
import { rapierPeer } from './rapier.ts';
import { xpbdPeer } from './xpbd.ts';

/** Engines whose soft bodies meet each other; Jolt's do not. */
export function allContactPeers(): ContactPeer[] {
  const chosen = process.env.CONTACT_PEERS;
  const peers = [
    pliantPeer('solid', 'linear tets of the same size, f64', ({ cell, shape }) => ({
      type: 'solid',
      elements: 'linear',
      mesh: shape.type === 'box' ? 'grid' : 'stuffed',
      cell,
    })),
    pliantPeer('default solid', 'quadratic, f64', () => ({ type: 'solid' })),
    pliantPeer('frames', '30 frames, adaptive, f64', () => ({ type: 'frames', frames: 30 })),
    pliantPeer('octree', 'its defaults, f64', () => ({ type: 'octree' })),
    pliantPeer('tets', 'adaptive, its defaults, f64', () => ({ type: 'tets' })),
    xpbdPeer(10),
    xpbdPeer(20),
    rapierPeer('constraints'),
    rapierPeer('fem'),
    mujocoPeer(),
  ];
  return peers.filter(({ name }) => chosen === undefined || new RegExp(chosen).test(name));
}
