// @module-tag data
import { uploadedFileValue } from '@parley/contract/template-fill';
import type { Campaign } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import {
  draftTo,
  freshPhones,
  getCampaign,
  isSettled,
  listRecipients,
  pauseWhileQueued,
  receivedByPhones,
  runCommand,
  startAndSnapshot,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { customerWrites, getMessage, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { png, upload } from '../../../testing/media.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* A broadcast from its start to its end, against the simulator. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world);
});
afterAll(() => world.close());
afterEach(async () => {
  await world.phone('DELETE', '/faults');
  await setPace(80);
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const setPace = (pace: number) =>
  sql('update channels set pace = $2, version = version + 1 where id = $1', [world.channelId, pace]);
const left = ({ counters }: Campaign) => counters.sent + counters.delivered + counters.read;
/** Who of these numbers got something, and how often. */
async function gotBy(phones: readonly string[]): Promise<Map<string, number>> {
  const got = new Map<string, number>();
  for (const { phone } of await receivedByPhones(world))
    if (phones.includes(phone)) got.set(phone, (got.get(phone) ?? 0) + 1);
  return got;
}
const once = (phones: readonly string[]) => new Map(phones.map((phone) => [phone, 1]));
const sorted = (map: Map<string, number>) => [...map].sort();

describe('sending', () => {
  test('200 recipients get it once each, and the counters match their phones', async () => {
    const phones = freshPhones(200);
    await Promise.all(
      phones.map((phone_number) => world.phone('POST', '/phones', { phone_number, name: 'Ana', reads: 'at_once' })),
    );
    const campaign = await draftTo(world, phones, { template_id: template });
    expect((await startAndSnapshot(world, campaign)).state).toBe('RUNNING');
    const end = await untilCampaign(world, campaign, (now) => now.counters.read === 200 && now.state === 'FINISHED');
    expect(end.counters).toEqual({
      queued: 0,
      sent: 0,
      delivered: 0,
      read: 200,
      failed: 0,
      unknown: 0,
      skipped: 0,
      capped: 0,
    });
    expect(end.ended_at).not.toBeNull();
    expect(sorted(await gotBy(phones))).toEqual(sorted(once(phones)));
    const recipients = await listRecipients(world, campaign);
    expect(recipients.every((one) => one.sent_at !== null && one.delivered_at !== null && one.read_at !== null)).toBe(
      true,
    );
    const [first] = recipients;
    const message = await getMessage(world, first?.message_id ?? '');
    expect(message).toMatchObject({ source: 'BROADCAST', type: 'template', to: first?.phone_number });
    // A conversation started by a broadcast is not assigned.
    const thread = await world.api('GET /api/threads/{id}', { params: { id: message.thread_id } });
    expect(thread.body.state).toBe('DONE');
    const triggers = await world.api('GET /api/messages/{id}/triggers', { params: { id: message.id } });
    expect(triggers.body.data.map(({ meta_data }) => meta_data.type)).toEqual(['campaign']);
  });

  test('an uploaded file in the header is uploaded to WhatsApp once and reaches everybody', async () => {
    const { body: file } = await upload(world, png(64, 64), { 'x-filename': 'spring.png' });
    const phones = freshPhones(5);
    const campaign = await draftTo(world, phones, {
      template_id: await templateOf(world, 'spring_offer'),
      variables: { 'header.file': { value: `media:${file.id}` }, 'body.1': { value: 'friend' } },
    });
    expect((await startAndSnapshot(world, campaign)).state).toBe('RUNNING');
    await untilCampaign(world, campaign, (now) => left(now) === 5 && now.state === 'FINISHED');
    expect(sorted(await gotBy(phones))).toEqual(sorted(once(phones)));
    expect(await sql('select count(*)::int as n from media_uploads where channel_id = $1', [world.channelId])).toEqual([
      { n: 1 },
    ]);
    const [recipient] = await listRecipients(world, campaign);
    const message = await getMessage(world, recipient?.message_id ?? '');
    expect(message.template).toMatchObject({ display: { header: { format: 'IMAGE' } } });
  });

  test('started twice at once it is sent once', async () => {
    const phones = freshPhones(5);
    const campaign = await draftTo(world, phones, { template_id: template });
    const answers = await Promise.all([runCommand(world, campaign, 'start'), runCommand(world, campaign, 'start')]);
    expect(answers.map(({ state }) => state)).toEqual(['RUNNING', 'RUNNING']);
    expect(
      await sql("select id from campaign_events where campaign_id = $1 and kind = 'started'", [campaign.id]),
    ).toHaveLength(1);
    expect(
      await sql("select id from jobs where kind = 'broadcasts.snapshot' and payload->>'campaign_id' = $1", [
        campaign.id,
      ]),
    ).toHaveLength(1);
    await runCommand(world, campaign, 'cancel');
  });

  test('a recipient who answers in an existing conversation finds it unchanged', async () => {
    const thread = await customerWrites(world);
    const phone = thread.contact.phone_number ?? '';
    const campaign = await draftTo(world, [phone], { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, isSettled);
    expect((await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body.state).toBe('ACTIVE');
    const later = await customerWrites(world, phone, 'I want one');
    expect(later.id).toBe(thread.id);
    const answered = await untilCampaign(world, campaign, ({ after }) => after.replied === 1);
    expect(answered.after).toEqual({ replied: 1, tapped: 0, opted_out: 0 });
    await customerWrites(world, phone, 'Or two');
    expect((await getCampaign(world, campaign)).after.replied).toBe(1);
  });
});

describe('a template with an uploaded file in its header', () => {
  let offer: string;
  beforeAll(async () => {
    offer = await templateOf(world, 'spring_offer');
  });
  const draft = (phones: readonly string[], file: string) => {
    const variables = { 'header.file': { value: uploadedFileValue(file) }, 'body.1': { value: 'friend' } };
    return draftTo(world, phones, { template_id: offer, variables });
  };

  test('every recipient gets the file, which is uploaded to WhatsApp once', async () => {
    const phones = freshPhones(12);
    const file = (await upload(world, png(40, 30), { 'content-type': 'image/png' })).body.id;
    const campaign = await draft(phones, file);
    await startAndSnapshot(world, campaign);
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.counters).toMatchObject({ delivered: 12, failed: 0, skipped: 0 });
    const shown = await Promise.all(
      phones.map(async (phone) => {
        const { data } = await world.phone<{ data: { content: unknown }[] }>('GET', `/phones/${phone}/messages`);
        return data.map(({ content }) => JSON.stringify(content).match(/"image":\{"id":"(\w+)"\}/)?.[1]);
      }),
    );
    const [known] = shown[0] ?? [];
    expect(known).toBeTypeOf('string');
    expect(shown).toEqual(phones.map(() => [known]));
    const [first] = await listRecipients(world, campaign);
    const { template: content } = await getMessage(world, first?.message_id ?? '');
    expect(content).toMatchObject({
      media_info: { media_id: file, state: 'ready', width: 40, url: expect.any(String) },
    });
  });

  test('is not started without the file, or with one of another kind', async () => {
    const pdf = await upload(world, Buffer.from('%PDF-1.7\nprices'), { 'content-type': 'application/pdf' });
    for (const file of [newId(), 'no-id', pdf.body.id]) {
      const { id } = await draft(freshPhones(1), file);
      const refused = await world.api('POST /api/campaigns/{id}/start', { params: { id } });
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { error: { code: 'campaign_not_ready', data: [{ field: 'variables.header.file' }] } },
      ]);
    }
  });

  test('that was deleted since the start leaves its recipients out', async () => {
    const phones = freshPhones(2);
    const file = (await upload(world, png(41, 30), { 'content-type': 'image/png' })).body.id;
    const campaign = await draft(phones, file);
    await sql("update channels set state = 'PAUSED' where id = $1", [world.channelId]);
    await runCommand(world, campaign, 'start');
    await sql('delete from media where id = $1', [file]);
    await sql("update channels set state = 'ACTIVE' where id = $1", [world.channelId]);
    const end = await until(async () => {
      const now = await getCampaign(world, campaign);
      if (now.state === 'PAUSED') await runCommand(world, campaign, 'resume');
      return now.counters.skipped === 2 ? now : null;
    });
    expect(end.counters).toMatchObject({ skipped: 2, sent: 0, delivered: 0 });
    expect((await listRecipients(world, campaign)).map(({ reason }) => reason)).toEqual([
      'missing_value',
      'missing_value',
    ]);
  });
});

describe('pausing', () => {
  test('queued messages are not sent during a pause, and are sent once after it resumes', async () => {
    const phones = freshPhones(200);
    await setPace(10);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, (now) => left(now) >= 5);
    const paused = await pauseWhileQueued(world, campaign, async () => {
      return (await sql("select id from triggers where state = 'parked'")).length;
    });
    expect(paused).toMatchObject({ state: 'PAUSED', state_reason: 'person' });
    // Only messages started by then are sent: none waits in the queue.
    await until(async () => (await sql("select id from triggers where state = 'started'")).length === 0);
    const before = (await gotBy(phones)).size;
    expect(await sql("select id from triggers where state = 'waiting'")).toEqual([]);
    const parked = await sql<{ message_id: string }>("select message_id from triggers where state = 'parked'");
    expect(parked.length).toBeGreaterThan(0);
    const bubble = await getMessage(world, parked[0]?.message_id ?? '');
    expect(bubble).toMatchObject({ send_state: 'held', held_reason: 'campaign_paused', status: 0 });
    // Two polls of the queue later no one got more.
    const [look] = await sql<{ now: Date }>('select now()');
    await until(
      async () => (await sql("select 1 where now() > $1::timestamptz + interval '2 seconds'", [look?.now])).length > 0,
    );
    expect((await gotBy(phones)).size).toBe(before);
    await setPace(80);
    expect((await runCommand(world, campaign, 'resume')).state).toBe('RUNNING');
    await untilCampaign(world, campaign, isSettled);
    expect(sorted(await gotBy(phones))).toEqual(sorted(once(phones)));
  });

  test('a retry that is due after the pause is put on hold as well', async () => {
    const phones = freshPhones(3);
    const campaign = await draftTo(world, phones, { template_id: template });
    await world.phone('POST', '/faults', { next_send_error: 130_429, next_send_error_count: 1_000 });
    await startAndSnapshot(world, campaign);
    await until(async () => {
      const tried = "select id from triggers where tries > 0 and priority > 0 and state in ('waiting', 'started')";
      return (await sql(tried)).length === 3;
    });
    await runCommand(world, campaign, 'pause');
    await until(async () => (await sql("select id from triggers where state = 'parked'")).length === 3, 60_000);
    await world.phone('DELETE', '/faults');
    expect((await gotBy(phones)).size).toBe(0);
    await runCommand(world, campaign, 'resume');
    await untilCampaign(world, campaign, isSettled);
    expect(sorted(await gotBy(phones))).toEqual(sorted(once(phones)));
  });

  test('cancelled, the remaining ones are skipped, and their bubbles say so', async () => {
    const phones = freshPhones(150);
    await setPace(10);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, (now) => left(now) >= 3);
    await runCommand(world, campaign, 'pause');
    const cancelled = await runCommand(world, campaign, 'cancel');
    expect(cancelled.state).toBe('CANCELLED');
    const end = await untilCampaign(
      world,
      campaign,
      (now) => now.counters.queued === 0 && now.counters.delivered === left(now),
    );
    const got = await gotBy(phones);
    expect(end.counters.skipped).toBe(150 - got.size);
    expect(end.counters.delivered).toBe(got.size);
    for (const recipient of await listRecipients(world, campaign)) {
      if (recipient.state !== 'SKIPPED') continue;
      expect(recipient.reason).toBe('cancelled');
      if (recipient.message_id !== null) {
        expect(await getMessage(world, recipient.message_id)).toMatchObject({
          send_state: 'held',
          held_reason: 'campaign_cancelled',
        });
      }
    }
    const answer = await world.api('POST /api/campaigns/{id}/resume', { params: { id: campaign.id } });
    expect(answer.status).toBe(409);
  });
});

