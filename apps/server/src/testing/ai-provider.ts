import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type AskedCompletion = {
  authorization: string | undefined;
  body: { model: string; max_tokens?: number; messages: { role: string; content: string }[] };
};

/** What the next calls get; `hang`: no answer until `release`. */
export type ProviderAnswer =
  | { text: string; usage?: { prompt_tokens: number; completion_tokens: number } | null }
  | { status: number; message: string }
  | 'hang'
  | 'huge'
  | 'invalid';

export type AiProvider = {
  /** `host:port`, for ALLOWED_PRIVATE_HOSTS. */
  host: string;
  baseUrl: string;
  asked: AskedCompletion[];
  /** Decides every answer; replace it. */
  answer: (asked: AskedCompletion) => ProviderAnswer;
  /** Calls without an answer. */
  hanging(): number;
  /** Answers the hanging calls. */
  release(text: string): void;
  close(): Promise<void>;
};

/** Another system that speaks the chat completions protocol. */
export async function startAiProvider(): Promise<AiProvider> {
  const pending = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url !== '/v1/chat/completions') {
        response.writeHead(404).end();
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const asked = { authorization: request.headers.authorization, body };
      provider.asked.push(asked);
      respond(response, provider.answer(asked));
    });
  });
  const respond = (response: ServerResponse, answer: ProviderAnswer): void => {
    const json = { 'content-type': 'application/json' };
    if (answer === 'hang') {
      pending.add(response);
      response.on('close', () => pending.delete(response));
    } else if (answer === 'huge') response.writeHead(200, json).end(`"${'x'.repeat(1_000_000)}"`);
    else if (answer === 'invalid') response.writeHead(200, json).end('{"choices": [');
    else if ('status' in answer) {
      response.writeHead(answer.status, json).end(JSON.stringify({ error: { message: answer.message } }));
    } else response.writeHead(200, json).end(JSON.stringify(completion(answer.text, answer.usage)));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider: AiProvider = {
    host: `127.0.0.1:${port}`,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked: [],
    answer: () => ({ text: 'OK' }),
    hanging: () => pending.size,
    release(text) {
      for (const response of pending) respond(response, { text });
    },
    async close() {
      for (const response of pending) response.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return provider;
}

function completion(content: string, usage: object | null = { prompt_tokens: 100, completion_tokens: 20 }) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'small',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    ...(usage !== null && { usage }),
  };
}
