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

/** What a body is built from. */
export interface Ground {
  /** The body as the scene says it, defaults filled in. */
  readonly body: SceneBody;
  /** Where it is in the scene, for messages: `bodies[2]`. */
  readonly path: string;
  readonly shape: SolidShape;
  /** How stiff its matter is, as a factor on `material.young`. */
  readonly stiffness: FieldFill;
  /** What each of its attachments holds. */
  readonly regions: readonly Sdf[];
  /** Where what takes long to prepare is kept, if it is. */
  readonly kept?: Kept;
  /** Another shape of the scene as a distance field; `path` is where it is. */
  compile(shape: Shape, path: string): Sdf;
}

/** A model that scenes may ask for. */
export interface ModelKind<M extends { readonly type: string } = { readonly type: string }> {
  /**
   * What a scene may say about it, made with zod; its field `type` is the model's name. A name alone stands for
   * `{ type, options }`, with anything in `options`.
   */
  readonly rules: ModelRules | string;
  /** Kernels that its bodies call beside those of all bodies. */
  readonly kernels?: readonly KernelGroup[];
  /** Counts up whenever what it keeps, or how that is made, changes; undefined for models that keep nothing. */
  readonly format?: number;
  /** Its cut faces rub inside it: friction is part of what it is built from. */
  readonly rubs?: boolean;
  /** Makes the model of a body. Refuses what it does not know with `InputError`. */
  build(model: M, ground: Ground): BodyModel;
}

const kinds = new Map<string, ModelKind>();

/**
 * From now on scenes may ask for a model, until the function that comes back is called; nothing changes if they could
 * before. The doors of the engine do this with its own models; `docs/contract.md` says what one of yours must offer.
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

/** The model of this name. A scene that was checked elsewhere may ask for one that is not here. */
export function kindOf(name: string, path = ''): ModelKind {
  const kind = kinds.get(name);
  check(
    kind !== undefined,
    () => missingModel(name) ?? `there is no model "${name}". Register it first.`,
    path && `${path}.model`,
  );
  return kind;
}