describe('retrying', () => {
  test('failed recipients get it again, and no others', async () => {
    const phones = freshPhones(30);
    await world.phone('POST', '/faults', { next_send_error: 131_009, next_send_error_count: 4 });
    const campaign = await draftTo(world, phones, { template_id: template, stop_rules: null });
    await startAndSnapshot(world, campaign);
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.counters).toMatchObject({ failed: 4, delivered: 26 });
    const failed = (await listRecipients(world, campaign)).filter(({ state }) => state === 'FAILED');
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['whatsapp_131009']));
    // What the stop rule counts: each result has one number.
    const numbers = () =>
      sql<{ results: number; failures: number[] | null }>(
        `select c.results, (select array_agg(r.failure_no order by r.failure_no) from campaign_recipients r
           where r.campaign_id = c.id and r.failure_no is not null) as failures
         from campaigns c where c.id = $1`,
        [campaign.id],
      );
    const [counted] = await numbers();
    expect(counted?.results).toBe(30);
    expect(new Set(counted?.failures).size).toBe(4);
    expect(counted?.failures?.every((no) => no >= 1 && no <= 30)).toBe(true);
    const answer = await world.api('POST /api/campaigns/{id}/retry', {
      params: { id: campaign.id },
      body: { states: ['FAILED'], reason: 'whatsapp_131009' },
    });
    expect(answer.body).toMatchObject({ state: 'RUNNING', counters: { queued: 4, failed: 0 } });
    const after = await untilCampaign(world, campaign, isSettled);
    expect(after.counters).toMatchObject({ failed: 0, delivered: 30 });
    expect(await numbers()).toEqual([{ results: 34, failures: null }]);
    expect(sorted(await gotBy(phones))).toEqual(sorted(once(phones)));
    const recipients = await listRecipients(world, campaign);
    expect(recipients.filter(({ attempt }) => attempt === 2).map(({ n }) => n)).toEqual(failed.map(({ n }) => n));
    expect(recipients.map(({ message_id }) => message_id)).toEqual(
      expect.arrayContaining(failed.map(({ message_id }) => message_id)),
    );
  });

  test('131049 is a cap, not a failure', async () => {
    const phones = freshPhones(2);
    await world.phone('POST', '/faults', { next_send_error: 131_049 });
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.counters).toMatchObject({ capped: 1, failed: 0, delivered: 1 });
  });

  test('a response that never came is unknown until a status settles it', async () => {
    const phones = freshPhones(3);
    await world.phone('POST', '/faults', { drop_answer: 3 });
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, isSettled);
    expect(sorted(await gotBy(phones))).toEqual(sorted(once(phones)));
  });
});

