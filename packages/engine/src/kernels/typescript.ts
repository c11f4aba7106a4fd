import type { Kernels } from './kernels.ts';
import * as blockCholesky from './reference/block-cholesky.ts';
import * as bsr3 from './reference/bsr3.ts';
import * as cage from './reference/cage.ts';
import * as carry from './reference/carry.ts';
import * as compliance from './reference/compliance.ts';
import * as contacts from './reference/contacts.ts';
import * as cholesky from './reference/dense-cholesky.ts';
import * as edgeBlocks from './reference/edge-blocks.ts';
import * as frameContraction from './reference/frame-contraction.ts';
import * as frameGroups from './reference/frame-groups.ts';
import * as frameMass from './reference/frame-mass.ts';
import * as framePoints from './reference/frame-points.ts';
import * as frameSamples from './reference/frame-samples.ts';
import * as frameSpread from './reference/frame-spread.ts';
import * as frameStiffness from './reference/frame-stiffness.ts';
import * as frameStress from './reference/frame-stress.ts';
import * as layerCompose from './reference/layer-compose.ts';
import * as layerDense from './reference/layer-dense.ts';
import * as layerTransfer from './reference/layer-transfer.ts';
import * as matchStep from './reference/match-step.ts';
import * as matching from './reference/matching.ts';
import * as meshDistances from './reference/mesh-distances.ts';
import * as normals from './reference/normals.ts';
import * as principal from './reference/principal.ts';
import * as regions from './reference/regions.ts';
import * as rotations from './reference/rotations.ts';
import * as skinning from './reference/skinning.ts';
import * as affine from './reference/skinning-affine.ts';
import * as skinning4 from './reference/skinning4.ts';
import * as stiffness from './reference/stiffness.ts';
import * as sums from './reference/sums.ts';
import * as supernodal from './reference/supernodal.ts';
import * as supernodalSolve from './reference/supernodal-solve.ts';
import * as tenNode from './reference/ten-node.ts';
import * as tetrahedra from './reference/tetrahedra.ts';
import * as ties from './reference/ties.ts';
import * as vectors from './reference/vectors.ts';

/** The kernels in plain TypeScript: they work on any arrays, and say what the fast ones must compute. */
export const typescriptKernels: Kernels = {
  name: 'typescript',
  ...vectors,
  ...bsr3,
  ...edgeBlocks,
  ...tenNode,
  ...rotations,
  ...tetrahedra,
  ...stiffness,
  ...skinning,
  ...skinning4,
  ...affine,
  ...sums,
  ...cholesky,
  ...blockCholesky,
  ...frameGroups,
  ...framePoints,
  ...frameSamples,
  ...frameStress,
  ...frameStiffness,
  ...frameContraction,
  ...frameMass,
  ...frameSpread,
  ...normals,
  ...principal,
  ...supernodal,
  ...supernodalSolve,
  ...contacts,
  ...compliance,
  ...matching,
  ...matchStep,
  ...regions,
  ...meshDistances,
  ...ties,
  ...cage,
  ...carry,
  ...layerTransfer,
  ...layerCompose,
  ...layerDense,
};
