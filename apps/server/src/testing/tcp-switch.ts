import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of a server: while it is shut its port refuses connections, as if no server listened. */
export type TcpSwitch = {
  port: number;
  /** Connections made through it so far. */
  count(): number;
  /** Ends open connections and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
};

/** @param target the port of this machine, or the path of the socket, to forward to */
export async function openTcpSwitch(target: number | string): Promise<TcpSwitch> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let count = 0;

  function pass(from: Socket): void {
    count++;
    const to = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()); // The other side sees the connection end.
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  async function open(): Promise<void> {
    server = createServer(pass);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  async function shut(): Promise<void> {
    const closed = server === undefined ? Promise.resolve() : once(server, 'close');
    server?.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await open();
  return { port, count: () => count, open, shut, close: shut };
}
