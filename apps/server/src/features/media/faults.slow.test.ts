import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage } from '../../testing/inbox.ts';
import { mp4, png, upload } from '../../testing/media.ts';
import {
  customerSends,
  onPhone,
  sendMedia,
  untilMediaArrived,
  untilMediaSettled,
  withReason,
} from '../../testing/media-flow.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

describe('failures', () => {
  let world: World;
  let between: Server;
  /** Responses in place of WhatsApp's, taken in order; null: forwards this call. */
  let instead: ({ path: RegExp; status: number; body: string; headers?: Record<string, string> } | null)[] = [];
  const calls: string[] = [];
  beforeAll(async () => {
    world = await testWorld({
      async between(provider) {
        between = createServer((request, response) => {
          calls.push(`${request.method} ${request.url}`);
          const index = instead.findIndex((entry) => entry?.path.test(request.url ?? ''));
          const [answer] = index === -1 ? [] : instead.splice(index, 1);
          if (answer != null) {
            request.resume();
            response
              .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
              .end(answer.body);
            return;
          }
          void pass(provider, request, response);
        });
        await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
        return `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
      },
    });
  });
  afterAll(async () => {
    await world.close();
    between.closeAllConnections();
    between.close();
  });
  const lookaside = /lookaside/;
  const error = (code: number, message: string) => JSON.stringify({ error: { message, type: 'OAuthException', code } });

  test('an expired URL is requested again', async () => {
    instead = [{ path: lookaside, status: 404, body: '{}' }];
    const { image } = await untilMediaSettled(
      world,
      (await customerSends(world, 'image', png(50, 50), 'image/png')).id,
    );
    expect(image?.media_info.state).toBe('ready');
  });

  test('WhatsApp out of order: the message shows the reason, then the file is copied', async () => {
    instead = [{ path: lookaside, status: 503, body: '' }];
    const sent = await customerSends(world, 'image', png(51, 50), 'image/png');
    const waiting = await withReason(world, sent.id);
    expect(waiting.image?.media_info).toMatchObject({
      state: 'provider',
      url: null,
      reason: expect.stringMatching(/again/),
    });
    const again = await world.api('POST /api/messages/{id}/copy-media', { params: { id: sent.id } });
    expect(again.status).toBe(200);
    expect(again.body.image?.media_info.reason).toBeUndefined();
    const { image, version } = await untilMediaSettled(world, sent.id);
    expect(image?.media_info).toMatchObject({ state: 'ready' });
    expect(version).toBeGreaterThan(again.body.version);
    const once = await world.api('POST /api/messages/{id}/copy-media', { params: { id: sent.id } });
    expect([once.status, (once.body as never as { error: { code: string } }).error.code]).toEqual([
      409,
      'not_retriable',
    ]);
  });

  test('a redirect, and a URL on another host, get no token and no request', async () => {
    const strangers: string[] = [];
    const stranger = createServer((request, response) => {
      strangers.push(request.headers.authorization ?? 'without a token');
      response.end('x');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const another = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/file`;
    instead = [{ path: lookaside, status: 302, body: '', headers: { location: another } }];
    const one = await untilMediaSettled(world, (await customerSends(world, 'image', png(52, 50), 'image/png')).id);
    instead = [
      { path: /phone_number_id|\/v\d+\.0\/\d+$/, status: 200, body: JSON.stringify({ url: another, id: '1' }) },
    ];
    const two = await untilMediaSettled(world, (await customerSends(world, 'image', png(53, 50), 'image/png')).id);
    for (const { image } of [one, two]) {
      expect(image?.media_info).toMatchObject({ state: 'gone', reason: expect.stringMatching(/Nothing was fetched/) });
    }
    expect(strangers).toEqual([]);
    stranger.close();
  });

  test('a file that WhatsApp has deleted is reported as gone, with the reason', async () => {
    const missing = await untilMediaSettled(
      world,
      (await untilMediaArrived(world, 'audio', { id: '990011', mime_type: 'audio/ogg', voice: true })).id,
    );
    expect(missing.audio?.media_info).toMatchObject({ state: 'gone', reason: 'WhatsApp no longer has this file.' });
    const never = await untilMediaArrived(world, 'image', {});
    expect(never.image?.media_info.state).toBe('gone');
  });

  test('a postponed upload waits with its reason; a refused one fails with WhatsApp’s message', async () => {
    const thread = await customerWrites(world);
    const kept = await upload(world, mp4(30_000), { 'content-type': 'video/mp4' });
    instead = [{ path: /\/media$/, status: 500, body: error(2, 'Service temporarily unavailable') }];
    const put = await sendMedia(world, thread, 'video', { media_id: kept.body.id, caption: 'late' });
    await until(async () => (await getMessage(world, (put.body as Message).id)).waiting_reason);
    await onPhone(world, thread, 'late');
    const other = await upload(world, mp4(31_000), { 'content-type': 'video/mp4' });
    instead = [{ path: /\/media$/, status: 400, body: error(131053, 'Media upload error') }];
    const refused = await sendMedia(world, thread, 'video', { media_id: other.body.id, caption: 'never' });
    const failed = await until(async () => {
      const message = await getMessage(world, (refused.body as Message).id);
      return message.status === -1 ? message : null;
    });
    expect(failed.error).toMatchObject({ provider_code: 131053 });
    await world.api('POST /api/messages/{id}/retry', { params: { id: failed.id } });
    await onPhone(world, thread, 'never');
  });

  test('a message is sent only after its file was uploaded, and the customer’s next one waits for it', async () => {
    const thread = await customerWrites(world);
    const kept = await upload(world, mp4(32_000), { 'content-type': 'video/mp4' });
    instead = [{ path: /\/media$/, status: 500, body: error(2, 'Service temporarily unavailable') }];
    const film = await sendMedia(world, thread, 'video', { media_id: kept.body.id, caption: 'first' });
    const text = await world.api('POST /api/messages', {
      body: {
        channel_id: thread.channel_id,
        thread_id: thread.id,
        source: 'INBOX',
        type: 'text',
        text: { body: 'second' },
      },
    });
    await until(async () => (await getMessage(world, (film.body as Message).id)).waiting_reason);
    expect((await getMessage(world, text.body.id)).status).toBe(0);
    await until(async () => (await getMessage(world, text.body.id)).status >= 1);
    expect((await getMessage(world, (film.body as Message).id)).status).toBeGreaterThanOrEqual(1);
  });

  test('files of another kind, unknown ids and files of other accounts are rejected with the field', async () => {
    const thread = await customerWrites(world);
    const kept = await upload(world, png(20, 20), { 'content-type': 'image/png' });
    const fieldOf = async (type: string, part: Record<string, unknown>) => {
      const { status, body } = await sendMedia(world, thread, type, part);
      expect(status).toBe(422);
      return (body as never as { error: { data: [{ field: string; msg: string }] } }).error.data[0];
    };
    expect(await fieldOf('video', { media_id: kept.body.id })).toMatchObject({
      field: 'video.media_id',
      msg: expect.stringMatching(/send it as image/),
    });
    expect((await fieldOf('image', { media_id: thread.id })).field).toBe('image.media_id');
    expect((await fieldOf('audio', { media_id: kept.body.id, voice: true })).field).toBe('audio.media_id');
    expect((await fieldOf('image', { media_id: kept.body.id, caption: 'x'.repeat(1_025) })).field).toBe(
      'image.caption',
    );
  });

  test('no account can reach a file of another one', async () => {
    const kept = await upload(world, png(21, 20), {
      'content-type': 'image/png',
    });
    const other = await testWorld();
    try {
      const thread = await customerWrites(other);
      const { status } = await sendMedia(other, thread, 'image', { media_id: kept.body.id });
      expect(status).toBe(422);
    } finally {
      await other.close();
    }
  });
});
/** Forwards a call unchanged. */
async function pass(provider: string, request: IncomingMessage, response: ServerResponse) {
  const onward = forward(
    `${provider}${request.url}`,
    { method: request.method, headers: request.headers },
    (answer) => {
      // The URLs in its responses point back to this proxy.
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        const isJson = String(answer.headers['content-type']).includes('json');
        const shown = isJson
          ? Buffer.from(
              body
                .toString('utf8')
                .replaceAll(provider.replaceAll('/', '\\/'), '')
                .replaceAll(provider, `http://${request.headers.host}`),
            )
          : body;
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': shown.length }).end(shown);
      });
    },
  );
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
