import type { ServerResponse } from 'node:http';
import { type AnswerName, answer, answerNames } from '@parley/whatsapp-fixtures';
import { afterEach, describe, expect, it } from 'vitest';

import { freePortUrl, type HttpServer, respond, startHttpServer, startSocketServer } from '../test/loopback-server.ts';
import type { SendOutcome } from './call-outcome.ts';
import { createWhatsAppClient, type WhatsAppClient } from './client.ts';
import type { SendRequest } from './message-calls.ts';

const cleanups: (() => Promise<void>)[] = [];

/** The default of a second is short for a busy machine. */
const patient = { timeout: 40_000 };

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function clientFor(baseUrl: string, maxConnections = 4): WhatsAppClient {
  const client = createWhatsAppClient({ baseUrl, version: 'v23.0', maxConnections });
  cleanups.push(() => client.close());
  return client;
}

async function httpServer(handle: Parameters<typeof startHttpServer>[0]): Promise<HttpServer> {
  const server = await startHttpServer(handle);
  cleanups.push(server.close);
  return server;
}

async function socketServer(accept: Parameters<typeof startSocketServer>[0]): Promise<{ url: string }> {
  const server = await startSocketServer(accept);
  cleanups.push(server.close);
  return server;
}

const request = (more: Partial<SendRequest> = {}): SendRequest => ({
  phoneNumberId: '106540000000001',
  accessToken: 'token-1',
  body: { type: 'text', text: { body: 'Olá 👍' } },
  timeoutMs: 10_000,
  ...more,
});

/** Sends once to a server with this response, and checks that it got exactly one request. */
async function sendTo(status: number, body: unknown, headers: Record<string, string> = {}): Promise<SendOutcome> {
  const server = await httpServer((_seen, response) => respond(response, status, body, headers));
  const outcome = await clientFor(server.url).sendMessage(request());
  expect(server.seen).toHaveLength(1);
  return outcome;
}

describe('an accepted message', () => {
  it('is sent as the documented POST and returns the id', async () => {
    const { json } = answer('send-accepted');
    const server = await httpServer((_seen, response) => respond(response, 200, json));
    const outcome = await clientFor(`${server.url}/simulator/`).sendMessage(request());
    expect(outcome).toEqual({
      kind: 'accepted',
      providerMessageId: expect.stringMatching(/^wamid\./),
      waId: '351910000001',
      userId: null,
    });
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: 'POST', path: '/simulator/v23.0/106540000000001/messages' });
    expect(seen?.headers).toMatchObject({ authorization: 'Bearer token-1', 'content-type': 'application/json' });
    expect(JSON.parse(seen?.body ?? '')).toEqual(request().body);
  });

  it('reuses the connection for the next one', async () => {
    const server = await httpServer((_seen, response) => respond(response, 200, answer('send-accepted').json));
    const client = clientFor(server.url);
    for (let count = 0; count < 5; count += 1) {
      expect(await client.sendMessage(request())).toMatchObject({ kind: 'accepted' });
    }
    // Two and not one: undici returns a connection a tick of the event loop after the response.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('is sent again on another connection when the server closed the idle one', async () => {
    const server = await httpServer((_seen, response) => {
      respond(response, 200, answer('send-accepted').json);
      response.on('finish', () => response.socket?.end());
    });
    const client = clientFor(server.url);
    expect(await client.sendMessage(request())).toMatchObject({ kind: 'accepted' });
    // The FIN is in transit; whichever side of the race wins, the send must reach the server at most once.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await client.sendMessage(request())).toMatchObject({ kind: 'accepted' });
    expect(server.seen).toHaveLength(2);
  });
});

