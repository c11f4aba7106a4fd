import { bendCases } from './bends.ts';
import { blockCholeskyCases } from './block-cholesky.ts';
import { bsr3Cases } from './bsr3.ts';
import { cageCases } from './cage.ts';
import type { KernelCase } from './case.ts';
import { complianceCases } from './compliance.ts';
import { contactCases } from './contacts.ts';
import { denseCholeskyCases } from './dense-cholesky.ts';
import { edgeBlockCases } from './edge-blocks.ts';
import { framePointCases } from './frame-points.ts';
import { frameSampleCases } from './frame-samples.ts';
import { layerDenseCases } from './layer-dense.ts';
import { layerTransferCases } from './layer-transfer.ts';
import { matchStepCases } from './match-step.ts';
import { matchingCases } from './matching.ts';
import { meshDistanceCases } from './mesh-distances.ts';
import { normalCases } from './normals.ts';
import { principalCases } from './principal.ts';
import { quadraticCases } from './quadratic.ts';
import { regionCases } from './regions.ts';
import { rotationCases } from './rotations.ts';
import { siteRowCases } from './site-rows.ts';
import { skinningCases } from './skinning.ts';
import { sumCases } from './sums.ts';
import { supernodalCases } from './supernodal.ts';
import { tetCases } from './tetrahedra.ts';
import { tieCases } from './ties.ts';
import { transferCases } from './transfer.ts';
import { vectorCases } from './vectors.ts';

export const kernelCases: KernelCase[] = [
  ...vectorCases,
  ...bsr3Cases,
  ...edgeBlockCases,
  ...quadraticCases,
  ...denseCholeskyCases,
  ...blockCholeskyCases,
  ...framePointCases,
  ...frameSampleCases,
  ...normalCases,
  ...principalCases,
  ...rotationCases,
  ...skinningCases,
  ...sumCases,
  ...tetCases,
  ...supernodalCases,
  ...contactCases,
  ...complianceCases,
  ...siteRowCases,
  ...matchingCases,
  ...bendCases,
  ...matchStepCases,
  ...regionCases,
  ...meshDistanceCases,
  ...tieCases,
  ...cageCases,
  ...transferCases,
  ...layerTransferCases,
  ...layerDenseCases,
];
