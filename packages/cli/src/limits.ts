import { totalmem } from 'node:os';
import type { BuildOptions } from 'pliant';
import type { Args, OptionSpec } from './args.ts';

/** Seconds that building may take, if nobody says. */
const MAX_BUILD = 600;
/** Megabytes that a world may take: what one can have, or this part of the machine's memory. */
const MAX_MEMORY = 4096;
const SHARE = 0.75;

export const LIMIT_OPTIONS: OptionSpec = {
  'max-build': { value: 'SECONDS', text: `building may take so long (${MAX_BUILD})` },
  'max-memory': {
    value: 'MB',
    text: `the world may take so much (${MAX_MEMORY}, or three quarters of the machine's)`,
  },
};

export function limitsOf(args: Args): Pick<BuildOptions, 'maxBuild' | 'maxMemory'> {
  const machine = Math.floor((SHARE * totalmem()) / 2 ** 20);
  return {
    maxBuild: args.count('max-build', 1) ?? MAX_BUILD,
    maxMemory: args.count('max-memory', 1) ?? Math.min(MAX_MEMORY, machine),
  };
}
