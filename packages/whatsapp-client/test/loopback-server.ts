/** Real servers on free loopback ports for the tests of the client: one that speaks HTTP, one of bare sockets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Server, type Socket } from 'node:net';

export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

export type LoopbackServer = {
  url: string;
  /** Connections accepted so far. */
  connections: () => number;
  close: () => Promise<void>;
};

export type HttpServer = LoopbackServer & { seen: SeenRequest[] };

/** Reads each request completely, records it, then calls `answer`. */
export async function startHttpServer(
  answer: (request: SeenRequest, response: ServerResponse) => void,
): Promise<HttpServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const noted = { method, path, headers, body: Buffer.concat(chunks).toString() };
      seen.push(noted);
      answer(noted, response);
    });
  });
  server.keepAliveTimeout = 60_000;
  return { seen, ...(await listen(server)) };
}

/** Passes every accepted connection to `accept`. */
export async function startSocketServer(accept: (socket: Socket) => void): Promise<LoopbackServer> {
  return listen(createSocketServer(accept));
}

export function respond(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}

/** A port without a listener: it was free a moment ago. */
export async function freePortUrl(): Promise<string> {
  const server = await startSocketServer((socket) => socket.destroy());
  await server.close();
  return server.url;
}

async function listen(server: Server): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    connections: () => connections,
    close: () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      for (const socket of sockets) socket.destroy();
      return closed.promise;
    },
  };
}