describe('every response of the fixtures', () => {
  const expectedOutcomes: Record<AnswerName, Record<string, unknown>> = {
    'error-account-rate': { kind: 'retry', reason: 'throttled', afterMs: 7 * 60_000, error: { code: 80007 } },
    'error-not-allow-listed': { kind: 'failed', error: { code: 131030, retry: 'fix', known: true } },
    'error-pair-rate': { kind: 'retry', reason: 'throttled', afterMs: null, error: { code: 131056, retry: 'wait' } },
    'error-parameter': { kind: 'failed', error: { code: 100, provider: { details: 'The key txt is not known' } } },
    'error-rate-limit': { kind: 'retry', reason: 'throttled', error: { code: 130429, effect: 'slow_number' } },
    'error-service-down': { kind: 'retry', reason: 'provider_fault', error: { code: 2, httpStatus: 503 } },
    'error-something-wrong': { kind: 'retry', reason: 'provider_fault', error: { code: 131000 } },
    'error-template-missing': { kind: 'failed', error: { code: 132001, effect: 'template_resync' } },
    'error-token-expired': { kind: 'failed', error: { code: 190, pausesChannel: true, retry: 'fix' } },
    'error-unknown': { kind: 'failed', error: { code: 199999, known: false, retry: 'no' } },
    'error-unknown-server': { kind: 'retry', reason: 'provider_fault', error: { code: 199997, known: false } },
    'error-unknown-transient': { kind: 'retry', reason: 'provider_fault', error: { code: 199998 } },
    'error-window-closed': { kind: 'failed', error: { code: 131047, provider: { details: 'The window has closed' } } },
    media: { kind: 'unknown', reason: 'unreadable_answer' },
    'phone-number': { kind: 'unknown', reason: 'unreadable_answer' },
    'send-accepted': { kind: 'accepted', waId: '351910000001' },
    'send-accepted-other-wa-id': { kind: 'accepted', waId: '551187654321' },
    'send-accepted-user-id': { kind: 'accepted', waId: null, userId: 'DE.99120000000000007' },
    'send-template-accepted': { kind: 'accepted', messageStatus: 'accepted' },
    'send-template-held': { kind: 'accepted', messageStatus: 'held_for_quality_assessment' },
    success: { kind: 'unknown', reason: 'unreadable_answer' },
  };

  it.each(answerNames)('%s', async (name) => {
    const { status, json, headers } = answer(name);
    expect(await sendTo(status, json, headers)).toMatchObject(expectedOutcomes[name]);
  });
});

