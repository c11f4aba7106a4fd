import type { BodyInput, SceneInput } from 'pliant';
import type { Section } from './section.ts';
import type { ModelInput } from './types.ts';

type Stiffness = NonNullable<NonNullable<BodyInput['material']>['stiffness']>;

/** A factor on Young's modulus that varies: as a scene says it, as a function of place, and where it jumps. */
export interface Field {
  /** For a body whose own origin is at x = `centre` of the bar. */
  scene(centre: number): Stiffness;
  at(x: number, y: number, z: number): number;
  readonly cuts: { readonly x?: readonly number[]; readonly y?: readonly number[] };
}

/**
 * A bar from x = 0 to x = length, its axis on the x axis. What is held lies outside: behind x = 0, and beyond x = length if the
 * far end is moved.
 */
export interface Bar {
  readonly length: number;
  readonly side: number;
  /** A square of `side` if missing. */
  readonly section?: Section;
  readonly young: number;
  readonly poisson: number;
  /** [kg/m³] */
  readonly density: number;
  readonly gravity: readonly [number, number, number];
  /** Varying stiffness; coordinates are those of the bar. */
  readonly field?: Field;
  /** What the far end is turned by about x [degrees] and moved by along x [m]; free if missing. */
  readonly end?: { readonly turn: number; readonly shift: number };
  /** The place that is followed. */
  readonly probe: readonly [number, number, number];
  /** Size of elements, for models that must be told [m]. */
  readonly cell?: number;
}

/** Half the side of the bar is held behind each plane. */
export const holdOf = (bar: Bar): number => bar.side / 2;

export interface BarOptions {
  readonly dt: number;
  readonly damping: { readonly mass: number; readonly stiffness?: number };
  /** When the far end has arrived [s]. */
  readonly arrival?: number;
  readonly solver?: SceneInput['solver'];
}

/** The bar as a scene. World coordinates are those of the bar; the body's own origin is in its middle, held parts included. */
export function barScene(bar: Bar, model: ModelInput, options: BarOptions): SceneInput {
  const hold = holdOf(bar);
  const far = bar.end ? bar.length + hold : bar.length;
  const centre = (far - hold) / 2;
  const reach = 2 * (bar.section?.width ?? bar.side);
  const slack = 1e-7 * bar.side;
  const region = (from: number, to: number) => ({
    type: 'box' as const,
    size: [to - from, reach, reach] as [number, number, number],
    position: [(from + to) / 2 - centre, 0, 0] as [number, number, number],
  });
  const attachments: NonNullable<NonNullable<SceneInput['bodies']>[number]['attachments']> = [
    { name: 'near', region: region(-2 * hold, slack) },
  ];
  if (bar.end) {
    attachments.push({
      name: 'far',
      region: region(bar.length - slack, far + hold),
      keyframes: [
        { time: 0, position: [centre, 0, 0], rotation: [0, 0, 0] },
        {
          time: options.arrival ?? 0.5,
          position: [centre + bar.end.shift, 0, 0],
          rotation: [bar.end.turn, 0, 0],
        },
      ],
    });
  }
  return {
    format: 'pliant/1',
    name: 'bar',
    dt: options.dt,
    gravity: [...bar.gravity],
    ...(options.solver && { solver: options.solver }),
    bodies: [
      {
        name: 'bar',
        shape: bar.section?.shape(-hold, far) ?? {
          type: 'box',
          size: [far + hold, bar.side, bar.side],
        },
        position: [centre, 0, 0],
        material: {
          young: bar.young,
          poisson: bar.poisson,
          density: bar.density,
          damping: options.damping,
          ...(bar.field && { stiffness: bar.field.scene(centre) }),
        },
        model,
        attachments,
        contact: 'none',
        probes: { probe: [bar.probe[0] - centre, bar.probe[1], bar.probe[2]] },
      },
    ],
  };
}
