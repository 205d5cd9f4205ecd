import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a server, like an operator's, that can also answer by itself. */
export type TestProxy = {
  url: string;
  /** Where calls are forwarded; null: every call is answered with `trouble`. */
  target: string | null;
  errorAnswer: { status: number; body: string };
  close(): Promise<void>;
};

export async function startTestProxy(): Promise<TestProxy> {
  const server = createServer((incoming, answer) => {
    if (running.target === null) {
      incoming.resume();
      answer.writeHead(running.errorAnswer.status).end(running.errorAnswer.body);
      return;
    }
    const { method, headers } = incoming;
    const onward = request(`${running.target}${incoming.url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const running: TestProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: null,
    errorAnswer: { status: 502, body: 'Bad gateway' },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}
