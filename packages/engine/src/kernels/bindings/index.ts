import type { KernelFunctions, Kernels } from '../kernels.ts';
import { addressOf, type Exports } from './address.ts';
import { bindBlockCholesky } from './block-cholesky.ts';
import { bindBsr3 } from './bsr3.ts';
import { bindCage } from './cage.ts';
import { bindCarry } from './carry.ts';
import { bindCompliance } from './compliance.ts';
import { bindContacts } from './contacts.ts';
import { bindDenseCholesky } from './dense-cholesky.ts';
import { bindEdgeBlocks } from './edge-blocks.ts';
import { bindFrames } from './frame-points.ts';
import { bindFrameSamples } from './frame-samples.ts';
import { bindLayerDense } from './layer-dense.ts';
import { bindLayers } from './layer-transfer.ts';
import { bindMatchStep } from './match-step.ts';
import { bindMatching } from './matching.ts';
import { bindMeshDistances } from './mesh-distances.ts';
import { bindNormals } from './normals.ts';
import { bindPrincipal } from './principal.ts';
import { bindRegions } from './regions.ts';
import { bindRotations } from './rotations.ts';
import { bindSkinning } from './skinning.ts';
import { bindSums } from './sums.ts';
import { bindSupernodal } from './supernodal.ts';
import { bindTetrahedra } from './tetrahedra.ts';
import { bindTies } from './ties.ts';
import { bindVectors } from './vectors.ts';

/** Kernels that call the module's exports on arrays in the memory that the module was given. */
export function bindKernels(exports: object): Kernels {
  const calls = exports as Exports<KernelFunctions>;
  const at = addressOf;
  return {
    name: 'webassembly',
    ...bindVectors(calls, at),
    ...bindBsr3(calls, at),
    ...bindEdgeBlocks(calls, at),
    ...bindRotations(calls, at),
    ...bindTetrahedra(calls, at),
    ...bindSkinning(calls, at),
    ...bindSums(calls, at),
    ...bindDenseCholesky(calls, at),
    ...bindBlockCholesky(calls, at),
    ...bindFrames(calls, at),
    ...bindFrameSamples(calls, at),
    ...bindNormals(calls, at),
    ...bindPrincipal(calls, at),
    ...bindSupernodal(calls, at),
    ...bindContacts(calls, at),
    ...bindCompliance(calls, at),
    ...bindMatching(calls, at),
    ...bindMatchStep(calls, at),
    ...bindRegions(calls, at),
    ...bindMeshDistances(calls, at),
    ...bindTies(calls, at),
    ...bindCage(calls, at),
    ...bindCarry(calls, at),
    ...bindLayers(calls, at),
    ...bindLayerDense(calls, at),
  };
}
