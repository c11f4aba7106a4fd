import { joltPeer } from './jolt.ts';
import { mujocoPeer } from './mujoco.ts';
import type { Peer } from './peer.ts';
import { pliantPeer, SAME_MESH } from './pliant.ts';
import { rapierPeer } from './rapier.ts';

/** The engines of the comparison, the first one being the measure of the others. */
export function allPeers(): Peer[] {
  return [
    pliantPeer('solid', 'every tet of the same mesh, f64', SAME_MESH),
    joltPeer(5),
    joltPeer(20),
    mujocoPeer(),
    rapierPeer('fem'),
    rapierPeer('constraints'),
  ];
}
