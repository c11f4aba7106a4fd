import RAPIER from '@dimforge/rapier3d-compat';
import { couple } from '../src/index.ts';
import { add, addFloor, cube, rigidWorld, softWorld } from './helpers.ts';

/** Two boxes fall on a soft cube; gives the state of both worlds, to the last bit. Needs `RAPIER.init()` first. */
export function coupledRun(kernels: 'typescript' | 'webassembly'): string {
  const soft = softWorld({ bodies: [cube({ position: [0, 0.1, 0] })] }, { kernels });
  const rapier = rigidWorld();
  addFloor(rapier);
  const boxes = [0, 1].map((k) =>
    add(rapier, [0.05 * k, 0.26 + 0.11 * k, 0], RAPIER.ColliderDesc.cuboid(0.05, 0.05, 0.05)),
  );
  const link = couple(soft, rapier, { room: 1 });
  for (let s = 0; s < 25; s++) link.step();
  return JSON.stringify([soft.hash(), boxes.map((box) => [box.translation(), box.angvel()])]);
}
