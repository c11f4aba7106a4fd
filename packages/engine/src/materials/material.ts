export type MaterialName = 'corotational' | 'stvk' | 'neo-hookean' | 'mooney-rivlin';

/**
 * The stress of a hyperelastic solid and its derivatives. All functions are pure in F, the deformation gradient ∂x/∂X
 * (nine numbers, row-major, no unit), and in the parameters of one element, `stride` numbers from params[p]: see
 * parameters.ts. A law owns its scratch numbers, so nothing is allocated after its creation; create one per thread.
 */
export interface MaterialLaw {
  readonly name: MaterialName;
  /** Numbers of parameters per element: ISOTROPIC_STRIDE or FULL_STRIDE. */
  readonly stride: number;
  /** How many of them, from the first, are stiffnesses in Pa: those that a stiffness field multiplies. */
  readonly stiffnesses: number;
  /** True if an inverted element (det F < 0) is pushed back to its right side. */
  readonly survivesInversion: boolean;

  /** Energy density Ψ(F) [J/m³ of rest volume]; zero at rest. */
  energy(F: Float64Array, f: number, params: Float64Array, p: number): number;

  /** P[o..o+9) = ∂Ψ/∂F, the first Piola–Kirchhoff stress [Pa]. */
  stress(
    P: Float64Array,
    o: number,
    F: Float64Array,
    f: number,
    params: Float64Array,
    p: number,
  ): void;

  /** T[o..o+81) = ∂P/∂F [Pa], 9×9 row-major, symmetric: row 3i+j is ∂/∂F of Pᵢⱼ. */
  tangent(
    T: Float64Array,
    o: number,
    F: Float64Array,
    f: number,
    params: Float64Array,
    p: number,
  ): void;

  /** The same with negative eigenvalues set to zero: the nearest matrix a minimiser can rely on. */
  tangentSemidefinite(
    T: Float64Array,
    o: number,
    F: Float64Array,
    f: number,
    params: Float64Array,
    p: number,
  ): void;
}
