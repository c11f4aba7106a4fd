import type { SavedDocument } from '../document/document.ts';

/** Longer addresses than this are refused by some who pass them on [characters]. */
export const MOST_LINK = 16_000;
const LINK = /^#?doc=([\w-]+)$/;

/** A document in the part of an address behind `#`; null if it has files or is too long for that. */
export async function documentLink(saved: SavedDocument): Promise<string | null> {
  if (Object.keys(saved.files).length > 0) return null;
  const text = toText(await through(encode(saved), new CompressionStream('deflate-raw')));
  return text.length > MOST_LINK ? null : `#doc=${text}`;
}

/** The document in an address; null if there is none. */
export async function documentInLink(hash: string): Promise<SavedDocument | null> {
  const text = LINK.exec(hash)?.[1];
  if (text === undefined) return null;
  try {
    return checked(await through(fromText(text), new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}

/** A document with all its files, as one file. */
export function packDocument(saved: SavedDocument): Promise<Uint8Array> {
  return through(encode(saved), new CompressionStream('gzip'));
}

/** Throws if the bytes are no document. */
export async function unpackDocument(bytes: Uint8Array): Promise<SavedDocument> {
  try {
    return checked(await through(bytes, new DecompressionStream('gzip')));
  } catch {
    throw new Error('This is no document of the studio, or it is damaged.');
  }
}

function encode(saved: SavedDocument): Uint8Array {
  const files = Object.fromEntries(
    Object.entries(saved.files).map(([name, bytes]) => [name, toText(bytes)]),
  );
  return new TextEncoder().encode(JSON.stringify({ ...saved, files }));
}

function checked(bytes: Uint8Array): SavedDocument {
  const saved = JSON.parse(new TextDecoder().decode(bytes));
  if (saved?.format !== 'pliant-studio/1' || typeof saved.document?.scene !== 'object')
    throw new Error('no document');
  const files = Object.fromEntries(
    Object.entries(saved.files ?? {}).map(([name, text]) => [name, fromText(String(text))]),
  );
  const { origin = null, scene, layers = [] } = saved.document;
  return { ...saved, document: { origin, scene, layers }, built: saved.built ?? [], files };
}

async function through(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(source).arrayBuffer());
}

/** Bytes that one call of a function takes as arguments. */
const CHUNK = 0x8000;

/** Base64 with letters that addresses take. */
export function toText(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK)
    text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromText(text: string): Uint8Array {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (c) => c.charCodeAt(0));
}
