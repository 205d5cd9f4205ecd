import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a server, as an operator has one, that can be told to answer by itself. */
export type FrontDoor = {
  url: string;
  /** Where calls go on to; null: every call is answered `trouble`. */
  target: string | null;
  trouble: { status: number; body: string };
  close(): Promise<void>;
};

export async function openFrontDoor(): Promise<FrontDoor> {
  const server = createServer((incoming, answer) => {
    if (door.target === null) {
      incoming.resume();
      answer.writeHead(door.trouble.status).end(door.trouble.body);
      return;
    }
    const { method, headers } = incoming;
    const onward = request(`${door.target}${incoming.url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door: FrontDoor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: null,
    trouble: { status: 502, body: 'Bad gateway' },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return door;
}
