import { expect, it } from 'vitest';
import { newDocument, type SavedDocument } from '../src/document/document.ts';
import { hashJson, type Json } from '../src/document/json.ts';
import { documentInLink, documentLink, packDocument, unpackDocument } from '../src/share/pack.ts';

const saved: SavedDocument = {
  format: 'pliant-studio/1',
  document: newDocument({ format: 'pliant/1', name: 'mine', title: 'Größe' } as Json, null),
  built: [[['title'], 'old']],
  files: {},
  moment: { camera: null, view: { view: 'ghost', contacts: true, follows: false }, step: 3 },
};

it('a link brings the same document', async () => {
  const link = await documentLink(saved);
  expect(link).toMatch(/^#doc=[\w-]+$/);
  const back = await documentInLink(link!);
  expect(back).toEqual(saved);
  expect(hashJson(back!.document)).toBe(hashJson(saved.document));
  expect(await documentInLink('#doc=rubbish')).toBe(null);
  expect(await documentInLink('#poke')).toBe(null);
});

it('a file brings meshes, too; a link does not', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => (i * i) % 256);
  const withFile = { ...saved, files: { 'hand.ply': bytes } };
  expect(await documentLink(withFile)).toBe(null);
  const back = await unpackDocument(await packDocument(withFile));
  expect(back).toEqual(withFile);
  await expect(unpackDocument(bytes)).rejects.toThrow(/no document/);
});
