import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './world.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */

type Value = Record<string, Record<string, unknown>[]> & { metadata: object };
type Change = { field: string; value: Value };
type Told = Record<string, unknown>;

/** A program for the Cloud API behind Parley: confirms its address, and keeps what it was told. */
export type CloudApiProgram = {
  /** The host and port, and the address of its webhook. */
  host: string;
  url: string;
  verifyToken: string;
  /** The app secret it knows. */
  secret: string;
  changes: Change[];
  /** Whether all that came was signed with it. */
  signed: boolean;
  /** What it was told under a name: messages, statuses, message_echoes; each with its field. */
  told(name: string): Told[];
  untilTold(name: string, wanted: (one: Told) => boolean): Promise<Told>;
  close(): void;
};

export async function startCloudApiProgram(): Promise<CloudApiProgram> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://program');
    if (request.method === 'GET') {
      const isRight = url.searchParams.get('hub.verify_token') === program.verifyToken;
      response.writeHead(isRight ? 200 : 403).end(isRight ? url.searchParams.get('hub.challenge') : '');
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const wanted = `sha256=${createHmac('sha256', program.secret).update(body).digest('hex')}`;
      program.signed &&= request.headers['x-hub-signature-256'] === wanted;
      const { entry } = JSON.parse(body.toString()) as { entry: { changes: Change[] }[] };
      program.changes.push(...entry.flatMap(({ changes }) => changes));
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told = (name: string) =>
    program.changes.flatMap(({ field, value }) => (value[name] ?? []).map((one) => ({ field, ...one })));
  const program: CloudApiProgram = {
    host,
    url: `http://${host}/hook`,
    verifyToken: 'a token of the program',
    secret: '',
    changes: [],
    signed: true,
    told,
    untilTold: (name, wanted) => until(async () => told(name).find(wanted)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return program;
}

export const bodyOf = (one: Told) => (one['text'] as { body?: string } | undefined)?.body;
