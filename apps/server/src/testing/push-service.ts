import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushPayload } from '@parley/contract/types';

export type PushedMessage = { path: string; headers: IncomingHttpHeaders; payload: PushPayload };

/** A browser's subscription at the push service of a test. */
export type TestSubscription = { path: string; endpoint: string; keys: { p256dh: string; auth: string } };

export type PushService = {
  /** `host:port`, for ALLOWED_PRIVATE_HOSTS. */
  host: string;
  subscribe(): TestSubscription;
  /** Messages that a browser received, decrypted. */
  of(subscription: TestSubscription): PushedMessage[];
  /** Answers by path; default 201. */
  answers: Map<string, { status: number; retryAfter?: number }>;
  close(): Promise<void>;
};

/** A push service and the browsers behind it, which decrypt with their own keys (RFC 8291). */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { curve: ReturnType<typeof createECDH>; auth: Buffer }>();
  const received: PushedMessage[] = [];
  const answers: PushService['answers'] = new Map();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const browser = browsers.get(path);
      const answer = answers.get(path);
      if (answer === undefined && browser !== undefined) {
        const text = decrypt(Buffer.concat(chunks), browser.curve, browser.auth);
        received.push({ path, headers: request.headers, payload: JSON.parse(text) as PushPayload });
      }
      const headers = answer?.retryAfter === undefined ? {} : { 'retry-after': String(answer.retryAfter) };
      response.writeHead(answer?.status ?? (browser === undefined ? 404 : 201), headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    subscribe() {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/push/${browsers.size + 1}`;
      browsers.set(path, { curve, auth });
      return { path, endpoint: `http://127.0.0.1:${port}${path}`, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    of: ({ path }) => received.filter((message) => message.path === path),
    answers,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** One record of `aes128gcm`: salt, record size, the sender's key, then the sealed text with a delimiter. */
function decrypt(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
