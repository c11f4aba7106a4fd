import { sceneJsonSchema } from 'pliant';

/** Prints the JSON Schema of the scene format. */
export function schema(): number {
  process.stdout.write(`${JSON.stringify(sceneJsonSchema(), null, 2)}\n`);
  return 0;
}
