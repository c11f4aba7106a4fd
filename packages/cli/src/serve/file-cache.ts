import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.map': 'application/json',
  '.glb': 'model/gltf-binary',
};

/** Types that get smaller. */
const TEXT = /^(text|application\/(json|wasm)|image\/svg)/;
/** The bundler puts a digest of the content into these names: they never change. */
const HASHED = /\/assets\/.*-[\w-]{8}\.\w+$/;
/** Smaller files are sent as they are [bytes]. */
const WORTH_IT = 1024;

type Encoding = 'br' | 'gzip';

/** A file as it goes over the wire. */
export interface Served {
  readonly bytes: Buffer;
  readonly type: string;
  readonly encoding: Encoding | null;
  readonly tag: string;
  readonly isHashed: boolean;
}

export interface FileCache {
  /** The file that an address means, null if there is none or it lies outside the folder. */
  find(url: string, acceptEncoding: string): Promise<Served | null>;
}

/** Files of a folder, read and compressed once and again when they change. Few and small, so they stay in memory. */
export function createFileCache(folder: string): FileCache {
  const kept = new Map<string, { stamp: string; served: Promise<Served> }>();
  return {
    async find(url, acceptEncoding) {
      const path = await fileFor(folder, url);
      if (path === null) return null;
      const { mtimeMs, size } = await stat(path);
      const encoding = bestEncoding(acceptEncoding, path, size);
      const key = `${encoding}:${path}`;
      const stamp = `${mtimeMs}:${size}`;
      const known = kept.get(key);
      if (known?.stamp === stamp) return known.served;
      const served = load(path, encoding);
      kept.set(key, { stamp, served });
      served.catch(() => kept.delete(key));
      return served;
    },
  };
}

async function load(path: string, encoding: Encoding | null): Promise<Served> {
  const plain = await readFile(path);
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}-${encoding ?? 'plain'}"`;
  return {
    bytes: await compressed(plain, encoding),
    type: typeOf(path),
    encoding,
    tag,
    isHashed: HASHED.test(path.split(sep).join('/')),
  };
}

async function compressed(plain: Buffer, encoding: Encoding | null): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(plain);
  if (encoding === null) return plain;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return promisify(brotliCompress)(plain, { params });
}

function bestEncoding(accepted: string, path: string, size: number): Encoding | null {
  if (size < WORTH_IT || !TEXT.test(typeOf(path))) return null;
  const names = accepted.split(',').map((part) => part.trim());
  const takes = (name: string): boolean =>
    names.some((one) => one.split(';')[0] === name && !/q=0(\.0*)?$/.test(one));
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}

function typeOf(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}

async function fileFor(folder: string, url: string): Promise<string | null> {
  try {
    const wanted = decodeURIComponent(url.split(/[?#]/)[0]);
    if (wanted.includes('\0') || wanted.includes('\\')) return null;
    const root = await realpath(folder);
    // Links are followed first: what matters is where a file really lies.
    const path = await realpath(join(root, wanted.endsWith('/') ? `${wanted}index.html` : wanted));
    return path.startsWith(root + sep) && (await stat(path)).isFile() ? path : null;
  } catch {
    return null;
  }
}
