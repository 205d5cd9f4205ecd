import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErasureReceipt } from '@parley/contract/types';
import { textFromCustomer } from '@parley/whatsapp-fixtures';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idFromKey, newId } from '../../platform/ids.ts';
import { customerWrites, queryAsOwner, textBody, untilApplied } from '../../testing/inbox.ts';
import { png } from '../../testing/media.ts';
import { customerSends, untilMediaSettled } from '../../testing/media-flow.ts';
import { freshPhone } from '../../testing/phones.ts';
import { addMember, createUser } from '../../testing/users.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';
import { mentions, redact } from './redact.ts';
import { enqueueRetention } from './retention-job.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const receiptOf = (id: string) =>
  until(async () => {
    const { body } = await world.api('GET /api/erasures/{id}', { params: { id } });
    return body.state === 'done' ? body : null;
  }, 60_000);
const erase = (id: string, more: object = {}) =>
  world.api('POST /api/contacts/{id}/erase', { params: { id }, body: { confirm: 'ERASE', ...more } });

/** Every row of the account as text, to find any remains of a contact. */
async function leftovers(needle: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ text: string }>(
      `select t::text as text from ${name} t where t::text like '%' || $1 || '%'`,
      [needle],
    );
    found.push(...rows.map(({ text }) => `${name}: ${text.slice(0, 200)}`));
  }
  const raw = await sql<{ body: Buffer }>(
    'select body from webhook_events where position(convert_to($1, $2) in body) > 0',
    [needle, 'UTF8'],
  );
  return [...found, ...raw.map(({ body }) => `webhook_events: ${body.toString()}`)];
}

describe('a contact’s data', () => {
  test('is exported to one file by a job, for members who see everything', async () => {
    const phone = freshPhone();
    const thread = await customerWrites(world, phone, 'First word');
    const id = thread.contact_id;
    await world.api('POST /api/contacts/{id}/notes', { params: { id }, body: { body: 'Prefers mornings' } });
    await world.api('POST /api/contacts/{id}/modify-custom-field', {
      params: { id },
      body: { id, operation: 'SET', name: 'City', value: 'Leeds' },
    });
    await world.api('POST /api/messages', { body: textBody(thread, 'Our answer') });
    const none = await world.api('GET /api/contacts/{id}/data-export', { params: { id } });
    expect(none).toMatchObject({ status: 200, body: { file: null } });
    const begun = await world.api('POST /api/contacts/{id}/data-export', { params: { id } });
    expect(begun).toMatchObject({ status: 202, body: { contact_id: id } });
    const done = await until(async () => {
      const { body } = await world.api('GET /api/contacts/{id}/data-export', { params: { id } });
      return body.file?.state === 'done' ? body.file : null;
    }, 60_000);
    const file = await fetch(`${world.server.url}/api/contacts/${id}/data-export/file`, {
      headers: { authorization: `Bearer ${world.token}` },
    });
    const text = await file.text();
    expect(Buffer.byteLength(text)).toBe(done.size_bytes);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(JSON.parse(text)).toMatchObject({
      format: 'parley.person',
      contact: { id, phone_number: phone, name: 'Amara Okafor' },
      custom_fields: { City: 'Leeds' },
      identities: [{ kind: 'phone', value: phone }],
      notes: [{ body: 'Prefers mornings' }],
      conversations: [{ id: thread.id }],
      messages: [
        { direction: 'INCOMING', content: { body: 'First word' } },
        { direction: 'OUTGOING', content: { body: 'Our answer' } },
      ],
    });
    const limited = await createUser(world.server.owner);
    await addMember(world.server.owner, world.clientId, limited, 'User');
    await sql(
      `update client_users set restrictions = '{"channel_ids": null, "only_assigned": false, "mask_phone_numbers": true, "no_export": false, "no_deletion": false}'
       where client_id = $1 and user_id = $2`,
      [world.clientId, limited.uid],
    );
    const auth = await (await import('../../testing/auth.ts')).createAuth(world.server.platform);
    const account = { clientId: world.clientId, role: 'User' as const };
    const theirs = world.apiAs(await auth.idTokens.sign({ uid: limited.uid, sid: limited.sid, account }));
    expect((await theirs('POST /api/contacts/{id}/data-export', { params: { id } })).status).toBe(403);
    expect((await theirs('GET /api/contacts/{id}/data-export/file', { params: { id } })).status).toBe(403);
    expect((await theirs('POST /api/contacts/{id}/erase', { params: { id }, body: { confirm: 'ERASE' } })).status).toBe(
      403,
    );
  });
});

