import type { Message, Thread } from '@parley/contract/types';
import type { SendRecord } from '@parley/whatsapp-simulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../../platform/db/sql.ts';
import { customerWrites, getMessage, textBody } from '../../../testing/inbox.ts';
import { sendQueries } from '../../../testing/send-queries.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { sendDueMessages } from '../dispatch/scheduler.ts';
import { settleRestoredSends } from '../state/restore-repo.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());
const { sql, count, post } = sendQueries(() => world);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const planned = (thread: Thread, text: string, sendAt = inDays(1)) => ({ ...textBody(thread, text), send_at: sendAt });

async function schedule(thread: Thread, text: string): Promise<Message> {
  const made = await world.api('POST /api/messages', { body: planned(thread, text) });
  expect(made.status).toBe(201);
  return made.body;
}
const listed = async (thread: Thread) =>
  (await world.api('GET /api/threads/{id}/scheduled', { params: { id: thread.id } })).body.data;
const isDue = (id: string) =>
  sql("update scheduled_messages set send_at = now() - interval '1 second' where id = $1", [id]);
const sentOf = async (id: string) =>
  (await world.phone<{ data: SendRecord[] }>('GET', '/books?limit=10000')).data.filter((entry) => entry.opaque === id);

describe('a scheduled message', () => {
  test('has its times in the audit log, and not its text', async () => {
    const { id, send_at: tomorrow } = await schedule(await customerWrites(world), 'Kestrel at nine');
    const params = { id };
    const eventsOf = async (action: string) =>
      (await world.api('GET /api/audit-events', { query: { action, target: id } })).body.data;
    const later = inDays(2);
    await world.api('PUT /api/messages/{id}', { params, body: { send_at: later } });
    const [moved] = await eventsOf('messages.schedule_changed');
    expect(moved?.detail?.changes).toEqual([{ field: 'send_at', from: tomorrow, to: later }]);
    await world.api('PUT /api/messages/{id}', { params, body: { text: { body: 'Kestrel at ten' } } });
    const [written] = await eventsOf('messages.schedule_changed');
    expect(written?.detail?.changes?.map(({ field }) => field)).toEqual(['content_sha256']);
    await world.api('DELETE /api/messages/{id}', { params });
    expect(await eventsOf('messages.schedule_cancelled')).toHaveLength(1);
    expect(JSON.stringify(await eventsOf('messages'))).not.toContain('Kestrel');
  });

  test('is listed and read, and is no message of the conversation until its time', async () => {
    const thread = await customerWrites(world);
    const body = planned(thread, 'Good morning');
    const made = await world.api('POST /api/messages', { body });
    expect(made.body).toMatchObject({ id: body.id, send_state: 'scheduled', status: 0, send_at: body.send_at });
    expect(await listed(thread)).toEqual([made.body]);
    expect(await getMessage(world, body.id)).toEqual(made.body);
    const after = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    expect(after.last_message_id).toBe(thread.last_message_id);
    expect(await count('messages where id = $1', [body.id])).toBe(0);
  });

  test('a repeated request returns it, also after it was sent; other content is a conflict', async () => {
    const thread = await customerWrites(world);
    const body = planned(thread, 'Once');
    const [first, second] = [await post(body), await post(body)];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect((await post({ ...body, text: { body: 'Twice' } })).status).toBe(409);
    await isDue(body.id);
    await until(async () => (await sentOf(body.id)).length === 1);
    const delayed = await post(body);
    expect(delayed.status).toBe(200);
    expect(await delayed.json()).toMatchObject({ id: body.id, type: 'text' });
    expect(await count('triggers where message_id = $1', [body.id])).toBe(1);
  });

  test('its id belongs to it: a message sent at once is refused', async () => {
    const thread = await customerWrites(world);
    const { id } = await schedule(thread, 'Tomorrow');
    const now = await post({ ...textBody(thread, 'Something else'), id });
    expect(now.status).toBe(409);
    expect(await now.json()).toMatchObject({ error: { code: 'id_conflict', data: [{ field: 'id' }] } });
    expect(await count('messages where id = $1', [id])).toBe(0);
    expect(await listed(thread)).toHaveLength(1);
  });

  test('a repeated change does not undo what a teammate changed since', async () => {
    const thread = await customerWrites(world);
    const made = await schedule(thread, 'First words');
    const change = (body: object) =>
      world.api('PUT /api/messages/{id}', { params: { id: made.id }, body: body as { send_at: string } });
    const [mine, theirs] = [inDays(2), inDays(3)];
    const words = { preview_url: false, body: 'Second words' };
    const first = { version: made.version, send_at: mine, text: words };
    expect((await change(first)).body).toMatchObject({ send_at: mine });
    const again = await change(first);
    expect(again.status, 'the answer was lost').toBe(200);
    expect(again.body).toMatchObject({ send_at: mine, version: made.version + 1 });
    expect((await change({ version: made.version + 1, send_at: theirs })).body).toMatchObject({ send_at: theirs });
    const delayed = await change(first);
    expect(delayed.status).toBe(409);
    expect(delayed.body).toMatchObject({ error: { code: 'version_conflict' } });
    expect((await listed(thread)).map(({ send_at: at }) => at)).toEqual([theirs]);
  });

  test.each([
    ['in the past', -1],
    ['more than a year ahead', 400],
  ])('a time %s is refused', async (_name, days) => {
    const thread = await customerWrites(world);
    const answer = await post(planned(thread, 'Never', inDays(days)));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { data: [{ field: 'send_at' }] } });
  });

  test('changes time and text, and can be cancelled; a late repetition does not bring it back', async () => {
    const thread = await customerWrites(world);
    const body = planned(thread, 'First words');
    await post(body);
    const sendAt = inDays(2);
    const changed = await world.api('PUT /api/messages/{id}', {
      params: { id: body.id },
      body: { send_at: sendAt, text: { preview_url: false, body: 'Better words' } },
    });
    expect(changed.body).toMatchObject({ send_at: sendAt, text: { body: 'Better words' } });
    expect((await world.api('PUT /api/messages/{id}', { params: { id: body.id }, body: {} })).status).toBe(422);
    const other = await world.api('PUT /api/messages/{id}', {
      params: { id: body.id },
      body: { location: { latitude: 1, longitude: 2 } },
    });
    expect(other.status, 'the type stays').toBe(422);
    expect((await world.api('DELETE /api/messages/{id}', { params: { id: body.id } })).status).toBe(200);
    expect(await listed(thread)).toEqual([]);
    expect((await world.api('GET /api/messages/{id}', { params: { id: body.id } })).status).toBe(404);
    expect((await post(body)).status).toBe(409);
    await isDue(body.id);
    await sendDueMessages(world.server.platform);
    expect(await count('messages where id = $1', [body.id])).toBe(0);
    const back = await world.api('PUT /api/messages/{id}', { params: { id: body.id }, body: { send_at: sendAt } });
    expect(back.body, 'a new time brings it back').toMatchObject({ send_at: sendAt, text: { body: 'Better words' } });
    expect(await listed(thread)).toEqual([back.body]);
  });

  test('sent now leaves at once, and can then be neither changed nor cancelled', async () => {
    const thread = await customerWrites(world);
    const { id } = await schedule(thread, 'Now after all');
    const sent = await world.api('PUT /api/messages/{id}', { params: { id }, body: { send_at: null } });
    expect(sent.body).toMatchObject({ id, direction: 'OUTGOING' });
    expect(sent.body.send_at).toBeUndefined();
    await until(async () => (await getMessage(world, id)).status >= 1);
    expect((await world.api('PUT /api/messages/{id}', { params: { id }, body: { send_at: null } })).status).toBe(409);
    expect((await world.api('DELETE /api/messages/{id}', { params: { id } })).status).toBe(409);
    expect(await sentOf(id)).toHaveLength(1);
  });
});

