/**
 * `pliant/register`: fits a template mesh to a scan. A separate entry point, so that pages which only simulate do not
 * load it.
 */

export {
  judgeScene,
  REGISTRATION_SCENES,
  type RegistrationCheck,
  type RegistrationPair,
  type RegistrationScene,
} from './register/gallery/scenes.ts';
export {
  type Landmark,
  REGISTER_DEFAULTS,
  type RegisterOptions,
} from './register/options.ts';
export {
  errorMap,
  type FitMap,
  framesJson,
  type TemplateFile,
  writeFitted,
} from './register/outputs.ts';
export { register, registerSteps } from './register/register.ts';
export type { Distances, RegisterReport } from './register/report.ts';
export { type ShapeModel, shapeModel } from './register/shape-model.ts';
export type { RegisterSnapshot, ResumableOptions } from './register/snapshot.ts';
export type { RegisterLook, RegisterProgress, Registration } from './register/types.ts';
