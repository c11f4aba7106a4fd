import { mkdirSync, symlinkSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serveFolder } from '../src/serve/serve.ts';
import { inside, scratch } from './helpers.ts';

const files = scratch();
const outside = scratch();
const script = `console.log(${'1 + '.repeat(2000)}1);`;
let server: Serving;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The path goes out as it is: `fetch` would tidy it first. */
function ask(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { hostname, port } = new URL(server.address);
  return new Promise<Answer>((done, failed) => {
    const sent = request({ hostname, port, path, ...options }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', failed);
    sent.end();
  });
}

beforeAll(async () => {
  files.write('index.html', '<!doctype html><p>hello</p>');
  mkdirSync(files.path('assets'));
  files.write('assets/main-Ab12Cd34.js', script);
  outside.write('secret.txt', 'secret');
  symlinkSync(outside.path('secret.txt'), files.path('link.txt'));
  server = await serveFolder(files.path('.'), { port: 0 });
});
afterAll(async () => {
  await server.close();
  files.remove();
  outside.remove();
});

describe('the server', () => {
  it('listens on this machine alone, and guards the page', async () => {
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const { status, headers, body } = await ask('/');
    expect(status).toBe(200);
    expect(body.toString()).toContain('hello');
    expect(headers['content-security-policy']).not.toContain("'unsafe-");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cache-control': 'no-cache',
    });
  });

  it('keeps hashed files for a year and sends them compressed', async () => {
    const path = '/assets/main-Ab12Cd34.js';
    const plain = await ask(path);
    expect(plain.body.toString()).toBe(script);
    expect(plain.headers['cache-control']).toContain('immutable');
    const brotli = await ask(path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
    const gzip = await ask(path, { headers: { 'accept-encoding': 'br;q=0, gzip' } });
    expect(gunzipSync(gzip.body).toString()).toBe(script);
    expect(gzip.body.length).toBeLessThan(script.length / 10);
  });

  it('sends nothing again that a browser has', async () => {
    const { headers } = await ask('/');
    const again = await ask('/', { headers: { 'if-none-match': headers.etag! } });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  it('sends heads without bodies', async () => {
    const { status, headers, body } = await ask('/', { method: 'HEAD' });
    expect(status).toBe(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    expect(body).toHaveLength(0);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    expect((await ask('/', { method })).status).toBe(405);
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/link.txt',
    '/assets',
    '/%00',
    '/%zz',
    '/no-such-file',
  ])('finds nothing at %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('goes by its own names only', async () => {
    expect((await ask('/', { headers: { host: 'evil.example' } })).status).toBe(421);
    expect((await ask('/', { headers: { host: 'localhost:1234' } })).status).toBe(200);
    expect((await ask('/', { headers: { host: '[::1]:1234' } })).status).toBe(200);
  });

  it('outlives rubbish and downloads that are broken off', async () => {
    const { hostname, port } = new URL(server.address);
    for (const text of [
      '\x00\x01\x02\r\n\r\n',
      'GET /assets/main-Ab12Cd34.js HTTP/1.1\r\nhost: localhost\r\n\r\n',
    ]) {
      await new Promise<void>((done) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(text, () => socket.destroy());
        });
        socket.on('close', () => done());
        socket.on('error', () => {});
      });
    }
    expect((await ask('/')).status).toBe(200);
  });

  it('says when it cannot listen', async () => {
    const { port } = new URL(server.address);
    await expect(serveFolder(files.path('.'), { port: Number(port) })).rejects.toThrow(
      /port \d+ of 127\.0\.0\.1 cannot be used/,
    );
    expect((await inside('studio', '--port', '99999')).status).toBe(2);
  });
});
