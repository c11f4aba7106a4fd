import { sceneJsonSchema, sweepJsonSchema } from 'pliant';
import { type Command, EXIT } from '../command.ts';

export const schema: Command = {
  name: 'schema',
  words: '',
  summary: 'print the JSON Schema of the scene format',
  options: {
    of: {
      value: 'WHAT',
      choices: ['scene', 'sweep'],
      text: 'of scenes or of sweeps (scene if missing)',
    },
  },
  run(args) {
    const schemaOf = args.value('of') === 'sweep' ? sweepJsonSchema : sceneJsonSchema;
    process.stdout.write(`${JSON.stringify(schemaOf(), null, 2)}\n`);
    return EXIT.ok;
  },
};
