import { createHash } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mp4, png, pngOf, upload } from '../../testing/media.ts';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
/**
 * Created before the server blocks the image library's other decoders, because this process shares the library with
 * it.
 */
let made: { turned: Buffer; deep: Buffer; sticker: Buffer };
beforeAll(async () => {
  made = {
    turned: await sharp(png(300, 200)).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    deep: await sharp(png(20, 20)).toColourspace('rgb16').png().toBuffer(),
    sticker: await sharp(png(512, 512, 250))
      .webp({ lossless: true })
      .toBuffer(),
  };
  world = await testWorld();
});
afterAll(() => world.close());

const send = (content: Uint8Array | ReadableStream, type = 'application/octet-stream', name?: string, more = {}) =>
  upload(world, content, {
    'content-type': type,
    ...(name === undefined ? {} : { 'x-filename': encodeURIComponent(name) }),
    ...more,
  });

/** The files in the temporary folder: none while nothing is in progress. */
const leftovers = () => readdir(join(world.server.platform.config.dataDir, 'media', 'incoming'));

/** A ZIP with one stored or deflated entry. */
/** Always the same bytes, which begin like no known type of file. */
const noise = (outputLength: number) => createHash('shake256', { outputLength }).update('noise').digest();

function zip(name: string, content: Buffer, packed = false): Buffer {
  const data = packed ? deflateRawSync(content) : content;
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(packed ? 8 : 0, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), data]);
}

describe('accepted types', () => {
  test('an image has its size, hash and dimensions', async () => {
    const content = png(320, 200);
    const { status, body } = await send(content, 'image/png', 'Broken hanger.png');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      mime_type: 'image/png',
      size_bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      filename: 'Broken hanger.png',
      width: 320,
      height: 200,
    });
  });

  test('a rotated photo has its displayed dimensions', async () => {
    expect((await send(made.turned, 'image/jpeg')).body).toMatchObject({
      mime_type: 'image/jpeg',
      width: 200,
      height: 300,
    });
  });

  test('video and audio in the same container are distinguished', async () => {
    expect((await send(mp4(50_000), 'video/mp4')).body).toMatchObject({
      mime_type: 'video/mp4',
      width: 640,
      height: 360,
      duration_ms: 12_500,
    });
    expect((await send(mp4(50_000, 'soun'), 'audio/mp4')).body).toMatchObject({ mime_type: 'audio/mp4' });
  });

  test('documents: PDF, text, an old Word file by its name', async () => {
    expect((await send(Buffer.from('%PDF-1.7\n%…'), 'application/pdf', 'a.pdf')).body.mime_type).toBe(
      'application/pdf',
    );
    expect((await send(Buffer.from('Preis;Stück\n3,50;2 ✓\n'), 'text/csv', 'Preise.csv')).body.mime_type).toBe(
      'text/plain',
    );
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_000)]);
    expect((await send(old, '', 'Brief.doc')).body.mime_type).toBe('application/msword');
    expect((await send(old, '', 'Brief.bin')).status).toBe(422);
  });

  test('an image that is also a web page and an archive is stored as an image', async () => {
    const page = Buffer.from('<!doctype html><script>alert(document.domain)</script>');
    const content = Buffer.concat([png(40, 30), page, zip('evil.html', page)]);
    for (const type of ['image/png', 'text/html', 'application/zip']) {
      const { status, body } = await send(content, type, 'picture.html');
      // Declared as something else: rejected, or stored as an image and never served as anything else.
      expect([201, 422]).toContain(status);
      if (status === 201) expect(body.mime_type).toBe('image/png');
      else expect(body.error.data[0]?.msg).not.toBe('');
    }
    expect(await leftovers()).toEqual([]);
  });

  test('the same bytes are stored once, under several ids', async () => {
    const content = png(64, 64, 40);
    const [one, two] = [await send(content, 'image/png', 'one.png'), await send(content, 'image/png', 'two.png')];
    expect(one.body.id).not.toBe(two.body.id);
    const { rows } = await world.server.owner.query(
      'select count(*)::int as n, count(distinct file_id)::int as files from media where id = any($1)',
      [[one.body.id, two.body.id]],
    );
    expect(rows).toEqual([{ n: 2, files: 1 }]);
  });

  test('the same key returns the same file; other bytes with it are refused', async () => {
    const key = { 'idempotency-key': 'photo-1' };
    const first = await send(png(10, 10), 'image/png', 'a.png', key);
    const again = await send(png(10, 10), 'image/png', 'a.png', key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.id).toBe(first.body.id);
    const other = await send(png(11, 10), 'image/png', 'a.png', key);
    expect([other.status, other.body.error.code]).toEqual([409, 'id_conflict']);
  });

  test('concurrent uploads of the same bytes are charged once', async () => {
    const content = png(80, 80, 90);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(content, 'image/png')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const { rows } = await world.server.owner.query(
      'select (select bytes from media_usage where client_id = $1) = sum(size_bytes) as right from media_files where client_id = $1',
      [world.clientId],
    );
    expect(rows).toEqual([{ right: true }]);
    expect(await leftovers()).toEqual([]);
  });
});

