import { InputError } from 'pliant/core';

/** Refuses what cannot be listened to. */
export function checkElement(element: unknown): void {
  if (typeof (element as HTMLElement | undefined)?.addEventListener === 'function') return;
  throw new InputError(
    'must be the element that shows the picture, got something else. Pass renderer.domElement.',
    'element',
  );
}
