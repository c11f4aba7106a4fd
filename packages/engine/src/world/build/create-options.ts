import { checkFunction, checkOptions, checkPositive } from '../../core/arguments.ts';
import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import type { WorldOptions } from '../parts.ts';
import type { BackgroundOptions } from './async.ts';

/** Everything that may be asked of a build, a world or an added body. */
type CreateOptions = WorldOptions & BackgroundOptions;
export const CREATE_OPTIONS: readonly (keyof CreateOptions)[] = [
  'files',
  'kernels',
  'cache',
  'store',
  'models',
  'progress',
  'signal',
  'watch',
  'maxBuild',
  'maxMemory',
];

/** Refuses options of the wrong kind: a limit that is not a number would limit nothing. */
export function checkBuildOptions(options: CreateOptions): void {
  checkOptions(options, CREATE_OPTIONS);
  checkPositive(options, 'maxBuild', 'maxMemory');
  for (const name of ['watch', 'files', 'progress'] as const)
    if (options[name] !== undefined) checkFunction(options[name], name);
  const { store } = options;
  check(
    store === undefined || (typeof store?.get === 'function' && typeof store.put === 'function'),
    () => `must have functions get and put, got ${show(store)}. A Map has get; put is its set.`,
    'store',
  );
  check(
    options.cache === undefined || options.cache instanceof Map,
    () => `must be a Map, got ${show(options.cache)}. Pass new Map().`,
    'cache',
  );
}