describe('a message that was certainly not sent may be retried', () => {
  const notSent = { kind: 'retry', reason: 'not_sent', afterMs: null, error: { backoff: expect.anything() } };

  it('when the port refuses connections', async () => {
    const outcome = await clientFor(await freePortUrl()).sendMessage(request());
    expect(outcome).toMatchObject({ ...notSent, error: { provider: { message: 'ECONNREFUSED' } } });
  });

  it('when the TLS handshake never completes', async () => {
    const server = await socketServer(() => {});
    const client = clientFor(server.url.replace('http:', 'https:'));
    expect(await client.sendMessage(request({ timeoutMs: 200 }))).toMatchObject(notSent);
  });

  it('when the server does not support TLS', async () => {
    const received: string[] = [];
    const server = await socketServer((socket) => {
      socket.on('data', (data) => received.push(data.toString('latin1')));
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    expect(await clientFor(server.url.replace('http:', 'https:')).sendMessage(request())).toMatchObject(notSent);
    expect(received.join('')).not.toContain('token-1');
  });

  it('when it waited in vain for a free connection, and then it is never sent', async () => {
    let release: ServerResponse | undefined;
    const server = await httpServer((_seen, response) => {
      release = response;
    });
    const client = clientFor(server.url, 1);
    const first = client.sendMessage(request());
    await expect.poll(() => server.seen.length, patient).toBe(1);
    expect(await client.sendMessage(request({ timeoutMs: 100 }))).toMatchObject(notSent);
    if (release !== undefined) respond(release, 200, answer('send-accepted').json);
    expect(await first).toMatchObject({ kind: 'accepted' });

    const third = client.sendMessage(request({ body: { third: true } }));
    await expect.poll(() => server.seen.length, patient).toBe(2);
    expect(server.seen[1]?.body).toBe('{"third":true}');
    if (release !== undefined) respond(release, 200, answer('send-accepted').json);
    expect(await third).toMatchObject({ kind: 'accepted' });
    expect(server.connections()).toBe(1);
  });

  it('when the caller aborted before', async () => {
    const server = await httpServer((_seen, response) => respond(response, 200, {}));
    const outcome = await clientFor(server.url).sendMessage(request({ signal: AbortSignal.abort() }));
    expect(outcome).toMatchObject(notSent);
    expect(server.seen).toHaveLength(0);
  });

  it('when the client was closed, which waits for calls in flight', async () => {
    const server = await httpServer((_seen, response) => {
      setTimeout(() => respond(response, 200, answer('send-accepted').json), 50);
    });
    const client = createWhatsAppClient({ baseUrl: server.url, version: '23.0' });
    const first = client.sendMessage(request());
    await expect.poll(() => server.seen.length, patient).toBe(1);
    const closed = client.close();
    expect(await client.sendMessage(request())).toMatchObject(notSent);
    await closed;
    expect(await first).toMatchObject({ kind: 'accepted' });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a message that may have been sent is unknown', () => {
  it('when the server accepts the connection and closes it immediately', async () => {
    const server = await socketServer((socket) => socket.destroy());
    expect(await clientFor(server.url).sendMessage(request())).toMatchObject({
      kind: 'unknown',
      reason: 'connection_lost',
    });
  });

  it('when the server reads the request and closes', async () => {
    const server = await socketServer((socket) => socket.once('data', () => socket.end()));
    expect(await clientFor(server.url).sendMessage(request())).toMatchObject({
      kind: 'unknown',
      reason: 'connection_lost',
    });
  });

  it('when the server reads the request and resets the connection', async () => {
    const server = await socketServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await clientFor(server.url).sendMessage(request())).toMatchObject({ kind: 'unknown' });
  });

  it('when the server never responds', async () => {
    const server = await httpServer(() => {});
    // Long enough that the request has left, also on a busy machine.
    expect(await clientFor(server.url).sendMessage(request({ timeoutMs: 1_500 }))).toMatchObject({
      kind: 'unknown',
      reason: 'timeout',
    });
    expect(server.seen).toHaveLength(1);
  });

  it('when the caller aborts while it waits', async () => {
    const server = await httpServer(() => {});
    const stop = new AbortController();
    const sending = clientFor(server.url).sendMessage(request({ signal: stop.signal }));
    await expect.poll(() => server.seen.length, patient).toBe(1);
    stop.abort();
    expect(await sending).toMatchObject({ kind: 'unknown', reason: 'aborted' });
  });

  it.each([
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['half a body of known length', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"messages":[{"id":"wamid.X"'],
    ['half a chunked body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1c\r\n{"messages":[{"id":"wamid.X"'],
    ['half the body of a server error', 'HTTP/1.1 500 Oops\r\nContent-Length: 500\r\n\r\n{"error":{"code":131'],
    ['bytes that are no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ])('when it responds with %s', async (_what, bytes) => {
    const server = await socketServer((socket) => socket.once('data', () => socket.end(bytes)));
    expect(await clientFor(server.url).sendMessage(request())).toMatchObject({
      kind: 'unknown',
      reason: 'connection_lost',
    });
  });

  it.each([
    ['junk', '<html>fine</html>'],
    ['nothing', ''],
    ['half JSON', '{"messages":[{"id":"wam'],
    ['a list', '[]'],
    ['no messages', { messaging_product: 'whatsapp', messages: [] }],
    ['a message without id', { messages: [{ message_status: 'accepted' }] }],
    ['an id that is none', { messages: [{ id: 'x'.repeat(300) }] }],
  ])('when a 200 has %s', async (_what, body) => {
    expect(await sendTo(200, body)).toMatchObject({ kind: 'unknown', reason: 'unreadable_answer' });
  });

  it('when the response is larger than a megabyte', async () => {
    const huge = { messages: [{ id: 'wamid.1' }], filler: 'x'.repeat(1024 * 1024) };
    expect(await sendTo(200, huge)).toMatchObject({ kind: 'unknown', reason: 'unreadable_answer' });
  });

  it.each([500, 502, 504])('when an intermediary responds with %i without an explanation', async (status) => {
    expect(await sendTo(status, '<html>Bad gateway</html>')).toMatchObject({
      kind: 'unknown',
      reason: 'gateway_fault',
    });
  });
});

describe('a refused message', () => {
  it('is retried when the refusal is clear but its reason was lost', async () => {
    const half = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 500\r\n\r\n{"error":{"code":13';
    const server = await socketServer((socket) => socket.once('data', () => socket.end(half)));
    expect(await clientFor(server.url).sendMessage(request())).toMatchObject({ kind: 'retry', reason: 'answer_lost' });
  });

  it('fails permanently when a 400 has no reason', async () => {
    expect(await sendTo(400, 'nope')).toMatchObject({ kind: 'failed', error: { code: null, httpStatus: 400 } });
  });

  it.each([
    [503, { 'retry-after': '30' }, 'provider_fault', 30_000],
    [503, {}, 'provider_fault', null],
    [429, { 'retry-after': '2' }, 'throttled', 2_000],
    [429, { 'retry-after': '999999' }, 'throttled', 3_600_000],
    [429, { 'retry-after': 'soon' }, 'throttled', null],
  ])('waits as requested by a bare %i with %j', async (status, headers, reason, afterMs) => {
    expect(await sendTo(status, 'busy', headers)).toMatchObject({ kind: 'retry', reason, afterMs });
  });

  it('recognizes an error with status 200', async () => {
    expect(await sendTo(200, answer('error-token-expired').json)).toMatchObject({
      kind: 'failed',
      error: { code: 190 },
    });
  });

  it.each([301, 302, 307, 308])('does not follow a %i: the token is not sent on', async (status) => {
    const trap = await httpServer((_seen, response) => respond(response, 200, answer('send-accepted').json));
    expect(await sendTo(status, '', { location: `${trap.url}/steal` })).toMatchObject({
      kind: 'failed',
      error: { retry: 'fix', code: null, httpStatus: status },
    });
    expect(trap.connections()).toBe(0);
  });

  it.each([
    ['a line break', 'token\r\nx-evil: 1'],
    ['a character outside Latin', 'tökén→'],
  ])('never sends a token with %s', async (_what, accessToken) => {
    const server = await httpServer((_seen, response) => respond(response, 200, answer('send-accepted').json));
    const outcome = await clientFor(server.url).sendMessage(request({ accessToken }));
    expect(outcome).toMatchObject({ kind: 'failed', error: { pausesChannel: true, retry: 'fix' } });
    expect(JSON.stringify(outcome)).not.toContain('evil');
    expect(server.seen).toHaveLength(0);
  });

  it('cannot be redirected to another path by its number id', async () => {
    const server = await httpServer((_seen, response) => respond(response, 404, {}));
    await clientFor(server.url).sendMessage(request({ phoneNumberId: '../../x?y=\ud800#' }));
    expect(server.seen[0]?.path).toBe('/v23.0/%2E%2E%2F%2E%2E%2Fx%3Fy%3D%EF%BF%BD%23/messages');
  });
});

describe('many concurrent sends', () => {
  it('use no more connections than allowed and mix nothing up', async () => {
    const server = await httpServer((seen, response) => {
      setTimeout(() => respond(response, 200, { messages: [{ id: `wamid.${JSON.parse(seen.body).n}` }] }), 5);
    });
    const client = clientFor(server.url, 8);
    const numbers = Array.from({ length: 200 }, (_, n) => n);
    const outcomes = await Promise.all(numbers.map((n) => client.sendMessage(request({ body: { n } }))));
    expect(outcomes).toEqual(
      numbers.map((n) => ({ kind: 'accepted', providerMessageId: `wamid.${n}`, waId: null, userId: null })),
    );
    expect(server.connections()).toBeLessThanOrEqual(8);
  });
});

describe('createWhatsAppClient', () => {
  it.each([
    ['ftp://x', 'v23.0'],
    ['graph.facebook.com', 'v23.0'],
    ['https://user@graph.facebook.com', 'v23.0'],
    ['https://graph.facebook.com?x=1', 'v23.0'],
    ['https://graph.facebook.com', 'latest'],
    ['https://graph.facebook.com', 'v23.0/../x'],
  ])('rejects %s %s at startup', (baseUrl, version) => {
    expect(() => createWhatsAppClient({ baseUrl, version })).toThrow(TypeError);
  });
});
