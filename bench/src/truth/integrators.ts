import { parseScene, type SceneInput } from 'pliant';

type Integrator = string;

/** The integrator that a scene gets if it does not say one; null if there is no choice. */
function defaultIntegrator(): Integrator | null {
  const solver = parseScene({ format: 'pliant/1', name: 'any' }).solver as { integrator?: string };
  return solver.integrator ?? null;
}

function canTake(integrator: Integrator): boolean {
  try {
    parseScene({ format: 'pliant/1', name: 'any', solver: { integrator } as SceneInput['solver'] });
    return true;
  } catch {
    return false;
  }
}

/** The integrator for what must ring and bounce. */
const RECOMMENDED = 'auto';

export interface IntegratorChoice {
  /** What tables add to the case: nothing for the default. */
  readonly suffix: string;
  readonly solver: SceneInput['solver'];
  /** The one that is recommended for bouncing. */
  readonly recommended: boolean;
}

/** The default, and the recommended one if that is another. */
export function integratorChoices(): IntegratorChoice[] {
  const usual = defaultIntegrator();
  const one = { suffix: '', solver: {}, recommended: usual === RECOMMENDED || usual === null };
  if (usual === RECOMMENDED || !canTake(RECOMMENDED)) return [one];
  const solver = { integrator: RECOMMENDED } as SceneInput['solver'];
  return [one, { suffix: `, ${RECOMMENDED}`, solver, recommended: true }];
}
