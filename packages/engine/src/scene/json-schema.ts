import * as z from 'zod/mini';
import { rules } from './schema.ts';
import { sweepSchema } from './sweep-schema.ts';

// Apart from the checks themselves: what makes JSON Schema is large, and no page with one model needs it.

/** Returns the JSON Schema of the scene format, generated from the rules that check scenes. */
export function sceneJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(rules().scene, { io: 'input' }) as Record<string, unknown>;
}

/** Returns the JSON Schema of sweeps. */
export function sweepJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(sweepSchema, { io: 'input' }) as Record<string, unknown>;
}
