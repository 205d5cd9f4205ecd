import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { goneForGood } from '@parley/contract/sync';
import type { ContactImport } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { applied, ask, customerWrites, freshPhone, textInto } from '../../../testing/inbox.ts';
import { png, upload } from '../../../testing/media.ts';
import { createPerson } from '../../../testing/people.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

/*
 * One person with everything the product can know of somebody is erased; then every column of every table and every file of
 * the data folder is searched for them. What may stay is listed, and nothing else may.
 */
let world: World;
beforeAll(async () => {
  world = await testWorld();
}, 60_000);
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  ask<R>(world.server.owner, text, values);

/** Tables of which rows hold a text, as it is or as bytes. */
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

/** Files of the data folder that hold a text, besides the database's own; for them the tables speak. */
async function filesWith(needle: string): Promise<string[]> {
  const folder = world.server.platform.config.dataDir;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    if (file.includes(`${sep}postgres${sep}`)) continue;
    const bytes = await readFile(file).catch(() => null); // a file of work that ended meanwhile
    if (file.includes(needle) || bytes?.includes(needle) === true) found.push(file.slice(folder.length));
  }
  return found;
}

/** A file of contacts is imported, or checked only. */
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

/** What stays of an erased person, and why; whoever adds a place here says so in decision 160. */
const stays: Record<string, string> = {
  'id public.changes': 'the feed says which id is gone; it goes after seven days',
  'id public.contact_activity': 'that others were merged with somebody once; the id is nobody’s now',
  'id public.contact_bulk_acts': 'how far an act on many came, in the order of ids',
  'id public.jobs': 'what was done, by id; it goes with the ended job',
};

describe('a person who is erased', () => {
  test('is found in no table and no file any more', async () => {
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
    await world.api('POST /api/messages', { body: textInto(thread, marks.answer) });
    const file = await upload(world, png(20, 20, 3), {
      'content-type': 'image/png',
      'x-filename': encodeURIComponent(`${marks.file}.png`),
    });
    expect(file.status, JSON.stringify(file.body)).toBe(201);
    const image = { media_id: file.body.id, caption: marks.caption };
    const sent = await world.api('POST /api/messages', {
      body: { ...textInto(thread, ''), type: 'image', text: undefined, image } as never,
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);

    // Part of them, part of somebody else once, and suggested to be one with a third.
    const twin = (await world.api('POST /api/contacts', { body: { phone_number: freshPhone(), name: marks.twin } }))
      .body;
    await world.api('POST /api/contacts/merge', { body: { contact_id: id, merge_ids: [twin.id] } });
    const other = (await world.api('POST /api/contacts', { body: { phone_number: freshPhone(), name: 'Neighbour' } }))
      .body;
    const merged = await world.api('POST /api/contacts/merge', { body: { contact_id: other.id, merge_ids: [id] } });
    await world.api('POST /api/contacts/merges/{id}/undo', { params: { id: merged.body.id } });

    // Files and acts that named them: an export, their own file, imports in other spellings, acts by search and by id.
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
    // What is kept of deliveries that meant nothing here.
    const odd = { from: phone, id: freshWamid(), timestamp: 'soon', type: 'text', text: { body: marks.refused } };
    await world.deliver({ contacts: [{ wa_id: phone }], messages: [odd] } as never);
    const early = { id: freshWamid(), status: 'delivered', timestamp: String(nowS()), recipient_id: phone };
    await world.deliver({ statuses: [early] } as never);
    await applied(world.server.owner);
    for (const needle of [phone, ...Object.values(marks)]) {
      expect(await tablesWith(needle), `${needle} is somewhere before`).not.toEqual([]);
    }

    const audience = { contact_ids: [id], phone_numbers: [spelled, `+${phone}`] };
    const broadcast = await world.api('POST /api/campaigns', {
      body: { name: 'To one', channel_id: world.channelId, audience },
    });
    expect(broadcast.status, JSON.stringify(broadcast.body)).toBe(201);
    await sql(
      `insert into campaign_recipients (client_id, campaign_id, n, person_key, contact_id, name, phone_number, state, "values")
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
    await until(async () => (await sql(`select 1 as x from jobs where state <> 'done'`)).length === 0 || null, 60_000);

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
    // Others keep what is theirs in the same import, and devices are told that the conversation is gone for good.
    expect(await tablesWith('stays-in-the-import')).toContain('public.import_pages');
    expect((await world.api('GET /api/imports/{id}', { params: { id: run } })).body).toMatchObject({ state: 'done' });
    const told = await sql<{ version: string }>(
      `select version::text as version from changes where collection = 'threads' and row_id = $1 order by pos desc limit 1`,
      [thread.id],
    );
    expect(told).toEqual([{ version: String(goneForGood) }]);
  }, 180_000);
});

describe('the file of a person', () => {
  test('holds the notes of the team as they are shown: names of today, of members who left too, dots for nobody', async () => {
    const thread = await customerWrites(world);
    const params = { id: thread.contact_id };
    const [left, gone] = [await createPerson(world.server.owner), newId()];
    await sql(
      `insert into former_members (client_id, user_id, name, role, version) values ($1, $2, 'Lena Left', 'User', 2)`,
      [world.clientId, left.uid],
    );
    const body = `Ask @[Lena Then](user:${left.uid}) and @[Noa Gone](user:${gone})`;
    for (const [at, author] of [
      ['2026-01-01', left.uid],
      ['2026-01-02', gone],
      ['2026-01-03', world.person.uid],
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
      world.person.uid,
    ]);
    expect(file.internal_notes).toMatchObject(
      ['Lena Left', '…', name?.name].map((author) => ({
        author,
        body: 'Ask @Lena Left and @Noa Gone',
        conversation: thread.id,
      })),
    );
  }, 90_000);
});
