import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ServedFile = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** `header`: nothing is answered; `body`: the body stops after its first bytes; `break`: the connection ends there. */
  stops?: 'header' | 'body' | 'break';
};

export type FileServer = {
  /** `host:port`, for ALLOWED_PRIVATE_HOSTS. */
  host: string;
  url(path: string): string;
  files: Map<string, ServedFile>;
  /** Headers of the requests for a path, in order. */
  asked(path: string): IncomingHttpHeaders[];
  close(): Promise<void>;
};

/** Another system that serves files. One with an `etag` is answered with 304 to who has it. */
export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, ServedFile>();
  const requests: Array<{ path: string; headers: IncomingHttpHeaders }> = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const { status = 200, headers = {}, body = '', stops } = files.get(path) ?? { status: 404 };
    if (stops === 'header') return;
    const isKnown = headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag'];
    response.writeHead(isKnown ? 304 : status, { 'content-type': 'text/csv', ...headers });
    if (stops === undefined) {
      response.end(isKnown ? undefined : body);
      return;
    }
    response.write(body);
    if (stops === 'break') response.socket?.destroySoon();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    files,
    asked: (path) => requests.filter((one) => one.path === path).map(({ headers }) => headers),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
