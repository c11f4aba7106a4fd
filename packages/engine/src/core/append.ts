/**
 * Puts all of some values at the end of a list. Spread into a call of push, each would be an argument: too many
 * overflow the stack.
 */
export function append<T>(list: T[], values: Iterable<T>): void {
  for (const value of values) list.push(value);
}
