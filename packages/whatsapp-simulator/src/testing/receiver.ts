import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../graph/shape.ts';

/** One update a business got, taken out of its POST. */
export interface ReceivedEvent {
  kind: 'messages' | 'statuses' | 'user_preferences';
  element: JsonObject;
  value: JsonObject;
  /** Number of the POST it came in. */
  post: number;
}

export interface Receiver {
  readonly url: string;
  readonly posts: { raw: Buffer; signatureOk: boolean }[];
  readonly events: ReceivedEvent[];
  /** Paths requested with GET. */
  readonly gets: string[];
  /** Status to answer with; a function is called for each POST with its number. */
  answerWith: number | ((post: number) => number);
  delayMs: number;
  listen(port?: number): Promise<number>;
  close(): Promise<void>;
}

/** A business's webhook: a real server that checks the signature over the raw bytes and takes updates apart. */
export function createReceiver(appSecret: string, verifyToken: string): Receiver {
  let port = 0;
  const receiver: Receiver = {
    get url() {
      return `http://127.0.0.1:${port}/hook`;
    },
    posts: [],
    events: [],
    gets: [],
    answerWith: 200,
    delayMs: 0,
    async listen(wanted = 0) {
      server.listen(wanted, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
      return port;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://receiver');
    if (request.method === 'GET') {
      receiver.gets.push(url.pathname);
      const good = url.searchParams.get('hub.verify_token') === verifyToken;
      response.writeHead(good ? 200 : 403).end(good ? url.searchParams.get('hub.challenge') : 'no');
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const wanted = `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`;
    const post = receiver.posts.push({ raw, signatureOk: request.headers['x-hub-signature-256'] === wanted });
    const status = typeof receiver.answerWith === 'number' ? receiver.answerWith : receiver.answerWith(post);
    if (receiver.delayMs > 0) await sleep(receiver.delayMs, undefined, { ref: false });
    if (status === 200) receiver.events.push(...splitPost(raw, post));
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
  return receiver;
}

function splitPost(raw: Buffer, post: number): ReceivedEvent[] {
  const body = JSON.parse(raw.toString('utf8')) as { entry: { changes: { field: string; value: JsonObject }[] }[] };
  return body.entry.flatMap(({ changes }) =>
    changes.flatMap(({ value }) =>
      (['messages', 'statuses', 'user_preferences'] as const).flatMap((kind) =>
        ((value[kind] ?? []) as JsonObject[]).map((element) => ({ kind, element, value, post })),
      ),
    ),
  );
}
