/** Sparse symmetric systems in b×b blocks: patterns, orders of elimination, Cholesky factors, conjugate gradients. */
export { type BsrPattern, elementSlots, patternFromElements, patternFromPairs } from './bsr.ts';
export {
  allocateFactor,
  type Factor,
  factorize,
  initFactor,
  solve,
  solveMany,
  solveSingle,
} from './cholesky.ts';
export { type Ordering, orderGraph } from './ordering.ts';
export { analyse, type Symbolic, type SymbolicOptions } from './symbolic.ts';
