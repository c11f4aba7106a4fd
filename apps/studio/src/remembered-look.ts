const NAME = 'pliant-studio-look';

/** Theme, floor and shadows as this visitor likes them, as text; null if nothing is remembered. */
export function rememberedLook(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

export function rememberLook(look: string): void {
  try {
    localStorage.setItem(NAME, look);
  } catch {
    // Where nothing is kept, nothing is remembered.
  }
}
