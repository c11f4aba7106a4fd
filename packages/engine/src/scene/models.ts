import * as z from 'zod/mini';
import { check } from '../core/errors.ts';
import type { framesSchema } from './frames-schema.ts';
import type { layers } from './layer-schema.ts';
import type { lattice, octree } from './octree-schema.ts';
import type { rigidSchema } from './rigid-schema.ts';
import type { solidSchema } from './solid-schema.ts';
import type { tetsSchema } from './tets-schema.ts';

/** The rules of one model's entry in a scene; its field `type` is the model's name. */
export type ModelRules = z.ZodMiniObject<{ type: z.ZodMiniLiteral<string> }>;

/** The engine's models as scenes write them, whether or not they are loaded. */
export type ModelSchema = z.ZodMiniDiscriminatedUnion<
  [
    typeof solidSchema,
    typeof framesSchema,
    typeof octree,
    typeof lattice,
    typeof tetsSchema,
    typeof layers,
    typeof rigidSchema,
  ],
  'type'
>;

/** The entry point of each model of the engine. */
const DOORS: Readonly<Record<string, string>> = {
  solid: 'pliant/solid',
  frames: 'pliant/frames',
  octree: 'pliant/octree',
  lattice: 'pliant/octree',
  tets: 'pliant/tets',
  layers: 'pliant/layers',
  rigid: 'pliant/rigid',
};

const known = new Map<string, ModelRules>();
let version = 0;

/** Incremented whenever the set of models changes. */
export const modelsVersion = (): number => version;

/** The rules of a model without rules of its own: everything else goes into `options`. */
export function plainRules(name: string): ModelRules {
  return z.strictObject({
    type: z.literal(name),
    options: z
      ._default(z.record(z.string(), z.json()), {})
      .check(z.describe('What the model wants to know.')),
  });
}

export const modelName = (rules: ModelRules): string => [...rules.shape.type.def.values][0];

/** Makes a model available to scenes, until the returned function is called. */
export function addModelRules(rules: ModelRules): () => void {
  const name = modelName(rules);
  check(!known.has(name), () => `there is a model "${name}" already. Take another name.`);
  known.set(name, rules);
  version++;
  return () => {
    known.delete(name);
    version++;
  };
}

/** The rules of all loaded models. */
export function modelSchema(): ModelSchema {
  const options = [...known.values()] as unknown as ModelSchema['def']['options'];
  return z.discriminatedUnion('type', options) as unknown as ModelSchema;
}

/** Returns the message for a model that is not loaded; undefined if the engine has none of that name. */
export function missingModel(name: unknown): string | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(DOORS, name) || known.has(name)) return undefined;
  return `the model "${name}" is not loaded. Import "${DOORS[name]}", or "pliant", which has all models.`;
}
