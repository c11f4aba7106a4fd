/** Bad input. The message names the field, the value and the remedy. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(
    message: string,
    /** Where the fault is, as a path into the input: `bodies[2].material.young`. Empty if it has no place. */
    readonly path: string = '',
  ) {
    super(path === '' ? message : `${path}: ${message}`);
  }
}

/** Refuses bad input at the door. The message is a function, so that good input costs nothing. */
export function check(condition: boolean, message: () => string, path = ''): asserts condition {
  if (!condition) throw new InputError(message(), path);
}
