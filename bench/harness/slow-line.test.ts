import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SlowLine, startSlowLine } from './slow-line.ts';

let echo: Server;
let line: SlowLine;

beforeEach(async () => {
  echo = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  line = await startSlowLine(target, { roundTripMs: 4, bitsPerSecond: 100_000_000, loss: 0.2 });
  line.slowDown();
});
afterEach(async () => {
  await line.close();
  await new Promise((resolve) => echo.close(resolve));
});

function dial(): Socket {
  const socket = connect({ port: Number(new URL(line.url).port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  return socket;
}

it('carries every byte in its order both ways, whatever is lost, and counts them', async () => {
  const sent = randomBytes(60_000);
  const socket = dial();
  socket.end(sent);
  expect((await buffer(socket)).equals(sent)).toBe(true);
  const { up, down } = line.bytes();
  expect(up).toBeGreaterThan(sent.length);
  expect(down).toBeGreaterThan(sent.length);
});

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

it('ends what is open when it is cut, takes nothing, and carries again afterwards', async () => {
  const open = dial();
  await once(open, 'connect');
  line.cut();
  await closed(open);
  await closed(dial());
  line.restore();
  const socket = dial();
  socket.end('again');
  expect((await buffer(socket)).toString()).toBe('again');
});
