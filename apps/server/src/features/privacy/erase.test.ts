// @module-tag data
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { deletedForeverVersion } from '@parley/contract/sync';
import type { ContactImport } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { customerWrites, queryAsOwner, textBody, untilApplied } from '../../testing/inbox.ts';
import { png, upload } from '../../testing/media.ts';
import { freshPhone } from '../../testing/phones.ts';
import { createUser } from '../../testing/users.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';

/*
 * A contact with data in every feature is erased; then every column of every table and every file of the data folder
 * is searched for it. Allowed remains are listed, and nothing else may remain.
 */
let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

/** Tables with rows that contain a text, as text or bytes. */
async function tablesWith(needle: string): Promise<string[]> {
  const tables = await sql<{ place: string }>(
    `select format('%I.%I', table_schema, table_name) as place from information_schema.tables t
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and not exists (select from pg_inherits i where i.inhrelid = format('%I.%I', table_schema, table_name)::regclass) order by 1`,
  );
  const found: string[] = [];
  for (const { place } of tables) {
    const rows = await sql(
      `select 1 as x from ${place} t where position(lower($1) in lower(t::text)) > 0
         or position(encode(convert_to($1, 'UTF8'), 'hex') in t::text) > 0 limit 1`,
      [needle],
    );
    if (rows.length > 0) found.push(place);
  }
  return found;
}

/** Files of the data folder that contain a text, except the database's own, which the tables cover. */
async function filesWith(needle: string): Promise<string[]> {
  const folder = world.server.platform.config.dataDir;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    if (file.includes(`${sep}postgres${sep}`)) continue;
    const bytes = await readFile(file).catch(() => null); // The file of a job that ended meanwhile.
    if (file.includes(needle) || bytes?.includes(needle) === true) found.push(file.slice(folder.length));
  }
  return found;
}

