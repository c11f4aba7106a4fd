/** The door to checking and mending surfaces. */
export type { MeshFault, MeshFaultKind } from './mesh-faults.ts';
export { CHECK_DEFAULTS, type CheckOptions, checkMesh } from './mesh-inspect.ts';
export { REPAIR_DEFAULTS, type Repair, type RepairOptions, repairMesh } from './mesh-repair.ts';
