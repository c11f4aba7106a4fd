/** What bodies of point masses have in common, for models of one's own. */
export { levelCounts } from './levels.ts';
export { correctMomentum, limitMotion, WHOLE } from './momentum.ts';
export { type PointMasses, pointMotion } from './point-motion.ts';
export { type Embedding, weightedPoints } from './weighted-points.ts';
