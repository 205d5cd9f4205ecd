/**
 * The baseline: the cost of a webhook receiver that only stores deliveries. Body, HMAC, insert with group commit,
 * response; no tenancy, no validation, no parsing. With SCREENS set it also notifies every WebSocket.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { WebSocketServer } from 'ws';

const secret = process.env['FLOOR_SECRET'] ?? '';
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
client.on('error', (error) => console.error(error.message));
await client.connect();
await client.query(
  'create table if not exists deliveries (id bigint generated always as identity primary key, body bytea not null)',
);

// All bodies in one binary value: an array of byte strings would be sent as hex, at twice the size.
const text = `insert into deliveries (body) select substring($1::bytea from x.start for x.length)
  from unnest($2::int[], $3::int[]) as x(start, length)`;
let waiting: Array<{ body: Buffer; response: ServerResponse }> = [];
let writing = false;

async function write(): Promise<void> {
  writing = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    let start = 1;
    const starts = group.map(({ body }) => {
      start += body.length;
      return start - body.length;
    });
    const bodies = group.map(({ body }) => body);
    await client.query({
      name: 'insert',
      text,
      values: [Buffer.concat(bodies), starts, bodies.map(({ length }) => length)],
    });
    for (const { response } of group) response.end();
    for (const { body } of group) tell(body);
  }
  writing = false;
}

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const given = Buffer.from(String(request.headers['x-hub-signature-256']).slice(7), 'hex');
    const expected = createHmac('sha256', secret).update(body).digest();
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      response.writeHead(401).end();
      return;
    }
    waiting.push({ body, response });
    if (!writing) void write();
  });
});

const screens = process.env['SCREENS'] === '1' ? new WebSocketServer({ server, perMessageDeflate: false }) : null;

/** One buffer for all of them. */
function tell(body: Buffer): void {
  if (screens === null) return;
  const frame = Buffer.from(body);
  for (const screen of screens.clients) screen.send(frame, { binary: false });
}

server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
