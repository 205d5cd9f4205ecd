/** Every documented call about files, against a real server, and the allowed types per kind. */
import { type MediaRow, mediaRows } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type HttpServer, respond, startHttpServer } from '../test/loopback-server.ts';
import { createWhatsAppClient, type WhatsAppClient } from './client.ts';
import { INBOUND_MEDIA_BYTES, MEDIA_LIMITS, mediaProblem, type SendableMedia } from './media-limits.ts';

let server: HttpServer;
let client: WhatsAppClient;
let answers: { status?: number; body: unknown }[] = [];

beforeAll(async () => {
  server = await startHttpServer((_seen, response) => {
    const next = answers.shift();
    respond(response, next?.status ?? 200, next?.body ?? {});
  });
  client = createWhatsAppClient({ baseUrl: server.url, version: 'v25.0' });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const accessToken = 'token';
const last = () => server.seen.at(-1);
const file = { filename: 'a "b".png', mimeType: 'image/png', sizeBytes: 5 };
async function* pieces() {
  yield Buffer.from('he');
  yield Buffer.from('llo');
}

const kind = (name: SendableMedia) => () => {
  const { types, maxBytes } = MEDIA_LIMITS[name];
  for (const type of types) {
    expect(mediaProblem(name, `${type.toUpperCase()}; codecs=x`, maxBytes)).toBeNull();
    expect(mediaProblem(name, type, maxBytes + 1)).toBe('too_large');
  }
  expect(mediaProblem(name, 'text/html', 1)).toBe('type');
};

const cases: Record<MediaRow, () => unknown> = {
  async upload() {
    for (const content of [Buffer.from('hello'), pieces()]) {
      answers = [{ body: { id: '271' } }];
      const outcome = await client.uploadMedia({ accessToken, phoneNumberId: '1061', file: { ...file, content } });
      expect(outcome).toEqual({ kind: 'ok', value: { id: '271' } });
      expect(last()).toMatchObject({ method: 'POST', path: '/v25.0/1061/media' });
      const { headers, body = '' } = last() ?? {};
      const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers?.['content-type'] ?? '')?.[1];
      const parts = body.split(`--${boundary}`);
      expect(Number(headers?.['content-length'])).toBe(Buffer.byteLength(body));
      expect(parts.map((part) => /name="(\w+)"/.exec(part)?.[1])).toEqual([
        undefined,
        'messaging_product',
        'type',
        'file',
        undefined,
      ]);
      expect(parts[3]).toBe(
        '\r\ncontent-disposition: form-data; name="file"; filename="a %22b%22.png"\r\ncontent-type: image/png\r\n\r\nhello\r\n',
      );
    }
  },
  async resolve() {
    answers = [{ body: { url: 'https://lookaside.fbsbx.com/x', mime_type: 'audio/ogg; codecs=opus', file_size: '7' } }];
    const outcome = await client.getMediaUrl({ accessToken, mediaId: '271' });
    expect(outcome).toMatchObject({
      kind: 'ok',
      value: { mimeType: 'audio/ogg; codecs=opus', sizeBytes: 7, id: null },
    });
    expect(last()).toMatchObject({ method: 'GET', path: '/v25.0/271' });
  },
  async download() {
    answers = [{ body: 'bytes' }];
    expect(await client.downloadMedia({ accessToken, url: `${server.url}/x` })).toMatchObject({ kind: 'ok' });
    expect(last()?.headers.authorization).toBe('Bearer token');
    answers = [{ status: 404, body: {} }];
    expect(await client.downloadMedia({ accessToken, url: `${server.url}/x` })).toEqual({ kind: 'expired' });
  },
  async delete() {
    answers = [{ body: { success: true } }];
    const call = { accessToken, mediaId: '271', phoneNumberId: '1061' };
    expect(await client.deleteMedia(call)).toEqual({ kind: 'ok', value: true });
    expect(last()).toMatchObject({ method: 'DELETE', path: '/v25.0/271?phone_number_id=1061' });
  },
  audio: kind('audio'),
  document: kind('document'),
  image: kind('image'),
  sticker: kind('sticker'),
  video: kind('video'),
  'moving picture of a template': kind('template_gif'),
  'inbound of any kind': () => expect(INBOUND_MEDIA_BYTES).toBe(100 * 1024 * 1024),
  async 'resumable upload: open'() {
    answers = [{ body: { id: 'upload:MTphd?sig=ARZ-_=' } }];
    const outcome = await client.startUpload({ accessToken, appId: '301', ...file });
    expect(outcome).toEqual({ kind: 'ok', value: { uploadId: 'upload:MTphd?sig=ARZ-_=' } });
    expect(last()).toMatchObject({
      method: 'POST',
      path: '/v25.0/301/uploads?file_name=a+%22b%22.png&file_length=5&file_type=image%2Fpng',
      headers: { authorization: 'OAuth token' },
    });
  },
  async 'resumable upload: send'() {
    answers = [{ body: { h: '4::aW' } }];
    const content = Buffer.from('llo');
    const outcome = await client.continueUpload({ accessToken, uploadId: 'upload:MTphd?sig=A', offset: 2, content });
    expect(outcome).toEqual({ kind: 'ok', value: { handle: '4::aW' } });
    expect(last()).toMatchObject({
      method: 'POST',
      path: '/v25.0/upload:MTphd?sig=A',
      headers: { file_offset: '2', authorization: 'OAuth token', 'content-length': '3' },
      body: 'llo',
    });
  },
  async 'resumable upload: how far'() {
    answers = [{ body: { id: 'upload:MTphd', file_offset: 2 } }];
    expect(await client.getUploadOffset({ accessToken, uploadId: 'upload:MTphd' })).toEqual({ kind: 'ok', value: 2 });
    expect(last()).toMatchObject({ method: 'GET', path: '/v25.0/upload:MTphd' });
  },
};

describe('every documented row about files', () => {
  it('has a case', () => expect(Object.keys(cases).sort()).toEqual([...mediaRows].sort()));
  it.each(mediaRows)('%s', async (row) => {
    await cases[row]();
  });

  it('an upload of a file that ends early can be retried', async () => {
    async function* broken() {
      yield Buffer.from('he');
      throw new Error('the disk is gone');
    }
    answers = [{ body: { id: '271' } }];
    const call = { accessToken, phoneNumberId: '1061', file: { ...file, content: broken() } };
    expect(await client.uploadMedia(call)).toMatchObject({ kind: 'retry' });
  });
});
