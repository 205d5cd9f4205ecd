/** A comparison: the same bare receiver, notifying a socket.io room of every stored delivery. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Server } from 'socket.io';

const secret = process.env['FLOOR_SECRET'] ?? '';
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
client.on('error', (error) => console.error(error.message));
await client.connect();
await client.query(
  'create table if not exists deliveries (id bigint generated always as identity primary key, body text not null)',
);

const text = 'insert into deliveries (body) select x from unnest($1::text[]) x';
let waiting: Array<{ body: Buffer; response: ServerResponse }> = [];
let writing = false;

async function write(): Promise<void> {
  writing = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    const bodies = group.map(({ body }) => body.toString());
    await client.query({ name: 'insert', text, values: [bodies] });
    for (const { response } of group) response.end();
    for (const body of bodies) io.to('account').emit('message', body);
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

const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
io.on('connection', (socket) => {
  void socket.join('account');
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