describe('erasing a contact', () => {
  test('leaves no remains anywhere, including files and raw deliveries, and a receipt with counts', async () => {
    const photo = await untilMediaSettled(world, (await customerSends(world, 'image', png(60, 60, 9), 'image/png')).id);
    const [{ contact_id: id, to: phone } = { contact_id: '', to: '' }] = await sql<{ contact_id: string; to: string }>(
      'select contact_id, "to" from messages where id = $1',
      [photo.id],
    );
    const files = await sql<{ id: string }>(
      'select f.id from media_files f join media m on m.file_id = f.id where m.message_id = $1',
      [photo.id],
    );
    expect(files).toHaveLength(1);
    const other = freshPhone();
    const neighbour = await customerWrites(world, other, 'I stay');
    // One delivery with messages of two customers.
    const [first, second] = [freshWamid(), freshWamid()];
    await world.deliver({
      contacts: [{ wa_id: phone }, { wa_id: other }],
      messages: [
        { from: phone, id: first, timestamp: String(nowS()), type: 'text', text: { body: 'secret-word-of-theirs' } },
        { from: other, id: second, timestamp: String(nowS()), type: 'text', text: { body: 'word-of-the-neighbour' } },
      ],
    });
    await untilApplied(world.server.owner);
    const twin = (await world.api('POST /api/contacts', { body: { phone_number: freshPhone(), name: 'Twin-of-them' } }))
      .body.id;
    await world.api('POST /api/contacts/merge', { body: { contact_id: id, merge_ids: [twin] } });
    await world.api('POST /api/contacts/{id}/notes', { params: { id }, body: { body: 'note-about-them' } });

    // A file of all contacts that can still be downloaded names the contact too.
    const file = (await world.api('POST /api/contacts/exports', { body: { selection: {} } })).body.id;
    const bulk = () => world.api('GET /api/contacts/bulk/{id}', { params: { id: file } });
    expect(await until(async () => (await bulk()).body.file, 60_000)).not.toBeNull();

    expect((await erase(id, { confirm: 'yes' })).status).toBe(422);
    const order = newId();
    const begun = await erase(id, { id: order });
    expect(begun.status).toBe(202);
    expect((await erase(id, { id: order })).body.id).toBe(order);
    expect((await world.api('GET /api/contacts/{id}', { params: { id } })).status).toBe(404);
    const receipt = await receiptOf(order);
    expect(receipt.counts).toMatchObject({
      contacts: 2,
      conversations: 1,
      messages: 2,
      notes: 1,
      media_files: 1,
      identities: 2,
    });
    expect(receipt.counts.raw_deliveries).toBeGreaterThanOrEqual(2);
    const key = world.server.platform.secrets.derive(`erasure ${world.clientId}`);
    expect(receipt.subject_hashes).toContain(createHmac('sha256', key).update(phone).digest('hex'));

    for (const needle of [phone, 'secret-word-of-theirs', 'note-about-them', 'Twin-of-them', id]) {
      // The audit log names the contact by id alone.
      const idOnly = needle === id ? ['audit_events'] : [];
      const left = (await leftovers(needle)).filter(
        (row) => !['changes', 'jobs', ...idOnly].some((table) => row.startsWith(table)),
      );
      expect(left, needle).toEqual([]);
    }
    expect((await bulk()).body).toMatchObject({ state: 'done', file: null });
    const kept = await readdir(join(world.server.platform.config.dataDir, 'media'), { recursive: true });
    expect(kept.filter((name) => name.includes(files[0]?.id ?? '-'))).toEqual([]);
    // The other customer's message stays, also in the shared raw delivery.
    expect((await leftovers('word-of-the-neighbour')).some((row) => row.startsWith('webhook_events'))).toBe(true);
    const talk = await world.api('GET /api/threads/{id}/messages', { params: { id: neighbour.id } });
    expect(talk.body.data).toHaveLength(2);
    // A contact who writes again is a new contact.
    const again = await customerWrites(world, phone, 'Hello again');
    expect(again.contact_id).not.toBe(id);
    const listed = (await world.api('GET /api/erasures')).body.data as ErasureReceipt[];
    expect(listed.map((one) => one.id)).toContain(order);
  });
});

