import { elementsKernels } from '../../src/kernels/generated/elements.ts';
import { framesKernels } from '../../src/kernels/generated/frames.ts';
import { layersKernels } from '../../src/kernels/generated/layers.ts';
import { octreeKernels } from '../../src/kernels/generated/octree.ts';
import { tetsKernels } from '../../src/kernels/generated/tets.ts';
import { useKernels } from '../../src/kernels/kernels.ts';

/** Kernels of all models, for tests that call them without a body. */
useKernels(elementsKernels, framesKernels, octreeKernels, tetsKernels, layersKernels);