describe('when its time comes', () => {
  test('it is sent once, as the newest message, however many workers see it', async () => {
    const thread = await customerWrites(world);
    const { id } = await schedule(thread, 'Good morning');
    const answer = textBody(thread, 'Answered meanwhile');
    await post(answer);
    await isDue(id);
    await Promise.all(Array.from({ length: 5 }, () => sendDueMessages(world.server.platform)));
    await until(async () => (await getMessage(world, id)).status >= 1);
    expect(await sentOf(id)).toHaveLength(1);
    expect(await count('scheduled_messages where id = $1', [id])).toBe(0);
    const [newest] = (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body.data;
    expect(newest?.id).toBe(id);
    await until(async () => {
      const changes = await sql<{ marker: string }>(
        "select marker from changes where collection = 'scheduled_messages' and row_id = $1 order by pos",
        [id],
      );
      return changes.map(({ marker }) => marker).join() === 'NEW,DELETED';
    });
  });

  test('after a closed window it is on hold in the conversation, with the reason', async () => {
    const thread = await customerWrites(world);
    const { id } = await schedule(thread, 'Too late');
    await sql("update threads set window_expires_at = now() - interval '1 minute' where id = $1", [thread.id]);
    const now = await world.api('PUT /api/messages/{id}', { params: { id }, body: { send_at: null } });
    expect(now.status, 'by hand it is refused and stays scheduled').toBe(422);
    expect(await listed(thread)).toHaveLength(1);
    await isDue(id);
    await until(async () => (await world.api('GET /api/messages/{id}', { params: { id } })).body.send_state === 'held');
    expect(await getMessage(world, id)).toMatchObject({ send_state: 'held', held_reason: 'window_closed' });
    expect(await sentOf(id)).toHaveLength(0);
  });

  test('with a removed channel it is on hold with the reason, and can only be cancelled', async () => {
    const other = await testWorld();
    try {
      const thread = await customerWrites(other);
      const made = await other.api('POST /api/messages', { body: planned(thread, 'To nobody') });
      const { id } = made.body;
      await other.api('DELETE /api/channels/{id}', { params: { id: thread.channel_id } });
      const query = sendQueries(() => other).sql;
      await query("update scheduled_messages set send_at = now() - interval '1 second' where id = $1", [id]);
      const read = async () => (await other.api('GET /api/messages/{id}', { params: { id } })).body;
      await until(async () => (await read()).send_state === 'held');
      expect(await read()).toMatchObject({ held_reason: 'channel_removed', version: made.body.version + 1 });
      const later = await other.api('PUT /api/messages/{id}', { params: { id }, body: { send_at: inDays(1) } });
      expect(later.status).toBe(404);
      expect((await other.api('DELETE /api/messages/{id}', { params: { id } })).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('a transaction that dies leaves it scheduled', async () => {
    const thread = await customerWrites(world);
    const { id } = await schedule(thread, 'Survivor');
    await sql(`create function refuse_scheduled() returns trigger language plpgsql as
      $$ begin raise exception 'the machine dies here'; end $$`);
    await sql(`create trigger refuse_scheduled before delete on scheduled_messages for each row
      when (old.id = '${id}') execute function refuse_scheduled()`);
    await isDue(id);
    await expect(sendDueMessages(world.server.platform)).rejects.toThrow('the machine dies here');
    expect(await count('messages where id = $1', [id])).toBe(0);
    expect(await count('triggers where message_id = $1', [id])).toBe(0);
    await sql('drop trigger refuse_scheduled on scheduled_messages');
    await until(async () => (await sentOf(id)).length === 1);
  });
});

const dueStatement = statement(
  'test.make_due',
  "update scheduled_messages set send_at = now() - interval '1 second' where id = $1",
);

test('after a restore, what was due since the backup is unknown and not sent again', async () => {
  const thread = await customerWrites(world);
  const [rescheduled, later] = [await schedule(thread, 'Due since'), await schedule(thread, 'Still to come')];
  // The server runs beside the restore here: its worker must not see the row before.
  await world.server.platform.db.system.transaction('maintenance', async (tx) => {
    await tx.run(dueStatement, [rescheduled.id]);
    await settleRestoredSends(tx);
  });
  expect(await getMessage(world, rescheduled.id)).toMatchObject({ send_state: 'unknown' });
  expect((await listed(thread)).map(({ id }) => id)).toEqual([later.id]);
});
