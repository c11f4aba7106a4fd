/** The scene in the part of an address behind `#`, as reports of sweeps write it; null if there is none. */
export function sceneInLink(hash: string): unknown {
  const [, text] = /^#?scene=([\w-]+)$/.exec(hash) ?? [];
  if (text === undefined) return null;
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))));
  } catch {
    return null;
  }
}
