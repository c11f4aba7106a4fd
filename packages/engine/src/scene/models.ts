import * as z from 'zod';
import { check } from '../core/errors.ts';
import type { framesSchema } from './frames-schema.ts';
import type { layers } from './layer-schema.ts';
import type { lattice, octree } from './octree-schema.ts';
import type { rigidSchema } from './rigid-schema.ts';
import type { solidSchema } from './solid-schema.ts';
import type { tetsSchema } from './tets-schema.ts';

/** What a scene may say of one model: an object of rules whose field `type` is the model's name. */
export type ModelRules = z.ZodObject<{ type: z.ZodLiteral<string> }>;

/** The models of the engine as scenes write them; which of them there are at run time is another matter. */
export type ModelSchema = z.ZodDiscriminatedUnion<
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

/** Where the models of the engine come from. */
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

/** Counts up whenever the models change. */
export const modelsVersion = (): number => version;

/** The rules of a model that is known by its name alone: whatever else a scene says of it stands in `options`. */
export function plainRules(name: string): ModelRules {
  return z.strictObject({
    type: z.literal(name),
    options: z.record(z.string(), z.json()).default({}).describe('What the model wants to know.'),
  });
}

export const modelName = (rules: ModelRules): string => [...rules.shape.type.values][0];

/** From now on scenes may ask for a model, until the function that comes back is called. */
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

/** The rules of all models that there are. */
export function modelSchema(): ModelSchema {
  const options = [...known.values()] as unknown as ModelSchema['options'];
  return z.discriminatedUnion('type', options) as unknown as ModelSchema;
}

/** What to do about a model that is not there; undefined if the engine has none of that name. */
export function missingModel(name: unknown): string | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(DOORS, name) || known.has(name)) return undefined;
  return `the model "${name}" is not loaded. Import "${DOORS[name]}", or "pliant", which has all models.`;
}
