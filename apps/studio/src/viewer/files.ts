import { builtOf } from '../document/document.ts';
import type { SceneSource } from '../protocol.ts';

/** Names of mesh files in a scene. */
const MESH = /"([^"\\]+\.(?:obj|ply|stl|msh|glb))"/gi;

/** The mesh files that a scene's text names. */
export function meshNames(text: string): string[] {
  return [...new Set([...text.matchAll(MESH)].map(([, name]) => name))];
}

/** Fetches a scene (.json, with the mesh files beside it that it names) or a document of the studio (.pliant). */
export async function fetchSource(address: string): Promise<SceneSource> {
  const bytes = await fetchBytes(address);
  if (/\.pliant([?#]|$)/i.test(address)) {
    const { unpackDocument } = await import('../share/pack.ts');
    const saved = await unpackDocument(bytes);
    return { scene: builtOf(saved), files: saved.files };
  }
  const text = new TextDecoder().decode(bytes);
  const files = Object.fromEntries(
    await Promise.all(
      meshNames(text).map(async (name) => [name, await fetchBytes(new URL(name, address).href)]),
    ),
  );
  return { scene: text, files };
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}
