import { sceneJsonSchema } from 'pliant';
import { type Command, EXIT } from '../command.ts';

export const schema: Command = {
  name: 'schema',
  words: '',
  summary: 'print the JSON Schema of the scene format',
  options: {},
  run() {
    process.stdout.write(`${JSON.stringify(sceneJsonSchema(), null, 2)}\n`);
    return EXIT.ok;
  },
};
