/** What bodies of point masses have in common, for models of one's own. */
export { correctMomentum, limitMotion, WHOLE } from './momentum.ts';
export { movePlaces, turnVectors } from './move.ts';
export {
  addRigidVelocity,
  centreOfMass,
  measurePoints,
  placePoints,
} from './point-masses.ts';
