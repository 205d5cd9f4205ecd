import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type AskedTranscript = {
  authorization: string | undefined;
  model: string;
  format: string;
  name: string;
  bytes: Buffer;
};
/** What the next calls get. */
type Answer = { json: object } | { status: number; message: string } | 'hang';

export type Transcriber = {
  host: string;
  baseUrl: string;
  asked: AskedTranscript[];
  answer: Answer;
  close(): Promise<void>;
};

/** Another system that speaks the audio transcriptions protocol. */
export async function startTranscriber(): Promise<Transcriber> {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      if (request.url !== '/v1/audio/transcriptions') return void response.writeHead(404).end();
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(Buffer.concat(chunks), { headers }).formData();
      const file = form.get('file') as File;
      transcriber.asked.push({
        authorization: request.headers.authorization,
        model: String(form.get('model')),
        format: String(form.get('response_format')),
        name: file.name,
        bytes: Buffer.from(await file.arrayBuffer()),
      });
      const { answer } = transcriber;
      const json = { 'content-type': 'application/json' };
      if (answer === 'hang') open.add(response);
      else if ('json' in answer) response.writeHead(200, json).end(JSON.stringify(answer.json));
      else response.writeHead(answer.status, json).end(JSON.stringify({ error: { message: answer.message } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const transcriber: Transcriber = {
    host: `127.0.0.1:${port}`,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked: [],
    answer: { json: { text: 'OK' } },
    async close() {
      for (const response of open) response.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return transcriber;
}

/** A command like an operator's engine: prints the length of the recording, fails while it is broken. */
export async function commandEngine(): Promise<{
  setting: string;
  breaks(is: boolean): Promise<void>;
  close(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-'));
  const [script, broken] = [join(folder, 'engine'), join(folder, 'broken')];
  const lines = ['#!/bin/sh', `[ -e ${broken} ] && exit 3`, 'echo "  $1 heard $(wc -c < "$2") bytes, home $HOME  "'];
  await writeFile(script, `${lines.join('\n')}\n`);
  await chmod(script, 0o755);
  return {
    setting: `${script} --text`,
    breaks: (is) => (is ? writeFile(broken, '') : rm(broken, { force: true })),
    close: () => rm(folder, { recursive: true }),
  };
}
