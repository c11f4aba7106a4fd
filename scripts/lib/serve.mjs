import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** @returns {Promise<number | null>} the port, or null if it is taken */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
    server.listen(port, () => resolve(server.address().port));
  });
}

/**
 * Serves the files of a folder, uncached. `/` is index.html.
 * @param {string} folder
 * @param {number} [wanted] port; any free one if it is taken
 * @returns {Promise<{ port: number, url: string, close(): Promise<void> }>}
 */
export async function serve(folder, wanted = 0) {
  const server = createServer((request, response) => answer(folder, request, response));
  const port = (await listen(server, wanted)) ?? (await listen(server, 0));
  return {
    port,
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(folder, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
  const file = fileFor(folder, request.url ?? '/');
  if (!file) return refuse(response, 404);
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file.path)] ?? 'application/octet-stream',
    'Content-Length': file.size,
    'Cache-Control': 'no-store',
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

function refuse(response, status) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(status === 404 ? 'Not found\n' : 'Only GET and HEAD\n');
}

/** The file a request names, or null: it must lie inside the folder. */
function fileFor(folder, url) {
  try {
    const base = normalize(join(folder, sep));
    const path = normalize(join(base, decodeURIComponent(url.split(/[?#]/)[0])));
    if (!path.startsWith(base) && path + sep !== base) return null;
    const stats = statSync(path);
    if (!stats.isDirectory()) return { path, size: stats.size };
    const index = join(path, 'index.html');
    return { path: index, size: statSync(index).size };
  } catch {
    return null;
  }
}
