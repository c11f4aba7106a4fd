/** The version of the engine, as in its package.json. */
export const VERSION = '0.1.0';
