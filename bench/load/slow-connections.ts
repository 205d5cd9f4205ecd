import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serveCommands } from '../harness/worker.ts';

export type SlowCommands = {
  /** Opens connections that send a byte a second after their first line. */
  open(input: { url: string; count: number }): Promise<{ open: number }>;
  /** Ends them. @returns how many were still open */
  close(input: null): Promise<{ open: number }>;
};

let sockets: Socket[] = [];
let drip: NodeJS.Timeout | undefined;

const stillOpen = () => sockets.filter((socket) => !socket.closed).length;

const commands: SlowCommands = {
  async open({ url, count }) {
    const { hostname, port } = new URL(url);
    for (let n = 0; n < count; n++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined); // The measurement is that they are ended.
      socket.resume();
      await once(socket, 'connect');
      socket.write('POST /api/messages HTTP/1.1\r\n');
      sockets.push(socket);
    }
    let turn = 0;
    drip = setInterval(() => {
      turn = (turn + 1) % 100;
      for (let n = turn; n < sockets.length; n += 100) if (sockets[n]?.writable === true) sockets[n]?.write('x');
    }, 10);
    return { open: stillOpen() };
  },
  async close() {
    clearInterval(drip);
    const open = stillOpen();
    const closed = sockets.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
    sockets = [];
    return { open };
  },
};

serveCommands(commands);
