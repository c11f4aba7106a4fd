import type { SavedDocument } from '../document/document.ts';
import { getAt } from '../document/json.ts';
import { download, type Takeaway } from './card.ts';
import { codeOf } from './code.ts';
import { documentLink, packDocument } from './pack.ts';
import type { RunFile, StepRange } from './run-files.ts';
import type { Shown } from './video.ts';

/** What things to take home are made from. */
export interface ShareSource {
  save(): SavedDocument;
  /** A file of the run, from the worker. */
  file(what: RunFile, range: StepRange): Promise<Uint8Array>;
  /** The picture as it is, without the sky behind it. */
  picture(): Promise<Blob>;
  /** The recorded run, to be filmed. */
  recorded(): Shown;
  /** What was recorded, with seconds a step. */
  range(): StepRange & { readonly dt: number };
}

const BINARY = 'application/octet-stream';

/** Everything that can be taken home. */
export function takeaways(
  { save, file, picture, recorded }: ShareSource,
  chosen: () => StepRange,
): Takeaway[] {
  const name = (): string => String(getAt(save().document.scene, ['name']) ?? 'scene');
  const run = (group: string, what: RunFile, title: string, about: string): Takeaway => ({
    group,
    title,
    about,
    async take() {
      const bytes = await file(what, chosen());
      download(`${name()}.${what}`, bytes as Uint8Array<ArrayBuffer>, BINARY);
      return `${name()}.${what}: ${sizeText(bytes.length)}`;
    },
  });
  const motion = 'Recorded motion';
  const shape = 'Bodies as they are now';
  return [
    {
      group: 'Share',
      title: 'Link',
      about: 'the document in an address',
      take: () => copyLink(save()),
    },
    {
      group: 'Share',
      title: 'Document',
      about: '.pliant file with its meshes',
      async take() {
        const bytes = await packDocument(save());
        download(`${name()}.pliant`, bytes as Uint8Array<ArrayBuffer>, BINARY);
        return `${name()}.pliant: ${sizeText(bytes.length)}`;
      },
    },
    {
      group: 'Share',
      title: 'Picture',
      about: '.png without background',
      async take() {
        const blob = await picture();
        download(`${name()}.png`, blob, 'image/png');
        return `${name()}.png: ${sizeText(blob.size)}`;
      },
    },
    {
      group: 'Share',
      title: 'Film',
      about: '.mp4 or .webm',
      async take(tell) {
        // The muxer is loaded for those who make films.
        const { filmOf } = await import('./video.ts');
        const { bytes, type } = await filmOf({ ...recorded(), ...chosen() }, (part) =>
          tell(`Film: ${Math.round(100 * part)} %`),
        );
        download(`${name()}.${type}`, bytes as Uint8Array<ArrayBuffer>, `video/${type}`);
        return `${name()}.${type}: ${sizeText(bytes.length)}`;
      },
    },
    run(motion, 'glb', 'Animation', '.glb with morph targets: most programs'),
    run(motion, 'skin.glb', 'Skeletal animation', '.glb with bones: game engines'),
    run(motion, 'usda', 'USD', '.usda with time samples'),
    run(motion, 'mdd', 'MDD cache', '.mdd, goes with the .obj'),
    run(motion, 'pc2', 'PC2 cache', '.pc2, goes with the .obj'),
    run(motion, 'csv', 'Table', '.csv, one line a step'),
    run(shape, 'obj', 'Mesh', '.obj'),
    run(shape, 'stl', 'Mesh for printers', '.stl'),
    run(shape, 'ply', 'Mesh with attributes', '.ply'),
    {
      group: 'For programs',
      title: 'Code',
      about: '.js that runs this in your page',
      async take() {
        const { document, files } = save();
        const text = codeOf(document.scene, Object.keys(files));
        download(`${name()}.js`, text, 'text/javascript');
        return `${name()}.js, for a project with pliant, @pliant/three and three`;
      },
    },
    {
      group: 'For programs',
      title: 'Scene',
      about: '.json for the engine and the command line',
      async take() {
        const text = `${JSON.stringify(save().document.scene, null, 2)}\n`;
        download(`${name()}.json`, text, 'application/json');
        return `${name()}.json: ${sizeText(text.length)}`;
      },
    },
  ];
}

async function copyLink(saved: SavedDocument): Promise<string> {
  const link = await documentLink(saved);
  if (link === null) return 'The document is too large for a link. Share it as a file.';
  const address = `${location.origin}${location.pathname}${link}`;
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(address);
    return `Copied: ${sizeText(address.length)}. It opens with the same bits everywhere.`;
  } catch {
    return 'The link is in the address bar.';
  }
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
