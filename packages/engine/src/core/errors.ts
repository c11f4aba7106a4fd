/** Bad input. The message names the field, the value and the remedy. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(
    message: string,
    /** Path of the error in the input: `bodies[2].material.young`. Empty if it has none. */
    readonly path: string = '',
  ) {
    super(path === '' ? message : `${path}: ${message}`);
  }
}

/** Throws an `InputError` unless the condition holds. The message is a function, so that good input costs nothing. */
export function check(condition: boolean, message: () => string, path = ''): asserts condition {
  if (!condition) throw new InputError(message(), path);
}
