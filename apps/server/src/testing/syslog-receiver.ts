import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export type SyslogReceiver = {
  port: number;
  /** `host:port`, for ALLOWED_PRIVATE_HOSTS. */
  host: string;
  /** Messages in the order of their arrival, of connections that came to their end. */
  messages: string[];
  close(): Promise<void>;
};

export type SyslogOptions = {
  port?: number;
  tls?: { key: string; cert: string };
  /** Closes connections without having read them. */
  refuses?: boolean;
};

/** A receiver of syslog over TCP or TLS that reads frames counted in bytes. */
export async function startSyslogReceiver({
  port = 0,
  tls,
  refuses = false,
}: SyslogOptions = {}): Promise<SyslogReceiver> {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const take = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (refuses) {
      socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => messages.push(...unframed(Buffer.concat(chunks))));
  };
  const server = tls === undefined ? createServer(take) : createTlsServer(tls, take);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    host: `127.0.0.1:${bound}`,
    messages,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function unframed(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(' ', at);
    const length = Number(bytes.subarray(at, blank).toString());
    if (blank < 0 || !Number.isInteger(length)) throw new Error('this is no frame of syslog');
    messages.push(bytes.subarray(blank + 1, blank + 1 + length).toString('utf8'));
    at = blank + 1 + length;
  }
  return messages;
}