/** Imports a file of contacts, or only checks it. */
async function imports(file: string, upTo: 'ready' | 'done', rules: object = {}): Promise<string> {
  const { id } = (await world.api('POST /api/imports', { body: { name: 'people.csv' } })).body;
  const put = await fetch(`${world.server.url}/api/imports/${id}/content?offset=0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/octet-stream' },
    body: file,
  });
  expect(put.status, await put.text()).toBe(200);
  const reaches = (state: ContactImport['state']) =>
    until(async () => {
      const { body } = await world.api('GET /api/imports/{id}', { params: { id } });
      if (body.state === 'failed') throw new Error(body.error ?? 'the import failed');
      return body.state === state ? body : null;
    }, 60_000);
  await world.api('POST /api/imports/{id}/read', { params: { id }, body: {} });
  const mapping = (await reaches('mapping')).columns.map(({ suggestion }) => suggestion);
  await world.api('PUT /api/imports/{id}/mapping', { params: { id }, body: { mapping, rules } as never });
  await reaches('ready');
  if (upTo === 'ready') return id;
  await world.api('POST /api/imports/{id}/start', { params: { id } });
  await reaches('done');
  return id;
}

const ended = (id: string) =>
  until(async () => {
    const { body } = await world.api('GET /api/contacts/bulk/{id}', { params: { id } });
    return body.state === 'done' ? body : null;
  }, 60_000);

const marks = {
  name: 'Quillonia Zebrafinch',
  message: 'mark-in-a-message',
  answer: 'mark-in-an-answer',
  note: 'mark-in-a-note',
  internal: 'mark-in-an-internal-note',
  field: 'mark-in-a-field',
  set: 'mark-set-for-them-alone',
  file: 'mark-in-a-file-name',
  caption: 'mark-in-a-caption',
  twin: 'Twinnia Zebrafinch',
  imported: 'mark-in-an-import',
  refused: 'mark-in-what-was-refused',
};

/** What remains of an erased contact, and why. A new entry is also described in docs/features/privacy.md. */
const stays: Record<string, string> = {
  'id public.audit_events': 'who of the team did what to whom, by an id that is nobody’s any more',
  'id public.changes': 'the feed says which id is gone; it goes after seven days',
  'id public.contact_activity': 'that others were merged with somebody once; the id is nobody’s now',
  'id public.contact_bulk_operations': 'how far an act on many came, in the order of ids',
  'id public.jobs': 'what was done, by id; it goes with the ended job',
};

describe('an erased contact', () => {
  test('is in no table and no file any more', async () => {
    const phone = freshPhone();
    const spelled = `+${phone.slice(0, 2)} ${phone.slice(2, 6)} ${phone.slice(6)}`;
    const home = `0${phone.slice(2, 6)} ${phone.slice(6)}`;
    const thread = await customerWrites(world, phone, marks.message);
    const id = thread.contact_id;
    const params = { id };
    await world.api('PUT /api/contacts/{id}', { params, body: { name: marks.name } });
    await world.api('POST /api/contacts/{id}/modify-custom-field', {
      params,
      body: { id, operation: 'SET', name: 'Remark', value: marks.field },
    });
    await world.api('POST /api/contacts/{id}/notes', { params, body: { body: marks.note } });
    const note = { params: { id: thread.id }, body: { body: `${marks.internal} of ${phone}` } };
    expect((await world.api('POST /api/threads/{id}/notes', note)).status).toBe(201);
    await world.api('POST /api/messages', { body: textBody(thread, marks.answer) });
    const file = await upload(world, png(20, 20, 3), {
      'content-type': 'image/png',
      'x-filename': encodeURIComponent(`${marks.file}.png`),
    });
    expect(file.status, JSON.stringify(file.body)).toBe(201);
    const image = { media_id: file.body.id, caption: marks.caption };
    const sent = await world.api('POST /api/messages', {
      body: { ...textBody(thread, ''), type: 'image', text: undefined, image } as never,
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);

    // Merged into the contact, merged and undone, and suggested as a duplicate.
    const twin = (await world.api('POST /api/contacts', { body: { phone_number: freshPhone(), name: marks.twin } }))
      .body;
    await world.api('POST /api/contacts/merge', { body: { contact_id: id, merge_ids: [twin.id] } });
    const other = (await world.api('POST /api/contacts', { body: { phone_number: freshPhone(), name: 'Neighbour' } }))
      .body;
    const merged = await world.api('POST /api/contacts/merge', { body: { contact_id: other.id, merge_ids: [id] } });
    await world.api('POST /api/contacts/merges/{id}/undo', { params: { id: merged.body.id } });

    // Files and operations that name the contact: an export, their own data export, imports in other spellings, bulk
    // operations by search and by id.
    const exported = (await world.api('POST /api/contacts/exports', { body: { selection: {} } })).body.id;
    await ended(exported);
    await world.api('POST /api/contacts/{id}/data-export', { params });
    await until(async () => {
      const { body } = await world.api('GET /api/contacts/{id}/data-export', { params });
      return body.file?.state === 'done' ? body.file : null;
    }, 60_000);
    const text = `Phone,Name,Remark\n${spelled},${marks.name},${marks.imported}\n${home},,\n+447700900999,Somebody else,stays-in-the-import\n`;
    const run = await imports(text, 'done', { country: 'GB' });
    for (const [selection, act] of [
      [{ search: marks.name }, { kind: 'set_field', name: 'Tone', value: 'warm' }],
      [{ search: phone }, { kind: 'set_field', name: 'Tone', value: 'formal' }],
      [{ ids: [id] }, { kind: 'set_field', name: 'Secret', value: marks.set }],
    ]) {
      const begun = await world.api('POST /api/contacts/bulk', { body: { selection, act } as never });
      expect(begun.status, JSON.stringify(begun.body)).toBe(202);
      await ended(begun.body.id);
    }
    // Stored deliveries that could not be applied.
    const odd = { from: phone, id: freshWamid(), timestamp: 'soon', type: 'text', text: { body: marks.refused } };
    await world.deliver({ contacts: [{ wa_id: phone }], messages: [odd] } as never);
    const early = { id: freshWamid(), status: 'delivered', timestamp: String(nowS()), recipient_id: phone };
    await world.deliver({ statuses: [early] } as never);
    await untilApplied(world.server.owner);
    for (const needle of [phone, ...Object.values(marks)]) {
      expect(await tablesWith(needle), `${needle} is somewhere before`).not.toEqual([]);
    }

    const audience = { contact_ids: [id], phone_numbers: [spelled, `+${phone}`] };
    const broadcast = await world.api('POST /api/campaigns', {
      body: { name: 'To one', channel_id: world.channelId, audience },
    });
    expect(broadcast.status, JSON.stringify(broadcast.body)).toBe(201);
    await sql(
      `insert into campaign_recipients (client_id, campaign_id, n, recipient_key, contact_id, name, phone_number, state, "values")
       values ($1, $2, 1, 'c:' || $3, $3::uuid, $4, $5, 'READ', $6)`,
      [world.clientId, broadcast.body.id, id, marks.name, phone, JSON.stringify({ 'body.town': marks.field })],
    );

    const order = newId();
    const begun = await world.api('POST /api/contacts/{id}/erase', { params, body: { id: order, confirm: 'ERASE' } });
    expect(begun.status).toBe(202);
    const receipt = await until(async () => {
      const { body } = await world.api('GET /api/erasures/{id}', { params: { id: order } });
      return body.state === 'done' ? body : null;
    }, 60_000);
    expect(receipt.counts).toMatchObject({
      contacts: 2,
      conversations: 1,
      notes: 1,
      internal_notes: 1,
      import_rows: 3,
    });
    const open = `select 1 as x from jobs where state <> 'done' and kind not like 'notifications.%'`;
    await until(async () => (await sql(open)).length === 0 || null, 60_000);
    await until(async () => (await sql('select 1 as x from changes_new')).length === 0 || null);

    const left: string[] = [];
    const needles = { id, 'id of twin': twin.id, number: phone, spelled, home, ...marks };
    for (const [what, needle] of Object.entries(needles)) {
      for (const table of await tablesWith(needle)) {
        if (stays[`${what.slice(0, 2) === 'id' ? 'id' : what} ${table}`] === undefined)
          left.push(`${what} in ${table}`);
      }
      for (const path of await filesWith(needle)) left.push(`${what} in ${path}`);
    }
    expect(left).toEqual([]);
    // Other contacts keep their rows of the same import, and clients are notified that the conversation is deleted.
    expect(await tablesWith('stays-in-the-import')).toContain('public.import_pages');
    expect((await world.api('GET /api/imports/{id}', { params: { id: run } })).body).toMatchObject({ state: 'done' });
    const reported = await sql<{ collection: string }>(
      `select distinct collection from changes where row_id = any($1) and version = $2 order by collection`,
      [[thread.id, id], deletedForeverVersion],
    );
    expect(reported).toEqual([{ collection: 'contacts' }, { collection: 'threads' }]);
  }, 180_000);
});

describe('the data export of a contact', () => {
  test('contains the team’s notes as the inbox shows them: current names, also of former members, dots for unknown ones', async () => {
    const thread = await customerWrites(world);
    const params = { id: thread.contact_id };
    const [left, gone] = [await createUser(world.server.owner), newId()];
    await sql(
      `insert into former_members (client_id, user_id, name, role, version) values ($1, $2, 'Lena Left', 'User', 2)`,
      [world.clientId, left.uid],
    );
    const body = `Ask @[Lena Then](user:${left.uid}) and @[Noa Gone](user:${gone})`;
    for (const [at, author] of [
      ['2026-01-01', left.uid],
      ['2026-01-02', gone],
      ['2026-01-03', world.user.uid],
    ]) {
      await sql(
        `insert into notes (client_id, id, thread_id, body, user_ids, request_hash, created_at, created_by)
         values ($1, $2, $3, $4, $5, '', $6, $7)`,
        [world.clientId, newId(), thread.id, body, [left.uid, gone], at, author],
      );
    }
    await world.api('POST /api/contacts/{id}/data-export', { params });
    await until(async () => {
      const { body: found } = await world.api('GET /api/contacts/{id}/data-export', { params });
      return found.file?.state === 'done' ? found.file : null;
    }, 60_000);
    const answer = await fetch(`${world.server.url}/api/contacts/${params.id}/data-export/file`, {
      headers: { authorization: `Bearer ${world.token}` },
    });
    const file = (await answer.json()) as {
      internal_notes: Array<{ author: string; body: string; conversation: string }>;
    };
    const [name] = await sql<{ name: string }>('select name from client_users where client_id = $1 and user_id = $2', [
      world.clientId,
      world.user.uid,
    ]);
    expect(file.internal_notes).toMatchObject(
      ['Lena Left', '…', name?.name].map((author) => ({
        author,
        body: 'Ask @Lena Left and @Noa Gone',
        conversation: thread.id,
      })),
    );
  });
});
