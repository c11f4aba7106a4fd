import { check } from '../core/errors.ts';

/** What slows a body down. */
export interface Damping {
  /** Rayleigh damping with the mass, force −mass·M·v [1/s]: slows every motion, falling included. */
  mass?: number;
  /**
   * Rayleigh damping with the stiffness, force −stiffness·K·v [s]: slows deformation, fast vibration most, turning not
   * at all.
   */
  stiffness?: number;
  /** Drag of the air on the surface, force −air·area·v [N·s/m³], area in the rest shape. */
  air?: number;
}

/** A little damping of the deformation, so that a jelly comes to rest; none of the free motion. */
export const DAMPING_DEFAULTS: Readonly<Required<Damping>> = { mass: 0, stiffness: 0.005, air: 0 };

/** Fills in the defaults and refuses what would put energy in. */
export function resolveDamping(damping: Damping = {}, path = 'damping'): Required<Damping> {
  const full: Required<Damping> = {
    mass: damping.mass ?? DAMPING_DEFAULTS.mass,
    stiffness: damping.stiffness ?? DAMPING_DEFAULTS.stiffness,
    air: damping.air ?? DAMPING_DEFAULTS.air,
  };
  checkDamping(
    full.mass,
    `${path}.mass`,
    '1/s',
    'A value of 0.1 calms a body within some ten seconds',
  );
  checkDamping(full.stiffness, `${path}.stiffness`, 's', 'A springy jelly has 0.005');
  checkDamping(full.air, `${path}.air`, 'N·s/m³', 'Leave it at 0 for a vacuum');
  return full;
}

function checkDamping(value: number, path: string, unit: string, hint: string): void {
  check(
    value >= 0 && value < Number.POSITIVE_INFINITY,
    () => `must be zero or a positive number of ${unit}, got ${value}. ${hint}.`,
    path,
  );
}
