import { connect, type Socket } from 'node:net';

/** A connection on which a test writes arbitrary bytes, whole requests or parts of them. */
export type RawCall = {
  socket: Socket;
  /** The response so far. */
  answer(): string;
  /** The status of the first response, once there is one. */
  status(): number | undefined;
  isClosed(): boolean;
};

/** @param url of the server @param text written immediately */
export async function rawCall(url: string, text: string, ...more: Uint8Array[]): Promise<RawCall> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  let closed = false;
  socket.on('data', (piece) => {
    answer += piece.toString('latin1');
  });
  socket.on('error', () => undefined); // These tests expect connections to be ended.
  socket.on('close', () => {
    closed = true;
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.write(text);
  for (const bytes of more) socket.write(bytes);
  return {
    socket,
    answer: () => answer,
    status: () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      return status === undefined ? undefined : Number(status);
    },
    isClosed: () => closed,
  };
}

/** The request line and headers, up to the body. */
export function headOf(request: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'parley.test', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${request} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}
