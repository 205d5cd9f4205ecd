import type { ServerResponse } from 'node:http';
import { answer } from '@parley/whatsapp-fixtures';
import { afterEach, describe, expect, it } from 'vitest';

import { freePortUrl, type HttpServer, respond, type SeenRequest, startHttpServer } from '../test/loopback-server.ts';
import { createWhatsAppClient, type WhatsAppClient } from './client.ts';
import { isMediaAddressAllowed, MediaTooLargeError } from './media-download.ts';

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Handler = (seen: SeenRequest, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<HttpServer & { client: WhatsAppClient }> {
  const server = await startHttpServer(handler);
  const client = createWhatsAppClient({ baseUrl: server.url, version: 'v23.0' });
  cleanups.push(server.close, () => client.close());
  return { ...server, client };
}

const serveJson = (status: number, body: unknown) => serve((_seen, response) => respond(response, status, body));
const accessToken = 'token-1';
const phoneNumberId = '106540000000001';

describe('markRead', () => {
  it.each([
    [undefined, {}],
    [true, { typing_indicator: { type: 'text' } }],
  ])('with typing %s', async (typing, more) => {
    const { client, seen } = await serveJson(200, { success: true });
    const outcome = await client.markRead({ phoneNumberId, accessToken, providerMessageId: 'wamid.IN', typing });
    expect(outcome).toEqual({ kind: 'ok', value: true });
    expect(seen[0]).toMatchObject({ method: 'POST', path: `/v23.0/${phoneNumberId}/messages` });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: 'wamid.IN',
      ...more,
    });
  });

  it('may be repeated whenever the outcome is unknown', async () => {
    const { client } = await serveJson(200, { success: false });
    const call = { phoneNumberId, accessToken, providerMessageId: 'wamid.IN' };
    expect(await client.markRead(call)).toMatchObject({ kind: 'retry', reason: 'answer_lost' });
    const silent = await serve(() => {});
    expect(await silent.client.markRead({ ...call, timeoutMs: 100 })).toMatchObject({ kind: 'retry' });
    const refused = createWhatsAppClient({ baseUrl: await freePortUrl(), version: 'v23.0' });
    cleanups.push(() => refused.close());
    expect(await refused.markRead(call)).toMatchObject({ kind: 'retry', reason: 'not_sent' });
  });
});

describe('subscribeApp', () => {
  it('subscribes to the app callback, or to its own', async () => {
    const { client, seen } = await serveJson(200, answer('success').json);
    const call = { wabaId: '102290000000002', accessToken };
    expect(await client.subscribeApp(call)).toEqual({ kind: 'ok', value: true });
    const override = { callbackUri: 'https://example.com/webhooks/whatsapp/1', verifyToken: 'v' };
    expect(await client.subscribeApp({ ...call, override })).toEqual({ kind: 'ok', value: true });
    expect(seen.map(({ path }) => path)).toEqual(Array(2).fill('/v23.0/102290000000002/subscribed_apps'));
    expect(seen.map(({ body }) => JSON.parse(body))).toEqual([
      {},
      { override_callback_uri: 'https://example.com/webhooks/whatsapp/1', verify_token: 'v' },
    ]);
  });

  it('reports a missing permission', async () => {
    const { client } = await serveJson(403, { error: { message: '(#200) Permissions error', code: 200 } });
    expect(await client.subscribeApp({ wabaId: '1', accessToken })).toMatchObject({
      kind: 'failed',
      error: { code: 200, retry: 'fix', httpStatus: 403 },
    });
  });
});

describe('getPhoneNumber', () => {
  it('reads name, state, quality and pace', async () => {
    const { client, seen } = await serveJson(200, answer('phone-number').json);
    expect(await client.getPhoneNumber({ phoneNumberId, accessToken })).toEqual({
      kind: 'ok',
      value: {
        id: phoneNumberId,
        displayPhoneNumber: '15550001111',
        verifiedName: 'Livraria Central',
        status: 'CONNECTED',
        qualityRating: 'GREEN',
        nameStatus: 'APPROVED',
        platformType: 'CLOUD_API',
        accountMode: 'LIVE',
        throughputLevel: 'STANDARD',
        messagingLimit: 'TIER_2K',
        newNameStatus: null,
        codeVerificationStatus: 'VERIFIED',
        isOfficialBusinessAccount: null,
        isPinEnabled: null,
        isOnBusinessApp: null,
        webhookAddresses: { application: null, account: null, phoneNumber: null },
        health: null,
      },
    });
    expect(seen[0]?.method).toBe('GET');
    expect(new URL(seen[0]?.path ?? '', 'http://x').searchParams.get('fields')).toContain('throughput');
  });

  it('requires only the id', async () => {
    const { client } = await serveJson(200, { id: 9_007_199 });
    expect(await client.getPhoneNumber({ phoneNumberId, accessToken })).toMatchObject({
      kind: 'ok',
      value: { id: '9007199', throughputLevel: null, displayPhoneNumber: null },
    });
  });

  it.each([
    [401, answer('error-token-expired').json, { kind: 'failed', error: { code: 190, pausesChannel: true } }],
    [502, '<html>', { kind: 'retry' }],
    [200, '<html>', { kind: 'retry' }],
    [302, '', { kind: 'failed', error: { retry: 'fix' } }],
  ])('status %i', async (status, body, wanted) => {
    const { client } = await serveJson(status, body);
    expect(await client.getPhoneNumber({ phoneNumberId, accessToken })).toMatchObject(wanted);
  });
});

