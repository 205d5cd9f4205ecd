import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Message, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../../scripts/free-port.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'examples', 'reply-bot');
const programs = [
  { file: 'reply.mjs', command: process.execPath, port: 0 },
  { file: 'reply.py', command: 'python3', port: 0 },
];
const children: ChildProcess[] = [];
let world: World;

beforeAll(async () => {
  for (const program of programs) program.port = await freePort();
  const hosts = programs.map(({ port }) => `127.0.0.1:${port}`).join(',');
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: hosts } });
});
afterAll(async () => {
  for (const child of children) child.kill();
  await world.close();
});

const answersIn = async (thread: Thread): Promise<Message[]> => {
  const { body } = await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } });
  return body.data.filter(({ direction }) => direction === 'OUTGOING');
};

test.each(programs)(
  'the example $file receives a message and answers it',
  async ({ file, command, port }) => {
    const key = await world.api('POST /api/api-keys', { body: { name: file, scopes: ['messages:write'] } });
    const events = ['message.received' as const];
    const webhook = await world.api('POST /api/webhooks', { body: { url: `http://127.0.0.1:${port}/`, events } });
    const child = spawn(command, [join(folder, file)], {
      env: {
        PATH: process.env['PATH'],
        PARLEY_URL: world.server.url,
        PARLEY_KEY: (key.body as { key: string }).key,
        WEBHOOK_SECRET: (webhook.body as { secret: string }).secret,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    const thread = await customerWrites(world, freshPhone());
    await until(async () => (await answersIn(thread)).length > 0);
    const [answer] = await answersIn(thread);
    expect(answer).toMatchObject({
      source: 'API',
      created_by: `api:${key.body.id}`,
      text: { body: 'Thanks, we will be with you soon.' },
    });
    await world.api('DELETE /api/webhooks/{id}', { params: { id: webhook.body.id } });
  },
  60_000,
);
