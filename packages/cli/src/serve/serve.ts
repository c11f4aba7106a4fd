import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { InputError } from 'pliant';
import { createFileCache, type FileCache, type Served } from './file-cache.ts';

/** The port asked for first, if none is named; the next free one otherwise. */
const PORT = 5173;
const LOOPBACK = '127.0.0.1';

/**
 * What a page of ours may do: scripts, styles and workers from here alone, no inline ones, WebAssembly, pictures that it made itself. With
 * these isolation headers workers may share memory and measure time finely.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; img-src 'self' data: blob:; " +
    "media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

export interface Serving {
  readonly address: string;
  close(): Promise<void>;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Serves the files of a folder, and nothing outside it. */
export async function serveFolder(
  folder: string,
  options: { port?: number; host?: string } = {},
): Promise<Serving> {
  const host = options.host ?? LOOPBACK;
  const cache = createFileCache(folder);
  const server = createServer((request, response) => {
    answer(cache, host, request, response).catch(() => response.destroy());
  });
  // A client that sends rubbish gets an answer and nothing else happens.
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    else socket.destroy();
  });
  const port = await listen(server, options.port, host);
  const shown = isIP(host) === 6 ? `[${host}]` : host;
  return {
    address: `http://${shown}:${port}/`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function answer(
  cache: FileCache,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => response.destroy());
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuse(response, 405, 'Only GET and HEAD.', { allow: 'GET, HEAD' });
    return;
  }
  if (!isOurName(request.headers.host, host)) {
    refuse(response, 421, 'This server does not go by that name.');
    return;
  }
  const encodings = String(request.headers['accept-encoding'] ?? '');
  const file = await cache.find(request.url ?? '/', encodings);
  if (file === null) refuse(response, 404, 'Not found');
  else send(file, request, response);
}

function send(file: Served, request: IncomingMessage, response: ServerResponse): void {
  const headers = {
    ...HEADERS,
    'content-type': file.type,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.tag,
    vary: 'accept-encoding',
  };
  if (request.headers['if-none-match'] === file.tag) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = file.encoding === null ? {} : { 'content-encoding': file.encoding };
  response.writeHead(200, { ...headers, ...encoding, 'content-length': file.bytes.length });
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}

function refuse(
  response: ServerResponse,
  status: number,
  text: string,
  more: Record<string, string> = {},
): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...more });
  response.end(text);
}

/**
 * Whether a request means this server. A page elsewhere can point a name of its own at this machine (DNS rebinding), but it cannot
 * make the browser send another name than its own: addresses and the names we were told are fine.
 */
function isOurName(header: string | undefined, host: string): boolean {
  if (header === undefined) return false;
  const name = header.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === host || isIP(name) !== 0;
}

/** Takes the wanted port, or, if none was named, the usual one or any that is free. */
async function listen(server: Server, wanted: number | undefined, host: string): Promise<number> {
  const attempt = (port: number): Promise<number> =>
    new Promise((done, failed) => {
      server.once('error', failed);
      server.listen(port, host, () => {
        server.off('error', failed);
        const address = server.address();
        done(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  const refused = (error: NodeJS.ErrnoException): never => {
    const place = wanted === undefined ? `address ${host}` : `port ${wanted} of ${host}`;
    throw new InputError(`${place} cannot be used (${error.code}). Take another, or none.`);
  };
  if (wanted !== undefined) {
    if (wanted > 65535)
      throw new InputError(
        `--port must be at most 65535, got ${wanted}. Leave it out for a free one.`,
      );
    return attempt(wanted).catch(refused);
  }
  return attempt(PORT).catch(() => attempt(0).catch(refused));
}
