/** The door to checking and mending surfaces. */
export type { MeshFault, MeshFaultKind } from './faults.ts';
export { CHECK_DEFAULTS, type CheckOptions, checkMesh } from './inspect.ts';
export { REPAIR_DEFAULTS, type Repair, type RepairOptions, repairMesh } from './repair.ts';
