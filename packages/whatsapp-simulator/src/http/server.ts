import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerControl } from '../control/routes.ts';
import type { Core } from '../engine/core.ts';
import { answerGraph } from '../graph/routes.ts';
import { answerHead } from './date-fault.ts';
import { type Exchange, type Reply, writeReply } from './exchange.ts';
import { answerLoginDialog } from './login-dialog.ts';

/** Idle connections outlive the pauses of a caller's connection pool, or its next call would hit a closed one. */
const keepAliveMs = 65_000;

/**
 * The HTTP server. Bare `node:http`: a framework costs 18 MB here, and the process may have 80 MB.
 * @param core used lazily, because it needs the server's address
 */
export function createHttpServer(core: Core): Server {
  const server = createServer((request, response) => void answer(core, request, response));
  server.keepAliveTimeout = keepAliveMs;
  server.requestTimeout = 120_000;
  return server;
}

async function answer(core: Core, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  // A caller that disconnects midway is not our error.
  request.on('error', () => gone.abort());
  response.on('error', () => gone.abort());
  try {
    const url = URL.parse(`http://simulator${request.url}`);
    if (!url) {
      await writeReply(response, { status: 400, json: { error: { code: 'bad_address', message: 'Not an address' } } });
      return;
    }
    const exchange: Exchange = { method: request.method ?? 'GET', url, request, gone: gone.signal };
    const reply = await route(core, exchange);
    if (gone.signal.aborted) return;
    // The unread rest of a refused body makes the connection unusable.
    if (!request.complete) response.setHeader('connection', 'close');
    await writeReply(response, reply);
  } catch (error) {
    if (gone.signal.aborted) return;
    process.stderr.write(`${request.method} ${request.url?.split('?')[0]}: ${String(error)}\n`);
    if (response.headersSent) response.destroy();
    else
      await writeReply(response, {
        status: 500,
        json: { error: { code: 'internal', message: 'The simulator failed' } },
      });
  }
}

async function route(core: Core, exchange: Exchange): Promise<Reply> {
  const { pathname } = exchange.url;
  if (exchange.method === 'HEAD') return answerHead(core);
  if (pathname.startsWith('/simulator/control/')) return answerControl(core, exchange);
  const dialog = answerLoginDialog(core, exchange);
  if (dialog !== null) return dialog;
  const graph = await answerGraph(core, exchange);
  return graph ?? { status: 404, json: { error: { code: 'not_found', message: `Nothing is at ${pathname}` } } };
}
