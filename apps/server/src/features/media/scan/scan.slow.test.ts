import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../platform/config.ts';
import { customerWrites, getMessage, queryAsOwner } from '../../../testing/inbox.ts';
import { png, upload } from '../../../testing/media.ts';
import { customerSends, onPhone, sendMedia, untilMediaSettled, withReason } from '../../../testing/media-flow.ts';
import { commandScanner, icapScanner, malware, type TestScanner } from '../../../testing/scanners.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { mediaHealth } from '../health.ts';

const infected = (about: string) => Buffer.from(`${about}\n${malware}\n`);
const clean = (about: string) => Buffer.from(`${about}: brake pads, 2 pairs\n`);
const text = { 'content-type': 'text/plain' };
const words = 'The malware scanner refused this file (Kestrel.Test). Nothing of it was kept.';

describe.each([
  ['a command', commandScanner],
  ['an ICAP service', icapScanner],
])('with %s', (_name, open) => {
  let scanner: TestScanner;
  let world: World;
  beforeAll(async () => {
    scanner = await open();
    world = await testWorld({ env: { MALWARE_SCANNER: scanner.setting } });
  });
  afterAll(async () => {
    await world.close();
    await scanner.close();
  });

  const get = async (url: string) => {
    const answer = await fetch(`${world.server.url}${url}`);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() };
  };
  const urlOf = async (id: string) => (await getMessage(world, id)).document?.media_info.url ?? '';
  const storedFiles = async () =>
    (
      await readdir(join(world.server.platform.config.dataDir, 'media'), { recursive: true, withFileTypes: true })
    ).filter((entry) => entry.isFile()).length;
  /** Runs jobs that wait for the scanner now. */
  const hurry = async () => {
    await queryAsOwner(
      world.server.owner,
      "update jobs set run_at = now() where kind in ('media.scan', 'media.copy')",
      [],
    );
    world.server.platform.notifier.notify('jobs', '');
  };

  test('a clean upload is accepted, sent and served', async () => {
    const thread = await customerWrites(world);
    const kept = await upload(world, clean('Order'), { ...text, 'x-filename': 'order.txt' });
    expect(kept.status).toBe(201);
    const sent = await sendMedia(world, thread, 'document', { media_id: kept.body.id });
    await onPhone(world, thread, 'order.txt');
    expect((await get(await urlOf(sent.body.id))).body).toBe(clean('Order').toString());
  });

  test('malware is refused with its own message, and no part of it is stored', async () => {
    const before = await storedFiles();
    const answer = await upload(world, infected('Upload'), text);
    expect([answer.status, answer.body.error]).toMatchObject([422, { code: 'media_refused', data: [{ msg: words }] }]);
    expect(await storedFiles()).toBe(before);
  });

  test('a customer’s malware is never stored, and the message shows the reason', async () => {
    const message = await customerSends(world, 'document', infected('Invoice'), 'text/plain', { filename: 'bill.txt' });
    const { document } = await untilMediaSettled(world, message.id);
    expect(document?.media_info).toMatchObject({ state: 'gone', reason: words, url: null });
    const again = await world.api('POST /api/messages/{id}/copy-media', { params: { id: message.id } });
    expect(again.status).toBeGreaterThanOrEqual(400);
  });

  test('an avatar is scanned too', async () => {
    const picture = Buffer.concat([png(64, 64), Buffer.from(malware)]);
    const answer = await fetch(`${world.server.url}/api/auth/photo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${world.token}`, 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    });
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: { code: 'media_refused' } }]);
  });

  test('a file for a simulated customer is scanned too, before it is served from there', async () => {
    const post = (body: Buffer) =>
      fetch(`${world.server.url}/api/sandbox/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.token}`, ...text },
        body: new Uint8Array(body),
      });
    const refused = await post(infected('From a customer'));
    expect([refused.status, await refused.json()]).toMatchObject([422, { error: { code: 'media_refused' } }]);
    const kept = await post(clean('From a customer'));
    expect(kept.status).toBe(201);
    const { id } = (await kept.json()) as { id: string };
    const served = await fetch(`${world.server.url}/api/sandbox/media/${id}`, {
      headers: { authorization: `Bearer ${world.token}` },
    });
    expect(await served.text()).toBe(clean('From a customer').toString());
  });

  test('the doctor checks whether it answers', async () => {
    const [check] = mediaHealth(world.server.platform.config);
    expect(await check?.run()).toMatchObject({ state: 'ok' });
    await scanner.setDown(true);
    expect(await check?.run()).toMatchObject({ state: 'problem', fix: expect.stringContaining('MALWARE_SCANNER') });
    await scanner.setDown(false);
  });

  describe('that does not answer', () => {
    test('uploads wait: neither served nor sent before the scanner reports them as clean', async () => {
      const thread = await customerWrites(world);
      await scanner.setDown(true);
      const kept = await upload(world, clean('Invoice'), { ...text, 'x-filename': 'invoice.txt' });
      expect(kept.status).toBe(201);
      const sent = await sendMedia(world, thread, 'document', { media_id: kept.body.id });
      await until(() => waitingReason(sent.body.id));
      const refused = await get(await urlOf(sent.body.id));
      expect([refused.status, refused.retryAfter]).toEqual([503, '15']);
      expect(refused.body).toContain('waiting for the malware scan');
      await hurry();
      expect((await get(await urlOf(sent.body.id))).status).toBe(503);
      await scanner.setDown(false);
      await until(async () => {
        await hurry();
        return (await get(await urlOf(sent.body.id))).status === 200;
      });
      await queryAsOwner(world.server.owner, 'update triggers set run_at = now() where message_id = $1', [
        sent.body.id,
      ]);
      await onPhone(world, thread, 'invoice.txt');
    });

    test('uploads that turn out to be malware are deleted, and their messages fail with the reason', async () => {
      const thread = await customerWrites(world);
      await scanner.setDown(true);
      const kept = await upload(world, infected('Price list'), text);
      expect(kept.status).toBe(201);
      const sent = await sendMedia(world, thread, 'document', { media_id: kept.body.id });
      await until(() => waitingReason(sent.body.id));
      await scanner.setDown(false);
      const failed = await until(async () => {
        await hurry();
        await queryAsOwner(world.server.owner, 'update triggers set run_at = now() where message_id = $1', [
          sent.body.id,
        ]);
        const message = await getMessage(world, sent.body.id);
        return message.send_state === 'failed' ? message : null;
      });
      expect(failed.error).toMatchObject({ code: 'file_refused', message: words });
      expect(await get(failed.document?.media_info.url ?? '')).toMatchObject({
        status: 404,
        body: expect.stringContaining('Kestrel.Test'),
      });
    });

    test('customers’ files are downloaded again until it answers', async () => {
      await scanner.setDown(true);
      const message = await customerSends(world, 'document', clean('Photo list'), 'text/plain', { filename: 'a.txt' });
      const waits = await withReason(world, message.id);
      expect(waits.document?.media_info).toMatchObject({ state: 'provider', url: null });
      expect(waits.document?.media_info.reason).toContain('malware scan');
      await scanner.setDown(false);
      const ready = await until(async () => {
        await hurry();
        const { document } = await getMessage(world, message.id);
        return document?.media_info.state === 'ready' ? document : null;
      });
      expect((await get(ready.media_info.url ?? '')).body).toBe(clean('Photo list').toString());
    });
  });

  async function waitingReason(id: string): Promise<boolean> {
    const [row] = await queryAsOwner<{ waiting_reason: string | null }>(
      world.server.owner,
      'select waiting_reason from messages where id = $1',
      [id],
    );
    return row?.waiting_reason === 'Waiting for the malware scan';
  }
});

test.each(['clamscan', 'http://scanner.example', 'icap://'])('the invalid setting %s stops the start', (setting) => {
  expect(() => parseConfig({ MALWARE_SCANNER: setting }, '/')).toThrow(/^MALWARE_SCANNER: /);
});
