import type { Kernels } from '../../kernels/kernels.ts';
import { corotationalElastic, type Elastic } from './elastic.ts';
import type { SolidData } from './model.ts';
import type { SolidMemory } from './state.ts';

export function createElastic(data: SolidData, memory: SolidMemory, kernels: Kernels): Elastic {
  return corotationalElastic(data, memory, kernels);
}
