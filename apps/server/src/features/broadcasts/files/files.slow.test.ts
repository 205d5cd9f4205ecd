import type { AudienceCheck, Campaign, CampaignVariables } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshPhones, runCommand, startAndSnapshot, templateOf } from '../../../testing/broadcasts.ts';
import { putPart, readFile, rowsOf, sendFile, uploadFile } from '../../../testing/campaign-files.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { addMember, bearer, createUser } from '../../../testing/users.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { deleteOldFileRows } from './file-repo.ts';

/* A file of recipients for one broadcast, and its columns as values. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world, 'order_ready');
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const button = { 'button.0': { value: 'track' } };
const byColumns: CampaignVariables = { ...button, 'body.1': { column: 'Name' }, 'body.2': { column: 'Code' } };
const draft = (file_id: string | undefined, more: object = {}) =>
  world.api('POST /api/campaigns', {
    body: {
      name: 'Parcels',
      channel_id: world.channelId,
      template_id: template,
      audience: file_id === undefined ? { phone_numbers: ['+447700900118'] } : { file_id },
      variables: byColumns,
      ...more,
    } as never,
  });
async function check(audience: object, more: object = {}): Promise<AudienceCheck> {
  const body = { channel_id: world.channelId, template_id: template, audience, variables: byColumns, ...more };
  const answer = await world.api('POST /api/campaigns/audience', { body: body as never });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as AudienceCheck;
}
/** What is said about a start that is refused, by field. */
async function refusal(campaign: { id: string }): Promise<Record<string, string>> {
  const answer = await world.api('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  expect(answer.status).toBe(422);
  const { error } = answer.body as unknown as { error: { data: { field: string; msg: string }[] } };
  return Object.fromEntries(error.data.map(({ field, msg }) => [field, msg]));
}

describe('reading', () => {
  test('letters, separators and numbers without a country code are recognized; rows are counted by kind', async () => {
    const rows = [
      'Telefon;Name;Code',
      '07700 900201;Zoë;A1',
      '+44 7700 900202;Ann;A2',
      'nobody;Bob;A3',
      '07700900201;Zoë;A4',
      ';;A5',
    ];
    const file = await uploadFile(world, Buffer.from(rows.join('\r\n'), 'latin1'));
    expect(file).toMatchObject({ state: 'ready', encoding: 'windows-1252', delimiter: ';', rows: 5 });
    expect(file).toMatchObject({ good: 2, invalid: 2, duplicates: 1, phone_column: 0, name_column: 1 });
    expect(file.columns.map(({ name }) => name)).toEqual(['Telefon', 'Name', 'Code']);
    expect(await rowsOf(world, file.id, 'good')).toMatchObject([
      { row: 1, phone_number: '447700900201', values: ['07700 900201', 'Zoë', 'A1'] },
      { row: 2, phone_number: '447700900202' },
    ]);
    expect(await rowsOf(world, file.id, 'invalid')).toMatchObject([
      { row: 3, problem: 'nobody is not a phone number.' },
      { row: 5, problem: 'There is no phone number.' },
    ]);
    expect(await rowsOf(world, file.id, 'duplicate')).toMatchObject([{ row: 4, first_row: 1 }]);
  });

  test('another column of numbers is read from the same bytes', async () => {
    const file = await uploadFile(world, 'Phone,Second\n+447700900203,+447700900204\n+447700900205,nobody\n');
    expect(file).toMatchObject({ phone_column: 0, good: 2 });
    const again = await readFile(world, file.id, { phone_column: 1 });
    expect(again).toMatchObject({ phone_column: 1, good: 1, invalid: 1, rows: 2 });
    expect((await rowsOf(world, file.id, 'good'))[0]?.phone_number).toBe('447700900204');
  });

  test('parts may come twice, not with a gap', async () => {
    const id = await sendFile(world, 'Phone\n');
    const part = Buffer.from('+447700900206\n');
    await putPart(world, id, 6, part);
    expect((await putPart(world, id, 6, part)).received_bytes).toBe(6 + part.length);
    await expect(putPart(world, id, 100, part)).rejects.toThrow('Continue at byte 20');
    expect(await readFile(world, id)).toMatchObject({ state: 'ready', good: 1 });
  });

  test('an empty file, a table without rows and what is no table are refused in words', async () => {
    const empty = await sendFile(world, '');
    const asked = await world.api('POST /api/campaign-files/{id}/read', { params: { id: empty }, body: {} });
    expect(asked).toMatchObject({
      status: 422,
      body: { error: { data: [{ field: 'file', msg: 'This file is empty.' }] } },
    });
    expect(await uploadFile(world, 'Phone,Name\n')).toMatchObject({
      state: 'failed',
      error: 'There are no rows in this file.',
    });
    expect(await uploadFile(world, Buffer.from('%PDF-1.7 x'))).toMatchObject({
      state: 'failed',
      error: 'This is a PDF. Export the table as CSV or .xlsx.',
    });
  });
});

describe('sending', () => {
  test('everyone of the file gets the values of their row, a list member too; the others are excluded as ever', async () => {
    const [known = '', fresh = '', out = '', blank = ''] = freshPhones(4);
    const contact = await world.api('POST /api/contacts', { body: { phone_number: known, name: 'Known' } });
    const gone = await world.api('POST /api/contacts', { body: { phone_number: out, name: 'Out' } });
    await sql(
      `insert into suppressions (client_id, contact_id, source, scope, active, provider_at) values ($1, $2, 'platform', 'all', true, now())`,
      [world.clientId, gone.body.id],
    );
    await sql('update contacts set opted_out_at = now() where id = $1', [gone.body.id]);
    const lines = [`${known},Kay,K1`, `${fresh},Fay,F1`, `${out},Oz,O1`, `${blank},Bea,`].map((line) => `+${line}`);
    const file = await uploadFile(world, `Phone,Name,Code\n${lines.join('\n')}\n`);
    const audience = { file_id: file.id, contact_ids: [contact.body.id] };
    const counted = await check(audience);
    expect(counted).toMatchObject({ total: 4, will_receive: 2, duplicates: 1, missing: [{ key: 'body.2', count: 1 }] });
    expect(counted.excluded).toEqual([
      { reason: 'suppressed', count: 1 },
      { reason: 'missing_value', count: 1 },
    ]);
    const filled = { ...button, 'body.1': { column: 'Name' }, 'body.2': { column: 'Code', fallback: 'none' } };
    expect(await check(audience, { variables: filled })).toMatchObject({ will_receive: 3, missing: [] });
    const made = (await draft(undefined, { audience, variables: filled })).body as Campaign;
    await startAndSnapshot(world, made);
    const recipients = await sql<{ phone_number: string; values: object; state: string; name: string }>(
      'select phone_number, "values", state, name from campaign_recipients where campaign_id = $1',
      [made.id],
    );
    const of = (phone: string) => recipients.find(({ phone_number }) => phone_number === phone);
    expect(of(known)).toMatchObject({ name: 'Known', values: { 'body.1': 'Kay', 'body.2': 'K1' } });
    expect(of(fresh)).toMatchObject({ name: 'Fay', values: { 'body.1': 'Fay', 'body.2': 'F1' } });
    expect(of(blank)).toMatchObject({ values: { 'body.1': 'Bea', 'body.2': 'none' } });
    expect(of(out)?.state).toBe('SKIPPED');
    // Who is no contact yet becomes one when their message is written.
    await until(async () => {
      const [row] = await sql(`select name from contacts where client_id = $1 and phone_number = $2`, [
        world.clientId,
        fresh,
      ]);
      return row?.['name'] === 'Fay' ? true : null;
    });
    expect(
      await sql('select from contacts where client_id = $1 and phone_number = $2', [world.clientId, known]),
    ).toHaveLength(1);
  });

  test('a start is refused by step and field: no number column, nothing valid, a column that is gone, no file, a repetition', async () => {
    const unnamed = await uploadFile(world, 'Who,Code\nAnn,x\nBob,y\n');
    expect(unnamed).toMatchObject({ state: 'mapping', phone_column: null });
    expect(await refusal((await draft(unnamed.id)).body)).toEqual({
      'audience.file_id': 'Choose the column of the phone numbers in people.csv.',
      'variables.body.1': 'people.csv has no column named Name. Choose another one.',
    });
    const invalid = await uploadFile(world, 'Phone,Name,Code\nx,Ann,1\ny,Bob,2\n');
    expect(invalid).toMatchObject({ good: 0, invalid: 2 });
    expect(await refusal((await draft(invalid.id)).body)).toEqual({
      'audience.file_id': 'No row of people.csv has a valid phone number.',
    });
    const good = await uploadFile(world, 'Phone,Name,Code\n+447700900207,Ann,1\n');
    const other = await uploadFile(world, 'Phone,Name\n+447700900207,Ann\n');
    const made = (await draft(good.id)).body as Campaign;
    await world.api('PUT /api/campaigns/{id}', { params: { id: made.id }, body: { audience: { file_id: other.id } } });
    expect(await refusal(made)).toEqual({
      'variables.body.2': 'people.csv has no column named Code. Choose another one.',
    });
    expect(Object.keys(await refusal((await draft(undefined)).body))).toEqual(['variables.body.1', 'variables.body.2']);
    const repeated = await draft(good.id, { schedule: { repeat: { every: 'week', days: [1], time: '09:00' } } });
    expect(Object.keys(await refusal(repeated.body))).toEqual(['schedule.repeat']);
  });

  test('a file of another account, or of a member whose broadcasts one does not see, is not found', async () => {
    const file = await uploadFile(world, 'Phone\n+447700900208\n');
    const stranger = await testWorld();
    try {
      const body = { name: 'x', channel_id: stranger.channelId, audience: { file_id: file.id } };
      const answer = await stranger.api('POST /api/campaigns', { body: body as never });
      expect(answer).toMatchObject({ status: 422, body: { error: { data: [{ field: 'audience.file_id' }] } } });
      expect((await stranger.api('GET /api/campaign-files/{id}', { params: { id: file.id } })).status).toBe(404);
    } finally {
      await stranger.close();
    }
    const auth = await (await import('../../../testing/auth.ts')).createAuth(world.server.platform);
    const other = await createUser(world.server.owner);
    await addMember(world.server.owner, world.clientId, other, 'User');
    const theirs = world.apiAs(
      (await bearer(auth, other, { clientId: world.clientId, role: 'User' })).authorization.replace('Bearer ', ''),
    );
    expect((await theirs('GET /api/campaign-files/{id}', { params: { id: file.id } })).status).toBe(404);
    await draft(file.id);
    expect((await theirs('GET /api/campaign-files/{id}', { params: { id: file.id } })).status).toBe(200);
  });
});

describe('what is kept', () => {
  test('rows go a week after the start, unused files after a day; drafts keep theirs', async () => {
    const upload = () => uploadFile(world, 'Phone,Name,Code\n+447700900209,Ann,1\n');
    const [unused, kept, sent] = [await upload(), await upload(), await upload()];
    await draft(kept.id);
    const made = (await draft(sent.id)).body as Campaign;
    await startAndSnapshot(world, made);
    await sql(`update campaign_files set created_at = now() - interval '2 days' where id = any($1)`, [
      [unused.id, kept.id, sent.id],
    ]);
    await sql(`update campaigns set started_at = now() - interval '8 days' where id = $1`, [made.id]);
    await world.server.platform.db.system.transaction('maintenance', deleteOldFileRows);
    const state = async (id: string) => {
      const answer = await world.api('GET /api/campaign-files/{id}', { params: { id } });
      return answer.status === 404 ? 'gone' : (answer.body as { purged: boolean }).purged;
    };
    expect([await state(unused.id), await state(kept.id), await state(sent.id)]).toEqual(['gone', false, true]);
    expect(await sql('select from campaign_file_rows where file_id = $1', [sent.id])).toHaveLength(0);
    const again = (await draft(sent.id)).body as Campaign;
    expect(await refusal(again)).toEqual({
      'audience.file_id': 'The rows of people.csv were deleted. Upload it again.',
    });
  });

  test('a person who is erased is in no row, no sample and no byte of a file', async () => {
    const [phone = ''] = freshPhones(1);
    const { id } = (await world.api('POST /api/contacts', { body: { phone_number: phone, name: 'Vera' } })).body;
    const file = await uploadFile(world, `Phone,Name,Code\n0${phone.slice(2)},Vera,1\n+447700900210,Ann,2\n`);
    expect(file.good).toBe(2);
    await draft(file.id);
    const asked = await world.api('POST /api/contacts/{id}/erase', {
      params: { id },
      body: { confirm: 'ERASE' },
    } as never);
    expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300);
    await until(async () => {
      const rows = await sql<{ cells: string[] }>('select cells from campaign_file_rows where file_id = $1', [file.id]);
      return rows.length === 1 ? true : null;
    });
    await until(async () => {
      const parts = await sql('select from campaign_file_parts where file_id = $1', [file.id]);
      return parts.length === 0 ? true : null;
    });
    const after = (await world.api('GET /api/campaign-files/{id}', { params: { id: file.id } })).body;
    expect(after).toMatchObject({ good: 1 });
    expect(JSON.stringify(after)).not.toContain('Vera');
  });
});

