import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { InputError } from 'pliant';

/** The port asked for first, if none is named; the next free one otherwise. */
const PORT = 5173;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.map': 'application/json',
};

export interface Serving {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the files of a folder, and nothing outside it. */
export async function serveFolder(
  folder: string,
  options: { port?: number; host?: string } = {},
): Promise<Serving> {
  const host = options.host ?? 'localhost';
  const server = createServer((request, response) => {
    const path = fileFor(folder, request.url ?? '/');
    if (path === null) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'cache-control': 'no-store',
    });
    createReadStream(path).pipe(response);
  });
  const port = await listen(server, options.port, host);
  return {
    address: `http://${host}:${port}/`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function fileFor(folder: string, url: string): string | null {
  try {
    const wanted = normalize(decodeURIComponent(url.split(/[?#]/)[0]));
    const path = join(folder, wanted.endsWith(sep) ? join(wanted, 'index.html') : wanted);
    return path.startsWith(join(folder, sep)) && statSync(path).isFile() ? path : null;
  } catch {
    return null;
  }
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
  if (wanted !== undefined) {
    return attempt(wanted).catch((error: NodeJS.ErrnoException) => {
      throw new InputError(
        `port ${wanted} cannot be used (${error.code}). Take another, or none for a free one.`,
      );
    });
  }
  try {
    return await attempt(PORT);
  } catch {
    return attempt(0);
  }
}
