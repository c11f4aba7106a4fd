import type { Action, CameraInput } from 'pliant';
import type { SceneInfo } from './protocol.ts';

/** Largest and smallest tolerance that can be set by hand. */
export const TOLERANCE = { least: 1e-3, most: 1 } as const;

/**
 * How the adaptive bodies of a scene are set: as the scene says until changed by hand, then all of them alike. Bodies that a scene
 * keeps at full resolution, beside others that adapt, are left as they are.
 */
export interface Tuning {
  /** True if the scene has an adaptive body. */
  readonly hasBodies: boolean;
  readonly adaptive: boolean;
  readonly tolerance: number;
  /** True while motion counts by how large it looks. */
  readonly follows: boolean;
  /** Takes a scene's own settings. */
  open(info: SceneInfo): void;
  /** Change a setting; give the actions that tell the world. */
  setAdaptive(on: boolean): Action[];
  setTolerance(value: number): Action[];
  /** Where it is looked at from; null counts all motion alike. */
  setCamera(camera: CameraInput | null): Action[];
  /** All changes by hand at once, for a world that starts over; `adaptive` overrules the setting. */
  actions(adaptive?: boolean): Action[];
}

export function createTuning(): Tuning {
  let bodies: string[] = [];
  let adaptive = true;
  let tolerance: number = TOLERANCE.most;
  let follows = false;
  let changed: { adaptive?: boolean; tolerance?: number; camera?: CameraInput | null } = {};

  const tune = (settings: typeof changed): Action[] =>
    Object.keys(settings).length === 0
      ? []
      : bodies.map((body) => ({ do: 'tune', body, ...settings }));

  return {
    get hasBodies() {
      return bodies.length > 0;
    },
    get adaptive() {
      return adaptive;
    },
    get tolerance() {
      return tolerance;
    },
    get follows() {
      return follows;
    },
    open(info) {
      const able = info.bodies.filter(({ parts }) => parts !== null);
      const willing = able.filter(({ parts }) => parts?.adaptive);
      adaptive = willing.length > 0;
      const tuned = adaptive ? willing : able;
      bodies = tuned.map(({ name }) => name);
      tolerance = tuned[0]?.parts?.tolerance ?? TOLERANCE.most;
      follows = tuned.some(({ parts }) => parts?.camera);
      changed = {};
    },
    setAdaptive(on) {
      adaptive = on;
      changed.adaptive = on;
      return tune({ adaptive });
    },
    setTolerance(value) {
      tolerance = value;
      changed.tolerance = value;
      return tune({ tolerance });
    },
    setCamera(camera) {
      follows = camera !== null;
      changed.camera = camera;
      return tune({ camera });
    },
    actions: (overruling) =>
      tune(overruling === undefined ? changed : { ...changed, adaptive: overruling }),
  };
}
