import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A small adapter for Parley's open protocol (docs/session-protocol.md), complete enough to copy from: it takes what the
 * team writes, remembers message ids so that nothing goes out twice, and reports what customers write. Where a real one
 * would call a transport, this one appends to a list. It uses nothing but Node.
 */

export type AdapterOptions = {
  /** Where Parley is, `https://parley.example.com`. */
  parleyUrl: string;
  /** The channel's id, as its page shows it; may be set later. */
  channelId?: string;
  /** The channel's signing secret, `whsec_…`. */
  secret: string;
  port?: number;
};

/** A message that came from Parley. */
export type Taken = { id: string; providerId: string; to: { phone_number?: string; user_id?: string } } & Record<
  string,
  unknown
>;

/** A file on its way to the team: stored here under an id until Parley has fetched it. */
export type AdapterFile = {
  type: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  mimeType: string;
  bytes: Buffer;
};

export type Customer = { phone_number?: string; user_id?: string; name?: string };

/** A call as Parley makes it. */
type Call = { type: string; data: Record<string, unknown> };
type Answer = { status: number; body: unknown };

const toleranceS = 300;

export class Adapter {
  readonly #options: AdapterOptions;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /** What was taken, by Parley's id: the same id again is answered the same and not sent again. */
  readonly taken = new Map<string, Taken>();
  /** The bytes of files that came with messages, by the message's id. */
  readonly fetched = new Map<string, Buffer>();
  /** Files of customers, by the id under which their messages name them. */
  readonly files = new Map<string, AdapterFile>();
  /** Messages of customers that the team has read. */
  readonly read: string[] = [];
  /** Set to answer the next calls with something else: a transport that is down, a message that is refused. */
  trouble: ((call: Call) => Answer | 'hang up' | null) | null = null;
  channelId: string;

  constructor(options: AdapterOptions) {
    this.#options = options;
    this.channelId = options.channelId ?? '';
  }

  /** @returns the address to enter in Parley */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(this.#options.port ?? 0, '127.0.0.1', resolve));
    return `${this.#address}/parley`;
  }

  get #address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** A customer writes. @returns the HTTP status of Parley's answer */
  async write(from: Customer, text: string, id: string = randomUUID()): Promise<number> {
    return this.deliver({
      messages: [{ id, from, timestamp: new Date().toISOString(), type: 'text', text: { body: text } }],
    });
  }

  /**
   * A customer sends a file. The message names it, Parley asks where it lies (`media.get`) and fetches it from there.
   * @returns the HTTP status of Parley's answer
   */
  async writeFile(
    from: Customer,
    file: AdapterFile,
    more: { caption?: string; filename?: string } = {},
  ): Promise<number> {
    const id = `file-${randomUUID()}`;
    this.files.set(id, file);
    const part = { id, mime_type: file.mimeType, ...more };
    const message = { id: randomUUID(), from, timestamp: new Date().toISOString(), type: file.type, [file.type]: part };
    return this.deliver({ messages: [message] });
  }

  /** Reports a message status. @param status sent, delivered, read or failed */
  async tell(messageId: string, status: string, error?: { message: string }): Promise<number> {
    const id = this.taken.get(messageId)?.providerId;
    return this.deliver({
      statuses: [{ id, message_id: messageId, status, timestamp: new Date().toISOString(), error }],
    });
  }

  /** Posts to Parley, signed; the caller tries again with the same body after anything but 200. */
  async deliver(delivery: object): Promise<number> {
    const body = JSON.stringify(delivery);
    const response = await fetch(`${this.#options.parleyUrl}/webhooks/session/${this.channelId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#sign(randomUUID(), body) },
      body,
    });
    return response.status;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return this.#serveFile(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    if (!this.#isSigned(request, body)) return send(response, 401, { error: { message: 'The signature is wrong.' } });
    const call = JSON.parse(body) as Call;
    const trouble = this.trouble?.(call) ?? null;
    if (trouble === 'hang up') {
      response.destroy();
      return;
    }
    const answer = trouble ?? (await this.#answer(call));
    send(response, answer.status, answer.body);
  }

  /** Parley signs these calls too, over an empty body: no one else gets a customer's file. */
  #serveFile(request: IncomingMessage, response: ServerResponse): void {
    const file = this.files.get(request.url?.replace('/files/', '') ?? '');
    if (file === undefined || !this.#isSigned(request, '')) {
      send(response, 404, { error: { message: 'No file' } });
      return;
    }
    response.writeHead(200, { 'content-type': file.mimeType, 'content-length': file.bytes.length }).end(file.bytes);
  }

  async #answer({ type, data }: Call): Promise<Answer> {
    if (type === 'adapter.hello') {
      const answer = createHmac('sha256', this.#key()).update(String(data['challenge'])).digest('hex');
      return { status: 200, body: { answer } };
    }
    if (type === 'message.read') {
      this.read.push(String(data['message_id']));
      return { status: 200, body: {} };
    }
    if (type === 'media.get') return this.#tellFile(String(data['media_id']));
    if (type !== 'message.send') return { status: 200, body: {} };
    const id = String(data['id']);
    const before = this.taken.get(id);
    if (before === undefined && !(await this.#fetchFile(id, data))) {
      return { status: 503, body: { error: { message: 'The file could not be fetched', retry: true } } };
    }
    const message = before ?? ({ ...data, id, providerId: `demo.${randomUUID()}` } as Taken);
    this.taken.set(id, message);
    return { status: 200, body: { id: message.providerId } };
  }

  #tellFile(id: string): Answer {
    const file = this.files.get(id);
    if (file === undefined) return { status: 404, body: { error: { message: 'This file is not kept any more' } } };
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const url = new URL(`/files/${id}`, this.#address).href;
    return { status: 200, body: { url, mime_type: file.mimeType, size_bytes: file.bytes.length, sha256 } };
  }

  /** Fetches what a message brings before it is taken: its address ends within half an hour. */
  async #fetchFile(id: string, data: Record<string, unknown>): Promise<boolean> {
    const part = data[String(data['type'])] as { url?: string; sha256?: string } | undefined;
    if (part?.url === undefined) return true;
    const answer = await fetch(part.url, { redirect: 'error' });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok || createHash('sha256').update(bytes).digest('hex') !== part.sha256) return false;
    this.fetched.set(id, bytes);
    return true;
  }

  #key(): Buffer {
    return Buffer.from(this.#options.secret.replace(/^whsec_/, ''), 'base64');
  }

  #signature(id: string, timestamp: string, body: string): string {
    return createHmac('sha256', this.#key()).update(`${id}.${timestamp}.${body}`).digest('base64');
  }

  #sign(id: string, body: string): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${this.#signature(id, timestamp, body)}`,
    };
  }

  #isSigned({ headers }: IncomingMessage, body: string): boolean {
    const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
    if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceS) return false;
    const expected = Buffer.from(this.#signature(id, timestamp, body));
    return String(headers['webhook-signature'])
      .split(' ')
      .map((part) => Buffer.from(part.replace(/^v1,/, '')))
      .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
