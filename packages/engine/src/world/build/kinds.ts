import { check } from '../../core/errors.ts';
import type { Shape } from '../../geometry/sdf/shape.ts';
import type { Sdf } from '../../geometry/types.ts';
import { type KernelGroup, useKernels } from '../../kernels/kernels.ts';
import type { FieldFill } from '../../materials/fields.ts';
import type { BodyModel } from '../../models/body.ts';
import type { Kept } from '../../models/shared/kept.ts';
import {
  addModelRules,
  type ModelRules,
  missingModel,
  modelName,
  plainRules,
} from '../../scene/models.ts';
import type { SceneBody } from '../../scene/schema.ts';
import type { SolidShape } from './shapes.ts';

/** The input of a model's build. */
export interface Ground {
  /** The body's entry in the scene, with defaults. */
  readonly body: SceneBody;
  /** Its path in the scene, for messages: `bodies[2]`. */
  readonly path: string;
  readonly shape: SolidShape;
  /** Factor on `material.young`, as a field. */
  readonly stiffness: FieldFill;
  /** The region of each of its attachments. */
  readonly regions: readonly Sdf[];
  /** The store for slow preparations, if there is one. */
  readonly kept?: Kept;
  /** Compiles another shape of the scene to a distance field; `path` is for messages. */
  compile(shape: Shape, path: string): Sdf;
}

/** A model available to scenes. */
export interface ModelKind<M extends { readonly type: string } = { readonly type: string }> {
  /**
   * Its rules in scenes, a zod schema; the field `type` is the model's name. A plain name stands for `{ type, options
   * }`, with anything in `options`.
   */
  readonly rules: ModelRules | string;
  /** Kernels of its own, beside the common ones. */
  readonly kernels?: readonly KernelGroup[];
  /** Version of its stored preparations; undefined for models that store none. */
  readonly format?: number;
  /** Its cut faces have friction inside the model: friction is an input of the build. */
  readonly rubs?: boolean;
  /** Builds the model of a body. Throws an `InputError` for options it does not know. */
  build(model: M, ground: Ground): BodyModel;
}

const kinds = new Map<string, ModelKind>();

/**
 * Makes a model available to scenes until the returned function is called; has no effect if it already is. The engine's
 * entry points register its own models; `docs/contract.md` is the contract for yours.
 */
export function registerModel<M extends { readonly type: string }>(kind: ModelKind<M>): () => void {
  const rules = typeof kind.rules === 'string' ? plainRules(kind.rules) : kind.rules;
  const name = modelName(rules);
  if (kinds.get(name) === kind) return () => {};
  const remove = addModelRules(rules);
  useKernels(...(kind.kernels ?? []));
  kinds.set(name, kind);
  return () => {
    kinds.delete(name);
    remove();
  };
}

/** Returns the model of this name. A scene that was checked elsewhere may name one that is not loaded here. */
export function kindOf(name: string, path = ''): ModelKind {
  const kind = kinds.get(name);
  check(
    kind !== undefined,
    () => missingModel(name) ?? `there is no model "${name}". Register it first.`,
    path && `${path}.model`,
  );
  return kind;
}