describe('rejected files get a message', () => {
  const bomb = pngOf(60_000, 60_000, deflateSync(Buffer.alloc(2_000_000)));
  const script = '<script>alert(document.domain)</script>';
  const cases: [string, Buffer, string, RegExp][] = [
    ['nothing', Buffer.alloc(0), 'image/png', /empty/],
    ['a page that says it is a picture', Buffer.from(`<!doctype html>${script}`), 'image/png', /not a picture/],
    ['a page', Buffer.from(`\n  <html>${script}</html>`), 'text/html', /Web pages/],
    ['a page as text', Buffer.from(script), 'text/plain', /Web pages/],
    [
      'a drawing with a program',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      'image/svg+xml',
      /not a picture/,
    ],
    [
      'a drawing behind a prologue',
      Buffer.from(`<?xml version="1.0"?><svg>${script}</svg>`),
      'image/svg+xml',
      /not a picture/,
    ],
    ['text that says it is a film', Buffer.from('hello'), 'video/mp4', /This is text/],
    ['an archive', zip('a.txt', Buffer.from('a')), 'application/zip', /archives/],
    [
      'a bomb in an archive',
      zip('[Content_Types].xml', Buffer.alloc(60_000_000), true),
      'application/zip',
      /archives|documents|type/i,
    ],
    ['a picture with too many pixels', bomb, 'image/png', /pixels/],
    ['a picture cut off', png(200, 200, 80).subarray(0, 5_000), 'image/png', /damaged/],
    [
      'a program',
      Buffer.concat([Buffer.from('7f454c46020101', 'hex'), noise(500)]),
      'image/jpeg',
      /does not take files of this type/,
    ],
    ['noise', noise(5_000), 'video/mp4', /does not take files of this type|is text/],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 'image/gif', /GIF/],
    [
      'a film without a description',
      Buffer.concat([mp4(40).subarray(0, 28), Buffer.alloc(100)]),
      'video/mp4',
      /does not take/,
    ],
  ];
  test.each(cases)('%s', async (_what, content, type, words) => {
    const { status, body } = await send(content, type, 'x.png');
    expect([status, body.error?.code]).toEqual([422, 'media_unusable']);
    expect(body.error.data).toEqual([{ field: 'file', msg: expect.stringMatching(words) }]);
    expect(await leftovers()).toEqual([]);
  });

  test('an image with 16 bits per channel', async () => {
    expect((await send(made.deep, 'image/png')).body.error.data[0]?.msg).toMatch(/8 bits a channel/);
  });

  test('each kind has its own size limit', async () => {
    const tooLarge = await send(mp4(16 * 1_048_576 + 1), 'video/mp4');
    expect([tooLarge.status, tooLarge.body.error.code]).toEqual([413, 'payload_too_large']);
    expect(tooLarge.body.error.data[0]?.msg).toMatch(/a video may have 16 MB/);
    const noisy = png(1_400, 1_400, 250);
    expect(noisy.length).toBeGreaterThan(5 * 1_048_576);
    expect((await send(noisy, 'image/png')).body.error.data[0]?.msg).toMatch(/a picture may have 5 MB/);
    expect((await send(made.sticker, 'image/webp')).body.error.data[0]?.msg).toMatch(
      /a sticker \(WebP\) may have 100 KB/,
    );
    expect(await leftovers()).toEqual([]);
  });

  test('more than 100 MB in chunks are aborted', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1_048_576;
        if (sent > 140 * 1_048_576) controller.close();
        else controller.enqueue(new Uint8Array(1_048_576));
      },
    });
    const { status, body } = await send(endless, 'application/pdf');
    expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
    expect(await leftovers()).toEqual([]);
  });

  test('the account’s own quota', async () => {
    const small = await testWorld({ env: { MEDIA_QUOTA_MB: '1' } });
    try {
      const content = mp4(700_000);
      expect((await upload(small, content)).status).toBe(201);
      expect((await upload(small, content)).status).toBe(201);
      const full = await upload(small, Buffer.concat([mp4(700_000), Buffer.alloc(8)]));
      expect([full.status, full.body.error.code]).toEqual([409, 'storage_full']);
      const { rows } = await small.server.owner.query('select count(*)::int as n from media_files');
      expect(rows).toEqual([{ n: 1 }]);
    } finally {
      await small.close();
    }
  });
});

describe('the figures of an account', () => {
  const figures = async () => (await world.api('GET /api/integrations', {})).body.files_24h;

  test('count what the storage took, and what it did not take', async () => {
    const before = await figures();
    expect((await send(png(31, 17), 'image/png')).status).toBe(201);
    // The same bytes again are stored already.
    expect((await send(png(31, 17), 'image/png')).status).toBe(201);
    expect(await figures()).toEqual({ ...before, stored: before.stored + 1 });
    const folder = join(world.server.platform.config.dataDir, 'media', world.clientId);
    await rename(folder, `${folder}-aside`);
    await writeFile(folder, 'not a folder');
    try {
      expect((await send(png(32, 17), 'image/png')).status).toBe(500);
    } finally {
      await rm(folder);
      await rename(`${folder}-aside`, folder);
    }
    expect(await figures()).toEqual({ stored: before.stored + 1, failed: before.failed + 1 });
  });
});

describe('any bytes', () => {
  const magic = [
    '89504e470d0a1a0a',
    'ffd8ffe0',
    '474946383961',
    '52494646ffffffff57454250',
    '25504446',
    '504b0304',
    '4f676753',
    '1aa22a3',
    '0000001866747970',
    '3c3f786d6c',
    'd0cf11e0a1b11ae1',
  ];
  test('is stored safely or refused with a message, never a server error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...magic),
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom(
          'image/png',
          'text/html',
          'video/mp4',
          '',
          'x/y; q="\u00e9"'.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, ''),
        ),
        fc.string({ unit: 'binary', maxLength: 60 }),
        async (head, tail, type, name) => {
          const content = Buffer.concat([Buffer.from(head, 'hex'), tail]);
          const { status, body } = await send(content, type, name.toWellFormed());
          expect([201, 413, 422]).toContain(status);
          if (status === 201) expect(body.filename ?? 'a').not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
          else expect(body.error.data[0]?.msg).not.toBe('');
        },
      ),
      { numRuns: 60 },
    );
    expect(await leftovers()).toEqual([]);
  });
});