describe('getMediaUrl', () => {
  it("requests with the owning number and reads the file's URL", async () => {
    const { client, seen } = await serveJson(200, answer('media').json);
    const outcome = await client.getMediaUrl({ mediaId: '27100000000001', phoneNumberId, accessToken });
    expect(outcome).toMatchObject({
      kind: 'ok',
      value: { url: expect.stringMatching(/^https:\/\/lookaside/), mimeType: 'image/jpeg', sizeBytes: 48211 },
    });
    expect(seen[0]?.path).toBe(`/v23.0/27100000000001?phone_number_id=${phoneNumberId}`);
  });
});

describe('downloadMedia', () => {
  const collect = async (body: AsyncIterable<Buffer>): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it('streams the file, with the token', async () => {
    const { client, seen, url } = await serve((_seen, response) =>
      respond(response, 200, 'picture', { 'content-type': 'image/jpeg', 'content-length': '7' }),
    );
    const outcome = await client.downloadMedia({ url: `${url}/media?mid=1&hash=a%2Fb`, accessToken });
    expect(outcome).toMatchObject({ kind: 'ok', mimeType: 'image/jpeg', sizeBytes: 7 });
    expect(outcome.kind === 'ok' && (await collect(outcome.body))).toBe('picture');
    expect(seen[0]).toMatchObject({ path: '/media?mid=1&hash=a%2Fb', headers: { authorization: 'Bearer token-1' } });
  });

  it.each([
    [404, { kind: 'expired' }],
    [401, { kind: 'failed', httpStatus: 401 }],
    [500, { kind: 'retry' }],
  ])('status %i', async (status, wanted) => {
    const { client, url } = await serveJson(status, 'x');
    expect(await client.downloadMedia({ url: `${url}/m`, accessToken })).toMatchObject(wanted);
  });

  it('never follows a redirect', async () => {
    const trap = await serveJson(200, 'x');
    const { client, url } = await serve((_seen, response) => respond(response, 302, '', { location: trap.url }));
    expect(await client.downloadMedia({ url: `${url}/m`, accessToken })).toEqual({
      kind: 'refused',
      reason: 'redirected',
    });
    expect(trap.connections()).toBe(0);
  });

  it('never connects to another host', async () => {
    const trap = await serveJson(200, 'x');
    const { client } = await serveJson(200, 'x');
    for (const url of [trap.url, 'file:///etc/passwd', 'not an address', 'https://lookaside.fbsbx.com.example.org/']) {
      expect(await client.downloadMedia({ url, accessToken })).toEqual({
        kind: 'refused',
        reason: 'address_not_allowed',
      });
    }
    expect(trap.connections()).toBe(0);
  });

  it.each([
    ['https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1', true],
    ['https://graph.facebook.com/v23.0/1', true],
    ['http://lookaside.fbsbx.com/x', false],
    ['https://lookaside.fbsbx.com:8443/x', false],
    ['https://user:pw@lookaside.fbsbx.com/x', false],
    ['https://evil.lookaside.fbsbx.com/x', false],
    ['https://lookaside.fbsbx.com@evil.example/x', false],
    ['http://graph.facebook.com/x', false],
    ['http://169.254.169.254/latest/meta-data', false],
  ])('%s allowed: %s', (url, allowed) => {
    const base = { origin: 'https://graph.facebook.com', pathPrefix: '/v23.0' };
    expect(isMediaAddressAllowed(new URL(url), base)).toBe(allowed);
  });

  it('refuses a file announced as too large, and aborts one that turns out to be', async () => {
    const announced = await serve((_seen, response) =>
      respond(response, 200, 'x'.repeat(2_000), { 'content-length': '2000' }),
    );
    expect(await announced.client.downloadMedia({ url: announced.url, accessToken, maxBytes: 1_000 })).toEqual({
      kind: 'refused',
      reason: 'too_large',
    });
    const chunked = await serve((_seen, response) => {
      response.writeHead(200);
      response.write('x'.repeat(900));
      setTimeout(() => response.end('x'.repeat(900)), 20);
    });
    const outcome = await chunked.client.downloadMedia({ url: chunked.url, accessToken, maxBytes: 1_000 });
    expect(outcome).toMatchObject({ kind: 'ok', sizeBytes: null });
    if (outcome.kind === 'ok') await expect(collect(outcome.body)).rejects.toThrow(MediaTooLargeError);
  });

  it('can be retried when the connection is cut', async () => {
    const { client, url } = await serve((_seen, response) => response.socket?.destroy());
    expect(await client.downloadMedia({ url, accessToken })).toMatchObject({ kind: 'retry' });
  });
});
