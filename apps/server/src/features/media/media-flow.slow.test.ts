import type { Message } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBuckets } from '../../testing/bucket.ts';
import { customerWrites, getMessage } from '../../testing/inbox.ts';
import { mp4, png, upload } from '../../testing/media.ts';
import { customerSends, onPhone, sendMedia, untilMediaSettled } from '../../testing/media-flow.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';
import { enqueueCleanup } from './cleanup-media.ts';

type Place = { name: string; open(): Promise<{ env: Record<string, string>; close(): Promise<void> }> };

const places: Place[] = [
  { name: 'a folder', open: async () => ({ env: {}, close: async () => undefined }) },
  {
    name: 'S3',
    async open() {
      const { env, close } = await testBuckets('files');
      return { env: { ...env, S3_BUCKET: 'files' }, close };
    },
  },
];
describe.each(places)('with files in $name', ({ open }) => {
  let world: World;
  let place: Awaited<ReturnType<Place['open']>>;
  beforeAll(async () => {
    place = await open();
    world = await testWorld({ env: place.env });
  });
  afterAll(async () => {
    await world.close();
    await place.close();
  });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${world.server.url}${path}`, { method, headers });

  test('a customer’s photo is copied, displayed as thumbnail and original, and never served under a truncated URL', async () => {
    const content = png(900, 700, 60);
    const arrived = await customerSends(world, 'image', content, 'image/png', { caption: 'Is this the hanger?' });
    const { image } = await untilMediaSettled(world, arrived.id);
    expect(image).toMatchObject({
      caption: 'Is this the hanger?',
      media_info: { mime_type: 'image/png', size_bytes: content.length, width: 900, height: 700, state: 'ready' },
    });
    const { url, thumbnail_url } = image?.media_info ?? {};
    const whole = await get(url ?? '');
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringMatching(/^private, max-age=(9\d\d|1[0-7]\d\d|1800), immutable$/),
    });
    const small = await get(thumbnail_url ?? '');
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await small.arrayBuffer()).byteLength).toBeLessThan(content.length / 4);
    const forged = [
      url?.replace('/file', '/thumbnail'),
      url?.replace(/e=(\d+)/, (_all, e: string) => `e=${Number(e) + 900}`),
      url?.replace(/s=./, 's=_'),
      url?.replace(/&s=.*/, ''),
      url?.replace(/media\/[^/]*/, `media/${arrived.id}`),
    ];
    for (const path of forged) expect((await get(path ?? '')).status).toBe(404);
  });

  test('an edit of the caption by the customer does not remove the file', async () => {
    const arrived = await customerSends(world, 'image', png(60, 61), 'image/png', { caption: 'Is this the hangar?' });
    const { image, provider_message_id } = await untilMediaSettled(world, arrived.id);
    await world.deliver({
      contacts: [{ profile: { name: 'Amara Okafor' }, wa_id: arrived.to }],
      messages: [
        {
          from: arrived.to,
          id: freshWamid(),
          timestamp: String(nowS() + 2),
          type: 'edit',
          edit: {
            original_message_id: provider_message_id,
            message: { type: 'image', image: { id: '77', mime_type: 'image/png', caption: 'Is this the hanger?' } },
          },
        },
      ],
    } as never);
    const edited = await until(async () => {
      const message = await getMessage(world, arrived.id);
      return message.image?.caption === 'Is this the hanger?' ? message : null;
    });
    expect(edited.image?.media_info).toEqual(image?.media_info);
  });

  test('ranges of a video', async () => {
    const content = mp4(700_000);
    const message = await untilMediaSettled(world, (await customerSends(world, 'video', content, 'video/mp4')).id);
    const url = message.video?.media_info.url ?? '';
    expect(message.video?.media_info).toMatchObject({ width: 640, height: 360, duration_ms: 12_500 });
    const part = await get(url, { range: 'bytes=1000-1999' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${content.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1_000, 2_000))).toBe(true);
    const end = await get(url, { range: 'bytes=-5' });
    expect(Buffer.from(await end.arrayBuffer()).equals(content.subarray(-5))).toBe(true);
    const beyond = await get(url, { range: `bytes=${content.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`]);
    const other = await get(url, { range: 'bytes=0-9', 'if-range': '"another"' });
    expect([other.status, other.headers.get('content-length')]).toEqual([200, String(content.length)]);
    await other.body?.cancel();
    const tag = part.headers.get('etag') ?? '';
    expect((await get(url, { 'if-none-match': tag })).status).toBe(304);
    const head = await get(url, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      String(content.length),
      'bytes',
    ]);
  });

  test('a web page that a customer sends as an image is served as a download, never as a page', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const message = await untilMediaSettled(world, (await customerSends(world, 'image', page, 'image/png')).id);
    const answer = await get(message.image?.media_info.url ?? '');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(message.image?.media_info.thumbnail_url).toBeUndefined();
  });

  test('a document gets a safe name whose extension fits its bytes', async () => {
    const paper = Buffer.from('%PDF-1.7\nwarranty');
    const sent = await customerSends(world, 'document', paper, 'application/pdf', {
      filename: '../../Garantie\u202Efdp.exe',
    });
    const message = await untilMediaSettled(world, sent.id);
    const answer = await get(message.document?.media_info.url ?? '');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Garantie_fdp.exe.pdf"; filename*=UTF-8''Garantie_fdp.exe.pdf`,
    );
  });

  test('an attachment of the team is sent, and uploaded once for a number', async () => {
    const content = png(700, 500, 50);
    const kept = await upload(world, content, { 'content-type': 'image/png' });
    const [one, two] = [await customerWrites(world), await customerWrites(world)];
    const caption = `Straightened ${freshWamid()}`;
    const first = await sendMedia(world, one, 'image', { media_id: kept.body.id, caption });
    expect(first.status).toBe(201);
    expect((first.body as Message).image).toMatchObject({
      caption,
      media_info: { media_id: kept.body.id, width: 700, height: 500, state: 'ready' },
    });
    const there = await onPhone(world, one, caption);
    const bytes = await fetch(`${world.simulator.url}/simulator/control/media/${there.content['id']}`, {
      headers: { authorization: 'Bearer EAA-token-of-the-test-channel' },
    });
    expect(Buffer.from(await bytes.arrayBuffer()).equals(content)).toBe(true);
    await sendMedia(world, two, 'image', { media_id: kept.body.id, caption });
    const again = await onPhone(world, two, caption);
    expect(again.content['id']).toBe(there.content['id']);
    await until(async () => (await getMessage(world, (first.body as Message).id)).status >= 2);
  });
});
describe('expiry of files', () => {
  test('uploads that were not sent and expired files are deleted with their bytes', async () => {
    const world = await testWorld({ env: { MEDIA_KEEP_DAYS: '30' } });
    try {
      const { owner, platform } = world.server;
      const thread = await customerWrites(world);
      const unsent = await upload(world, png(30, 30), { 'content-type': 'image/png' });
      const sent = await upload(world, png(31, 30), { 'content-type': 'image/png' });
      const fresh = await upload(world, png(32, 30), { 'content-type': 'image/png' });
      const message = (await sendMedia(world, thread, 'image', { media_id: sent.body.id })).body as Message;
      await until(async () => (await getMessage(world, message.id)).status >= 1);
      const url = (await getMessage(world, message.id)).image?.media_info.url ?? '';
      expect((await fetch(`${world.server.url}${url}`)).status).toBe(200);
      await owner.query("update media set created_at = now() - interval '8 days' where id = $1", [unsent.body.id]);
      await owner.query(
        "update media set created_at = now() - interval '31 days', sent_at = now() - interval '31 days' where id = $1",
        [sent.body.id],
      );
      await owner.query(`update messages set "timestamp" = now() - interval '31 days' where id = $1`, [message.id]);
      await owner.query("update media_files set used_at = now() - interval '2 days'");
      await platform.db.system.transaction('maintenance', enqueueCleanup(platform));
      platform.notifier.notify('jobs', '');
      await until(async () => (await owner.query('select from media_files')).rowCount === 1);
      const { rows } = await owner.query('select id, state from media order by created_at');
      expect(rows).toEqual([
        { id: sent.body.id, state: 'gone' },
        { id: fresh.body.id, state: 'kept' },
      ]);
      expect((await getMessage(world, message.id)).image?.media_info).toMatchObject({ state: 'gone', url: null });
      await until(async () => (await fetch(`${world.server.url}${url}`)).status === 404);
      const usage = await owner.query(
        'select bytes = (select sum(size_bytes) from media_files) as right from media_usage',
      );
      expect(usage.rows).toEqual([{ right: true }]);
    } finally {
      await world.close();
    }
  });
});
