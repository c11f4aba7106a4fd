import { useId } from 'react';

/** A name for what has none, the same for as long as the component is there. */
export function useName(given: string | undefined, kind: string): string {
  const id = useId();
  return given ?? `${kind}-${id.replace(/[^A-Za-z0-9]/g, '')}`;
}
