import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type AskedCall = { method: string; path: string; headers: IncomingHttpHeaders; text: string };
type Answer = (response: ServerResponse, call: AskedCall) => void;

export type AnsweringServer = {
  /** `host:port`, for ALLOWED_PRIVATE_HOSTS. */
  host: string;
  url(path: string): string;
  of(path: string): AskedCall[];
  /** How a path (without its query) answers; others answer 200 with `{}`. */
  answers: Map<string, Answer>;
  close(): Promise<void>;
};

export const json =
  (value: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Never answers. */
export const hang: Answer = () => undefined;

/** Answers with bytes until the caller hangs up. */
export const flood: Answer = (response) => {
  const block = Buffer.alloc(65_536, 'x');
  const pour = () => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once('drain', pour);
  };
  response.on('error', () => undefined);
  pour();
};

/** Another system that automations call. */
export async function startAnsweringServer(): Promise<AnsweringServer> {
  const calls: AskedCall[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const call = { method, path, headers, text: Buffer.concat(chunks).toString('utf8') };
      calls.push(call);
      const answer = answers.get(path.replace(/\?.*$/, '')) ?? json({});
      answer(response, call);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    of: (path) => calls.filter((one) => one.path.replace(/\?.*$/, '') === path),
    answers,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