test('100,000 rows are read and counted', async () => {
  const lines = Array.from({ length: 100_000 }, (_none, n) => `+4477${10_000_000 + n},Person ${n},C${n}`);
  const file = await uploadFile(world, `Phone,Name,Code\n${lines.join('\n')}\n`);
  expect(file).toMatchObject({ state: 'ready', good: 100_000, invalid: 0 });
  expect(await check({ file_id: file.id })).toMatchObject({ will_receive: 100_000, missing: [] });
});

test('recipients of a file of several pages are fixed once each, with their own values', async () => {
  const lines = Array.from({ length: 5_000 }, (_none, n) => `+4478${10_000_000 + n},Person ${n},C${n}`);
  const file = await uploadFile(world, `Phone,Name,Code\n${lines.join('\n')}\n`);
  const made = (await draft(file.id, { schedule: { spread_hours: 168 } })).body as Campaign;
  const begun = await startAndSnapshot(world, made);
  await runCommand(world, made, 'cancel');
  expect(begun.total).toBe(5_000);
  const [row] = await sql(
    `select count(*)::int as n, count(*) filter (where 'C' || (phone_number::bigint - 447810000000) = "values"->>'body.2')::int as own
     from campaign_recipients where campaign_id = $1`,
    [made.id],
  );
  expect(row).toEqual({ n: 5_000, own: 5_000 });
});
