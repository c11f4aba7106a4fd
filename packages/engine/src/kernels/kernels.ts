import type * as blockCholesky from './reference/block-cholesky.ts';
import type * as bsr3 from './reference/bsr3.ts';
import type * as cage from './reference/cage.ts';
import type * as carry from './reference/carry.ts';
import type * as compliance from './reference/compliance.ts';
import type * as contacts from './reference/contacts.ts';
import type * as cholesky from './reference/dense-cholesky.ts';
import type * as edgeBlocks from './reference/edge-blocks.ts';
import type * as frameContraction from './reference/frame-contraction.ts';
import type * as frameGroups from './reference/frame-groups.ts';
import type * as frameMass from './reference/frame-mass.ts';
import type * as framePoints from './reference/frame-points.ts';
import type * as frameSamples from './reference/frame-samples.ts';
import type * as frameSpread from './reference/frame-spread.ts';
import type * as frameStiffness from './reference/frame-stiffness.ts';
import type * as frameStress from './reference/frame-stress.ts';
import type * as layerCompose from './reference/layer-compose.ts';
import type * as layerDense from './reference/layer-dense.ts';
import type * as layerTransfer from './reference/layer-transfer.ts';
import type * as matchStep from './reference/match-step.ts';
import type * as matching from './reference/matching.ts';
import type * as meshDistances from './reference/mesh-distances.ts';
import type * as normals from './reference/normals.ts';
import type * as principal from './reference/principal.ts';
import type * as regions from './reference/regions.ts';
import type * as rotations from './reference/rotations.ts';
import type * as skinning from './reference/skinning.ts';
import type * as affine from './reference/skinning-affine.ts';
import type * as skinning4 from './reference/skinning4.ts';
import type * as stiffness from './reference/stiffness.ts';
import type * as sums from './reference/sums.ts';
import type * as supernodal from './reference/supernodal.ts';
import type * as supernodalSolve from './reference/supernodal-solve.ts';
import type * as tenNode from './reference/ten-node.ts';
import type * as tetrahedra from './reference/tetrahedra.ts';
import type * as ties from './reference/ties.ts';
import type * as vectors from './reference/vectors.ts';

/**
 * Every kernel, by the room it lives in. The reference functions are the specification: their signatures and comments
 * hold for both back ends, and both give the same bits. A file in `reference/` therefore exports kernels and nothing
 * else.
 *
 * To add one: write `reference/x.ts`, `assembly/x.ts` and `bindings/x.ts`, list them here, in `typescript.ts`, in
 * `assembly/index.ts` and in `bindings/index.ts`, and give each kernel a case in `test/kernels/cases/`.
 */
export type KernelFunctions = typeof vectors &
  typeof layerTransfer &
  typeof layerDense &
  typeof layerCompose &
  typeof bsr3 &
  typeof edgeBlocks &
  typeof tenNode &
  typeof rotations &
  typeof tetrahedra &
  typeof stiffness &
  typeof skinning &
  typeof skinning4 &
  typeof affine &
  typeof sums &
  typeof cholesky &
  typeof blockCholesky &
  typeof frameGroups &
  typeof framePoints &
  typeof frameSamples &
  typeof frameStress &
  typeof frameStiffness &
  typeof frameContraction &
  typeof frameMass &
  typeof frameSpread &
  typeof normals &
  typeof principal &
  typeof supernodal &
  typeof supernodalSolve &
  typeof contacts &
  typeof compliance &
  typeof matching &
  typeof matchStep &
  typeof regions &
  typeof meshDistances &
  typeof ties &
  typeof cage &
  typeof carry;

/**
 * The heavy loops of the engine. Kernels take typed arrays and counts, allocate nothing and check nothing.
 * With the name `webassembly` all arrays must come from the arena the kernels were made for.
 */
export interface Kernels extends Readonly<KernelFunctions> {
  readonly name: 'typescript' | 'webassembly';
}