describe('automatic pause', () => {
  test('too many failures pause it, and only a member resumes it', async () => {
    const phones = freshPhones(300);
    await setPace(20);
    await world.phone('POST', '/faults', { next_send_error: 131_009, next_send_error_count: 1_000 });
    const campaign = await draftTo(world, phones, {
      template_id: template,
      stop_rules: { failure_percent: 50, of: 10 },
    });
    await startAndSnapshot(world, campaign);
    const paused = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(paused.state_reason).toBe('failures');
    expect(paused.counters.failed).toBeGreaterThanOrEqual(6);
    expect(paused.counters.queued).toBeGreaterThan(50);
    await world.phone('DELETE', '/faults');
    await setPace(80);
    await runCommand(world, campaign, 'resume');
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.counters.delivered).toBe(300 - end.counters.failed);
    expect((await gotBy(phones)).size).toBe(end.counters.delivered);
  });

  test('failures of messages sent before it resumed do not pause it again', async () => {
    // Enough that some are still queued when the first failures are counted, however busy the machine is.
    const phones = freshPhones(400);
    await setPace(40);
    await world.phone('POST', '/faults', {
      next_send_error: 131_026,
      next_send_error_count: 1_000,
      webhooks: { late_ms: 1_500 },
    });
    const campaign = await draftTo(world, phones, {
      template_id: template,
      stop_rules: { failure_percent: 50, of: 10 },
    });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    await world.phone('DELETE', '/faults');
    await setPace(80);
    await runCommand(world, campaign, 'resume');
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.counters.failed).toBeGreaterThan(20);
  });

  test('a paused channel pauses it, and resumes it when it is back', async () => {
    const phones = freshPhones(120);
    await setPace(10);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, (now) => left(now) >= 3);
    const channel = (state: 'ACTIVE' | 'PAUSED') =>
      world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });
    await channel('PAUSED');
    const paused = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(paused.state_reason).toBe('channel');
    expect((await world.api('POST /api/campaigns/{id}/resume', { params: { id: campaign.id } })).status).toBe(409);
    await setPace(80);
    await channel('ACTIVE');
    await untilCampaign(world, campaign, isSettled);
    expect(sorted(await gotBy(phones))).toEqual(sorted(once(phones)));
  });

  test('a paused template pauses it, and queued messages are sent when it is active again', async () => {
    const phones = freshPhones(120);
    await setPace(10);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, (now) => left(now) >= 3);
    await sql("update templates set status = 'PAUSED' where id = $1", [template]);
    const paused = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(paused.state_reason).toBe('template');
    await sql("update templates set status = 'ACTIVE' where id = $1", [template]);
    await setPace(80);
    await runCommand(world, campaign, 'resume');
    await untilCampaign(world, campaign, isSettled);
    expect(sorted(await gotBy(phones))).toEqual(sorted(once(phones)));
  });

  test('131048 pauses it until a member resumes', async () => {
    const phones = freshPhones(120);
    await setPace(10);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, (now) => left(now) >= 3);
    await world.phone('POST', '/faults', { next_send_error: 131_048 });
    const paused = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(paused.state_reason).toBe('spam_limit');
    await world.phone('DELETE', '/faults');
    await sql('update triggers set run_at = now() where channel_id = $1', [world.channelId]);
    await setPace(80);
    await runCommand(world, campaign, 'resume');
    await sql('update triggers set run_at = now() where channel_id = $1', [world.channelId]);
    await untilCampaign(world, campaign, isSettled);
    expect(sorted(await gotBy(phones))).toEqual(sorted(once(phones)));
  });
});

