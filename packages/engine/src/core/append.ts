/** Appends values to a list. `push(...values)` would overflow the stack with too many arguments. */
export function append<T>(list: T[], values: Iterable<T>): void {
  for (const value of values) list.push(value);
}
