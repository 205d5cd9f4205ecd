/// <reference types="node" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { outboxLimits } from '@parley/contract/sync';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiCall, addressOf } from '../../../platform/api.ts';
import { type ApiError, NetworkError } from '../../../platform/errors.ts';
import { sendHttp } from '../../../platform/http.ts';
import { gatherCalls } from './outbox-calls.ts';

type Sent = { route: string; id?: string; body: { body?: string; state?: string }; follows?: boolean };

/** Requests as `METHOD /path`, with the number of calls in it. */
let requests: string[] = [];
let answer: (response: ServerResponse, calls: Sent[]) => void;
let http: Server;

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const refusal = (code: string, message: string) => ({ error: { code, message, data: [], request_id: 'r' } });

beforeEach(async () => {
  requests = [];
  answer = (response, calls) =>
    json(response, 200, { answers: calls.map(({ id, body }) => ({ status: 200, body: { id, said: body.body } })) });
  http = createServer(async (request: IncomingMessage, response) => {
    const body = JSON.parse(await text(request)) as { calls?: Sent[] };
    requests.push(`${request.method} ${request.url} ${body.calls?.length ?? 1}`);
    if (body.calls !== undefined) answer(response, body.calls);
    else json(response, 200, { alone: request.url });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

function gather(): (thread: string, body: string) => Promise<unknown> {
  const inOrder = gatherInOrder();
  return async (thread, body) => {
    const made = await inOrder('POST /api/threads/{id}/notes', [{ params: { id: thread }, body: { body } }]);
    if ('error' in made) throw made.error;
    return made.answers[0];
  };
}

function gatherInOrder() {
  const api: ApiCall = async (key, input, options) => {
    const { method, path } = addressOf(key, input);
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}${path}`;
    return (await sendHttp({ method, url, body: (input as { body?: unknown }).body, ...options })) as never;
  };
  return gatherCalls(api);
}

it('makes a call alone as itself, and those that begin together as one, each with its own answer', async () => {
  const note = gather();
  expect(await note('t0', 'first')).toEqual({ alone: '/api/threads/t0/notes' });
  const answers = await Promise.all([note('t1', 'a'), note('t2', 'b'), note('t3', 'c')]);
  expect(answers).toEqual([
    { id: 't1', said: 'a' },
    { id: 't2', said: 'b' },
    { id: 't3', said: 'c' },
  ]);
  expect(requests).toEqual(['POST /api/threads/t0/notes 1', 'POST /api/sync/outbox 3']);
});

it('has no more calls and bytes in one than it may', async () => {
  const note = gather();
  const long = 'x'.repeat(outboxLimits.bytes * 0.6);
  await Promise.all([
    ...Array.from({ length: outboxLimits.calls + 20 }, (_, n) => note(`t${n}`, 'short')),
    note('u1', long),
    note('u2', long),
  ]);
  expect(requests.toSorted()).toEqual([
    'POST /api/sync/outbox 21',
    `POST /api/sync/outbox ${outboxLimits.calls}`,
    'POST /api/threads/u2/notes 1',
  ]);
});

it('tells each call its own refusal, and of a lost answer all of them', async () => {
  const note = gather();
  answer = (response, calls) =>
    json(response, 200, {
      answers: calls.map(({ id }) =>
        id === 't2'
          ? { status: 429, body: refusal('too_many_requests', 'Wait.'), retry_after: 7 }
          : { status: 200, body: { id } },
      ),
    });
  const [first, second] = await Promise.allSettled([note('t1', 'a'), note('t2', 'b')]);
  expect(first).toEqual({ status: 'fulfilled', value: { id: 't1' } });
  expect(second.status === 'rejected' && second.reason).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    retryAfterSeconds: 7,
  });
  answer = (response) => response.socket?.destroy();
  const lost = await Promise.allSettled([note('t1', 'a'), note('t2', 'b')]);
  expect(lost.map((each) => each.status === 'rejected' && each.reason instanceof NetworkError)).toEqual([true, true]);
});

it('makes each alone where all together are refused, but not without a session', async () => {
  const note = gather();
  answer = (response) => json(response, 422, refusal('validation_failed', 'Unknown field.'));
  expect(await Promise.all([note('t1', 'a'), note('t2', 'b')])).toEqual([
    { alone: '/api/threads/t1/notes' },
    { alone: '/api/threads/t2/notes' },
  ]);
  answer = (response) => json(response, 401, refusal('unauthorized', 'Sign in.'));
  const ended = await Promise.allSettled([note('t1', 'a'), note('t2', 'b')]);
  expect(ended.map((each) => each.status === 'rejected' && (each.reason as ApiError).status)).toEqual([401, 401]);
});

it('keeps the order of one queue, and tells how far it came', async () => {
  const inOrder = gatherInOrder();
  const change = (state: 'ACTIVE' | 'DONE') => ({ params: { id: 't1' }, body: { state } });
  let seen: Sent[] = [];
  answer = (response, calls) => {
    seen = calls;
    json(response, 200, {
      answers: calls.map((_call, at) =>
        at === 1 ? { status: 404, body: refusal('not_found', 'No.') } : { status: at === 2 ? 424 : 200, body: { at } },
      ),
    });
  };
  const made = await inOrder('PUT /api/threads/{id}', [change('DONE'), change('ACTIVE'), change('DONE')]);
  expect(seen.map(({ body, follows = false }) => [body.state, follows])).toEqual([
    ['DONE', false],
    ['ACTIVE', true],
    ['DONE', true],
  ]);
  expect(made.answers).toEqual([{ at: 0 }]);
  expect(made.error).toMatchObject({ status: 404, code: 'not_found' });
});