describe('several broadcasts', () => {
  test('two of one channel take turns', async () => {
    await setPace(20);
    const [first, second] = [freshPhones(150), freshPhones(150)];
    const a = await draftTo(world, first, { template_id: template });
    const b = await draftTo(world, second, { template_id: template });
    for (const campaign of [a, b]) {
      await runCommand(world, campaign, 'start');
      await runCommand(world, campaign, 'pause');
    }
    for (const campaign of [a, b]) await untilCampaign(world, campaign, (now) => !now.preparing);
    await Promise.all([runCommand(world, a, 'resume'), runCommand(world, b, 'resume')]);
    await until(
      async () =>
        (await receivedByPhones(world)).filter(({ phone }) => [...first, ...second].includes(phone)).length >= 80,
    );
    const order = (await receivedByPhones(world))
      .map(({ phone }) => phone)
      .filter((phone) => [...first, ...second].includes(phone))
      .slice(0, 80);
    const ofFirst = order.filter((phone) => first.includes(phone)).length;
    // The first second may be one's alone.
    expect(ofFirst).toBeGreaterThan(10);
    expect(ofFirst).toBeLessThan(70);
    await setPace(80);
    await untilCampaign(world, a, isSettled);
    await untilCampaign(world, b, isSettled);
  });

  test('a reply of the team is sent before waiting messages of a broadcast', async () => {
    const thread = await customerWrites(world);
    await setPace(5);
    const phones = freshPhones(60);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, (now) => left(now) >= 3);
    // Nothing is sent from the queue while the reply is written: a later read sees both.
    await sql('begin');
    await sql('select 1 from channel_leases where channel_id = $1 for update', [world.channelId]);
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'At once') });
    const [written] = await sql<{ at: string }>('select clock_timestamp()::text as at');
    await sql('commit');
    await until(async () => (await receivedByPhones(world)).some(({ opaque }) => opaque === sent.body.id));
    const ahead = await sql(
      `select t.id from triggers t join triggers reply on reply.message_id = $1
       where t.priority > 0 and t.started_at > $2 and t.started_at < reply.started_at`,
      [sent.body.id, written?.at],
    );
    expect(ahead).toEqual([]);
    await runCommand(world, campaign, 'cancel');
  });
});
