import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedEvent = {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
};

export type Receiver = {
  /** `host:port`, for ALLOWED_PRIVATE_HOSTS. */
  host: string;
  url(path: string): string;
  of(path: string): ReceivedEvent[];
  /** The status for a path; null: no answer. Default 200. */
  answers: Map<string, number | null>;
  close(): Promise<void>;
};

/** Another system that receives webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedEvent[] = [];
  const answers = new Map<string, number | null>();
  const pendingResponses = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const text = Buffer.concat(chunks).toString('utf8');
      received.push({ path, headers: request.headers, text, body: JSON.parse(text) });
      const status = answers.has(path) ? (answers.get(path) ?? null) : 200;
      if (status === null) pendingResponses.add(response);
      else response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    of: (path) => received.filter((one) => one.path === path),
    answers,
    async close() {
      for (const response of pendingResponses) response.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
