/** How matter looks. */
export interface MaterialLook {
  readonly roughness: number;
  readonly clearcoat: number;
  /** Light that comes through where a body is thin. */
  readonly rim: number;
}

/** Moduli of what looks like jelly, and of what looks like rubber [Pa]. */
const JELLY = 1e4;
const RUBBER = 2e6;

/** By its stiffness [Pa]: jelly is wet and lets light through, flesh less so, rubber is matt. */
export function materialLook(young: number): MaterialLook {
  const place = Math.log(RUBBER / young) / Math.log(RUBBER / JELLY);
  const soft = Number.isFinite(place) ? Math.max(0, Math.min(1, place)) : 0.5;
  return { roughness: 0.74 - 0.42 * soft, clearcoat: 0.55 * soft, rim: 0.55 * soft };
}