describe('retention', () => {
  test('messages are deleted when retention ends; a conversation ends with its last message', async () => {
    const thread = await customerWrites(world, freshPhone(), 'Old word');
    await sql(
      `update messages set sort_at = now() - interval '40 days', "timestamp" = now() - interval '40 days' where thread_id = $1`,
      [thread.id],
    );
    const id = freshWamid();
    await world.deliver(
      textFromCustomer({ id, from: thread.contact.phone_number ?? '', body: 'New word', timestampS: nowS() }),
    );
    const gone = await customerWrites(world, freshPhone(), 'All is old');
    await sql(`update messages set sort_at = now() - interval '31 days' where thread_id = $1`, [gone.id]);
    expect((await world.api('GET /api/retention')).body).toEqual({ messages_days: null });
    expect((await world.api('PUT /api/retention', { body: { messages_days: 0 } })).status).toBe(422);
    expect((await world.api('PUT /api/retention', { body: { messages_days: 30 } })).status).toBe(200);
    await world.server.platform.db.system.transaction('maintenance', enqueueRetention);
    world.server.platform.notifier.notify('jobs', '');
    const left = await until(async () => {
      const { data } = (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body;
      const messagesLeft = (await world.api('GET /api/threads/{id}/messages', { params: { id: gone.id } })).body.data;
      return data.length === 1 && messagesLeft.length === 0 ? data : null;
    }, 60_000);
    expect(left).toMatchObject([{ text: { body: 'New word' } }]);
    expect((await world.api('GET /api/threads/{id}', { params: { id: gone.id } })).body).toMatchObject({
      last_message_id: null,
      unread_count: 0,
    });
    await world.api('PUT /api/retention', { body: { messages_days: null } });
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('its days are those of the account: %s', async (zone) => {
    await sql('update clients set time_zone = $2 where id = $1', [world.clientId, zone]);
    await world.api('PUT /api/retention', { body: { messages_days: 30 } });
    // A minute before and after the day began there thirty days ago.
    const begin = `(((now() at time zone '${zone}')::date - 30)::timestamp at time zone '${zone}')`;
    const [old, kept] = [
      await customerWrites(world, freshPhone(), 'Old'),
      await customerWrites(world, freshPhone(), 'Kept'),
    ];
    await sql(`update messages set sort_at = ${begin} - interval '1 minute' where thread_id = $1`, [old.id]);
    await sql(`update messages set sort_at = ${begin} + interval '1 minute' where thread_id = $1`, [kept.id]);
    await sql("delete from jobs where kind = 'privacy.apply_retention'");
    const ids = async () => {
      await world.server.platform.db.system.transaction('maintenance', enqueueRetention);
      return (await sql<{ id: string }>("select id from jobs where kind = 'privacy.apply_retention'")).map(
        ({ id }) => id,
      );
    };
    const first = await ids();
    world.server.platform.notifier.notify('jobs', '');
    const left = async ({ id }: { id: string }) =>
      (await world.api('GET /api/threads/{id}/messages', { params: { id } })).body.data.length;
    await until(async () => (await left(old)) === 0, 60_000);
    expect(await left(kept)).toBe(1);
    // Once a day: the same job again, whatever the day of UTC is.
    const [{ day } = { day: '' }] = await sql<{ day: string }>(
      `select to_char(now() at time zone '${zone}', 'YYYY-MM-DD') as day`,
    );
    expect(first).toEqual([idFromKey(world.clientId, 'privacy.apply_retention', day)]);
    await world.api('PUT /api/retention', { body: { messages_days: null } });
    await sql("update clients set time_zone = 'Europe/London' where id = $1", [world.clientId]);
  });
});

describe('redacting raw deliveries', () => {
  const digits = fc.stringMatching(/^[1-9]\d{7,13}$/);
  test('removes everything that names the contact, and nothing of others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(digits, { minLength: 2, maxLength: 5 }), fc.nat(), (phones, pick) => {
        const them = phones[pick % phones.length] ?? '';
        const value = {
          entry: [
            {
              id: '1',
              changes: [
                {
                  field: 'messages',
                  value: {
                    metadata: { phone_number_id: '9' },
                    contacts: phones.map((phone) => ({ profile: { name: `N${phone}` }, wa_id: phone })),
                    messages: phones.map((phone, n) => ({
                      from: phone,
                      id: `m${n}`,
                      timestamp: '1',
                      text: { body: `hi ${n}` },
                    })),
                  },
                },
              ],
            },
          ],
        };
        const left = redact(Buffer.from(JSON.stringify(value)), [them]).toString();
        expect(mentions(left, [them])).toBe(false);
        const lists = JSON.parse(left).entry[0].changes[0].value;
        const messagesLeft = phones.filter((phone) => phone !== them);
        expect(lists.messages.map(({ from }: { from: string }) => from)).toEqual(messagesLeft);
        expect(lists.contacts.map(({ wa_id }: { wa_id: string }) => wa_id)).toEqual(messagesLeft);
      }),
    );
  });
  test('empties invalid JSON; digits inside longer digits are another number', () => {
    expect(redact(Buffer.from('call 447700900118'), ['447700900118']).toString()).toBe('{}');
    expect(mentions('"id":"4477009001180"', ['447700900118'])).toBe(false);
    expect(mentions('"+447700900118"', ['447700900118'])).toBe(true);
  });
});
