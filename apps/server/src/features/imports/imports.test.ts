import type { Contact, ContactImport, ImportProblem, ImportRules } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';
import { until } from '../../testing/world.ts';

let server: TestServer;
let team: Team;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  headers = { authorization: `Bearer ${await team.tokenOf(team.owner)}` };
});
afterAll(() => server.close());

const call = <B = Record<string, unknown>>(method: string, path: string, payload?: object) =>
  team.call<B>(team.owner, method, path, payload);
const look = async (id: string) => (await call<ContactImport>('GET', `/imports/${id}`)).body;
const moving = new Set(['reading', 'checking', 'running', 'undoing']);
const settled = (id: string) =>
  until(async () => {
    const row = await look(id);
    return moving.has(row.state) ? null : row;
  }, 60_000);

async function put(id: string, offset: number, bytes: Buffer) {
  const response = await server.app.http.inject({
    method: 'PUT',
    url: `/api/imports/${id}/content?offset=${offset}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: bytes,
  });
  return { status: response.statusCode, body: response.json() };
}

async function upload(file: string | Buffer, settings: object = {}): Promise<ContactImport> {
  const { body } = await call<ContactImport>('POST', '/imports', { name: 'people.csv' });
  const bytes = Buffer.from(file as string);
  if (bytes.length > 0) expect((await put(body.id, 0, bytes)).status).toBe(200);
  const read = await call('POST', `/imports/${body.id}/read`, settings);
  if (read.status !== 202) return body;
  return settled(body.id);
}

async function check(file: string | Buffer, rules: Partial<ImportRules> = {}): Promise<ContactImport> {
  const row = await upload(file);
  expect(row, row.error ?? '').toMatchObject({ state: 'mapping' });
  const mapping = row.columns.map(({ suggestion }) => suggestion);
  const mapped = await call('PUT', `/imports/${row.id}/mapping`, { mapping, rules });
  expect(mapped.status, JSON.stringify(mapped.body)).toBe(202);
  const checked = await settled(row.id);
  expect(checked, checked.error ?? '').toMatchObject({ state: 'ready' });
  return checked;
}

async function run(file: string | Buffer, rules: Partial<ImportRules> = {}): Promise<ContactImport> {
  const { id } = await check(file, rules);
  expect((await call('POST', `/imports/${id}/start`)).status).toBe(200);
  return settled(id);
}

async function exported(): Promise<string> {
  const response = await server.app.http.inject({ url: '/api/contacts/export', headers });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toContain('text/csv');
  return response.body;
}
const byPhone = async (...numbers: string[]) =>
  (await call<Contact[]>('GET', `/contacts/multi?${numbers.map((number) => `phone_number=${number}`).join('&')}`)).body;
const problems = async (id: string) =>
  (await call<{ data: ImportProblem[] }>('GET', `/imports/${id}/problems`)).body.data;

test('the files of an account have two gigabytes together; deleted ones do not count', async () => {
  const bytes = Buffer.from('Phone\n+447700900123\n');
  const others = `insert into imports (client_id, id, name, state, received_bytes, purged_at, created_by, request_hash)
    select $1, gen_random_uuid(), 'other', 'failed', 104857600, $2, 'x', '' from generate_series(1, 21)`;
  await queryAsOwner(server.owner, others, [team.clientId, new Date()]);
  const first = await call<ContactImport>('POST', '/imports', { name: 'one.csv' });
  expect((await put(first.body.id, 0, bytes)).status).toBe(200);
  await queryAsOwner(server.owner, others, [team.clientId, null]);
  const second = await call<ContactImport>('POST', '/imports', { name: 'two.csv' });
  const { status, body } = await put(second.body.id, 0, bytes);
  expect([status, body.error.code]).toEqual([409, 'storage_full']);
  await queryAsOwner(server.owner, "delete from imports where name = 'other'", []);
});

describe('reading files', () => {
  test.each([
    ['commas', 'Name,Phone\nAda,+447700200001\n', ',', 'utf-8'],
    ['semicolons', 'Name;Phone\r\nÄnne;+447700200001\r\n', ';', 'utf-8'],
    ['tabs', 'Name\tPhone\nAda\t+447700200001\n', '\t', 'utf-8'],
    ['a mark', '\uFEFFName,Phone\nAda,+447700200001\n', ',', 'utf-8'],
    ['Western letters', Buffer.from('Name;Phone\nZo\xeb;+447700200001\n', 'latin1'), ';', 'windows-1252'],
    ['two-byte letters', Buffer.from('\uFEFFName\tPhone\nZoë\t+447700200001\n', 'utf16le'), '\t', 'utf-16le'],
  ])('with %s', async (_what, file, delimiter, encoding) => {
    const row = await upload(file);
    expect(row).toMatchObject({ state: 'mapping', format: 'csv', delimiter, encoding, rows: 1 });
    expect(row.columns.map(({ name, suggestion }) => [name, suggestion.target])).toEqual([
      ['Name', 'name'],
      ['Phone', 'phone'],
    ]);
    if (encoding !== 'utf-8') expect(row.columns[0]?.samples).toEqual(['Zoë']);
  });

  test('spreadsheets and vCards', async () => {
    const sheet = await writeXlsxFile([
      [{ value: 'Phone' }, { value: 'Name' }, { value: 'Since' }],
      [{ value: 447700200002 }, { value: 'Ada' }, { value: new Date('2026-02-03'), format: 'yyyy-mm-dd' }],
    ]).toBuffer();
    const row = await upload(sheet);
    expect(row, row.error ?? '').toMatchObject({ state: 'mapping', format: 'xlsx', rows: 1 });
    expect(row.columns.map(({ samples }) => samples[0])).toEqual(['447700200002', 'Ada', '2026-02-03']);
    const cards =
      'BEGIN:VCARD\nVERSION:3.0\nN:Lovelace;Ada\nFN:Ada\n  Lovelace\nTEL;TYPE=HOME:020\nTEL;TYPE=CELL:+44 7700 200003\nEND:VCARD\n';
    const card = await upload(cards);
    expect(card).toMatchObject({ state: 'mapping', format: 'vcard', rows: 1 });
    expect(card.columns.slice(0, 2).map(({ samples }) => samples[0])).toEqual(['Ada Lovelace', '+44 7700 200003']);
  });

  test.each([
    ['WATI', 'Name,WhatsApp Number,Allow Broadcast\nA,447700200004,TRUE\n', ['name', 'phone', 'ignore']],
    [
      'respond.io',
      'Contact ID,First Name,Last Name,Phone Number,Assignee,Lifecycle\n1,A,B,+447700200004,x,Lead\n',
      ['ignore', 'first_name', 'last_name', 'phone', 'ignore', 'field'],
    ],
    [
      'Chatwoot',
      'id,name,email,phone_number,identifier,company_name\n1,A,a@example.com,+447700200004,,K\n',
      ['ignore', 'name', 'field', 'phone', 'ignore', 'field'],
    ],
    [
      'Google Contacts',
      'First Name,Last Name,Labels,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\nA,B,* myContacts,a@example.com,Mobile,+447700200004\n',
      ['first_name', 'last_name', 'lists', 'field', 'ignore', 'phone'],
    ],
  ])('recognizes the export of %s', async (tool, file, targets) => {
    const row = await upload(file);
    expect(row.looks_like).toBe(tool);
    expect(row.columns.map(({ suggestion }) => suggestion.target)).toEqual(targets);
  });

  test.each([
    ['nothing', ''],
    ['only blanks', ' \n \n'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])],
    ['a PDF', '%PDF-1.7'],
    ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2])],
    ['an archive', Buffer.from('504b0304140000000000', 'hex')],
    ['only a header', 'Name,Phone\n'],
    ['1,001 columns', `${Array.from({ length: 1_001 }, (_, n) => `c${n}`).join()}\n${'x,'.repeat(1_000)}x\n`],
  ])('%s is rejected with a message, and nothing is written', async (_what, file) => {
    const before = await exported();
    const row = await upload(file);
    if (row.state !== 'uploading') {
      expect(row.state).toBe('failed');
      expect(row.error?.length).toBeGreaterThan(10);
    }
    expect(await exported()).toBe(before);
  });

  test('broken quotes are reported with their line, mixed encodings as such', async () => {
    expect((await upload('Name,Phone\nA,1\n"B,2\n"C"x,3\n')).error).toContain('line 3');
    const filler = `${'Ada,+447700200001\n'.repeat(20_000)}`;
    const mixed = Buffer.concat([Buffer.from(`Name,Phone\n${filler}`), Buffer.from([0x5a, 0xeb, 0x2c, 0x31, 0x0a])]);
    expect((await upload(mixed)).error).toContain('UTF-8');
  });

  test('a part is sent again after an interruption, and never out of order', async () => {
    const { body } = await call<ContactImport>('POST', '/imports', { name: 'parts' });
    const [first, second] = [Buffer.from('Name,Phone\nAda,+4477'), Buffer.from('00200009\n')];
    expect((await put(body.id, 0, first)).body.received_bytes).toBe(first.length);
    expect((await put(body.id, 0, first)).body.received_bytes).toBe(first.length);
    expect((await put(body.id, 99, second)).status).toBe(422);
    expect((await put(body.id, first.length, second)).status).toBe(200);
    await call('POST', `/imports/${body.id}/read`, {});
    expect((await settled(body.id)).columns[1]?.samples).toEqual(['+447700200009']);
  });
});

describe('checking', () => {
  test('every row is checked and nothing is written', async () => {
    await call('POST', '/contacts', { phone_number: '447700300001', name: 'Known' });
    const before = await exported();
    const file = `Phone,Name,Town
+447700300001,Other,Hull
07700 300002,New,Hull
+447700300002,Twice,Hull
,Nobody,Hull
hello,Nobody,Hull
4.4771E+11,Rounded,Hull
+447700300003,Fine,
`;
    const row = await check(file);
    expect(row.check).toEqual({ new: 2, updated: 1, unchanged: 0, duplicates: 1, invalid: 3 });
    expect((await problems(row.id)).map((problem) => [problem.row, problem.code])).toEqual([
      [3, 'duplicate'],
      [4, 'phone_missing'],
      [5, 'phone_invalid'],
      [6, 'phone_invalid'],
    ]);
    expect((await problems(row.id))[2]?.values).toEqual(['hello', 'Nobody', 'Hull']);
    expect(await exported()).toBe(before);
  });

  test('a row is fixed in place or skipped, and all numbers get a prefix at once', async () => {
    const file = 'Phone,Name\nhello,Mended\n99912345,Prefixed\n12,Left out\n';
    const row = await check(file);
    expect(row.check.invalid).toBe(3);
    await call('PUT', `/imports/${row.id}/rows/1`, { values: ['+447700300011', 'Mended'] });
    await call('PUT', `/imports/${row.id}/rows/3`, { values: null });
    expect((await call('PUT', `/imports/${row.id}/rows/4`, { values: null })).status).toBe(404);
    expect((await call('POST', `/imports/${row.id}/start`)).code).toBe('import_not_ready');
    const mapping = row.columns.map(({ suggestion }) => suggestion);
    await call('PUT', `/imports/${row.id}/mapping`, { mapping, rules: { number_prefix: '+45' } });
    const again = await settled(row.id);
    expect(again.check).toMatchObject({ new: 2, invalid: 1 });
    await call('POST', `/imports/${row.id}/start`);
    expect((await settled(row.id)).result).toMatchObject({ added: 2, rejected: 1 });
    expect((await byPhone('447700300011', '4599912345')).map(({ name }) => name).sort()).toEqual([
      'Mended',
      'Prefixed',
    ]);
  });

  test('a mapping needs a phone number and distinct fields', async () => {
    const row = await upload('A,B\n+447700300021,x\n');
    for (const mapping of [
      [{ target: 'name' }, { target: 'ignore' }],
      [{ target: 'phone' }],
      [{ target: 'phone' }, { target: 'field' }],
      [{ target: 'phone' }, { target: 'field', field: 'first_name' }],
    ]) {
      expect((await call('PUT', `/imports/${row.id}/mapping`, { mapping, rules: {} })).status).toBe(422);
    }
  });

  test('the mapping of the same columns is remembered', async () => {
    const file = 'Kontakt,Stadt\n+447700300031,Hull\n';
    const first = await upload(file);
    const mapping = [{ target: 'phone' }, { target: 'field', field: 'Where' }];
    await call('PUT', `/imports/${first.id}/mapping`, { mapping, rules: {} });
    await settled(first.id);
    const second = await upload(file.replace('031', '032'));
    expect(second.columns.map(({ suggestion }) => suggestion)).toEqual(mapping);
  });
});

describe('running', () => {
  test('adds and updates by the rules', async () => {
    const add = (name: string, phone_number: string) =>
      call('POST', '/contacts', { phone_number, name, custom_fields: { Plan: 'Gold' } });
    const rules: Array<[Partial<ImportRules>, string, Record<string, string>]> = [
      [{ conflict: 'overwrite' }, 'File', { Plan: 'Tin', Note: 'n' }],
      [{ conflict: 'keep' }, 'Mine', { Plan: 'Gold' }],
      [{ conflict: 'fill' }, 'Mine', { Plan: 'Gold', Note: 'n' }],
      [{ purpose: 'add' }, 'Mine', { Plan: 'Gold' }],
    ];
    for (const [index, [rule, name, fields]] of rules.entries()) {
      const number = `4477004000${10 + index}`;
      await add('Mine', number);
      await run(`Phone,Name,Plan,Note\n${number},File,Tin,n\n`, rule);
      expect((await byPhone(number))[0], JSON.stringify(rule)).toMatchObject({ name, custom_fields: fields });
    }
    await add('Mine', '447700400030');
    await run('Phone,Name,Plan\n447700400030,,\n', { blanks: 'clear' });
    expect((await byPhone('447700400030'))[0]?.custom_fields).toEqual({});
    const updateOnly = await run('Phone,Name\n447700400031,Stranger\n', { purpose: 'update' });
    expect(updateOnly.result).toMatchObject({ added: 0, unchanged: 1 });
    expect(await byPhone('447700400031')).toEqual([]);
  });

  test('adds contacts to lists, existing, new and named in the file, with their opt-ins', async () => {
    const list = (await call<{ id: string }>('POST', '/contact-lists', { name: 'Fair' })).body.id;
    const done = await run('Phone,Name,Lists\n447700400041,Ada,"fair, Fresh"\n447700400042,Ben,\n', {
      new_list_name: 'people.csv',
      contact_list_ids: [list],
      opt_in_source: 'Signed at the fair',
    });
    const all = (await call<{ id: string; name: string; member_count: number }[]>('GET', '/contact-lists')).body;
    const count = (name: string) => all.find((row) => row.name === name)?.member_count;
    expect([count('Fair'), count('Fresh'), count('people.csv')]).toEqual([2, 1, 2]);
    expect(done.contact_list_id).toBe(all.find((row) => row.name === 'people.csv')?.id);
    const [ada] = await byPhone('447700400041');
    expect(ada).toMatchObject({ opt_in_source: 'Signed at the fair', origin: 'IMPORT' });
    expect(ada?.opted_in_at).not.toBeNull();
  });

  test('does what the check said: a contact that only joins a list is updated, one that is in it is unchanged', async () => {
    const file = 'Phone,Name,Lists\n447700400071,Ada,Regulars\n447700400072,Ben,\n';
    await run(file);
    const said = async (rules: Partial<ImportRules>, rows = file) => {
      const { check: counts, result } = await run(rows, rules);
      expect([result?.added, result?.updated, result?.unchanged]).toEqual([
        counts.new,
        counts.updated,
        counts.unchanged,
      ]);
      return [counts.new, counts.updated, counts.unchanged];
    };
    const versions = async () => (await byPhone('447700400071', '447700400072')).map(({ version }) => version);
    const before = await versions();
    expect(await said({})).toEqual([0, 0, 2]);
    expect(await versions()).toEqual(before);
    expect(await said({ new_list_name: 'May' })).toEqual([0, 2, 0]);
    const list = (await call<{ id: string }>('POST', '/contact-lists', { name: 'June' })).body.id;
    expect(await said({ contact_list_ids: [list] })).toEqual([0, 2, 0]);
    expect(await said({ contact_list_ids: [list] })).toEqual([0, 0, 2]);
    expect(await said({}, file.replace('Ben,', 'Ben,Regulars'))).toEqual([0, 1, 1]);
    expect(await said({ purpose: 'add', new_list_name: 'July' })).toEqual([0, 0, 2]);
  });

  test('a number that its contact gave up belongs to the contact in the file', async () => {
    const [old, changed] = ['447700400081', '447700400082'];
    await call('POST', '/contacts', { phone_number: old, name: 'Moved away' });
    // As WhatsApp reports it: the customer has another number now.
    const whose =
      'client_id = $1 and id = (select contact_id from contact_identities where client_id = $1 and key = $2)';
    for (const sql of [
      `insert into contact_identities (client_id, kind, key, contact_id, value)
       select client_id, 'phone', '${changed}', id, '${changed}' from contacts where ${whose}`,
      `update contacts set phone_number = '${changed}' where ${whose}`,
      'update contact_identities set retired_at = now() where client_id = $1 and key = $2',
    ])
      await server.owner.query(sql, [team.clientId, old]);
    const row = await check(`Phone,Name\n${old},New owner\n`);
    expect(row.check).toMatchObject({ new: 1, updated: 0 });
    await call('POST', `/imports/${row.id}/start`);
    expect((await settled(row.id)).result).toMatchObject({ added: 1, updated: 0 });
    expect((await byPhone(old)).map(({ name }) => name)).toEqual(['New owner']);
    expect((await byPhone(changed)).map(({ name }) => name)).toEqual(['Moved away']);
  });

  test('rejected rows are returned as a file with reasons and harmless formulas', async () => {
    const done = await run('Phone,Name\n447700400051,Ada\nhello,"=HYPERLINK(""x"")"\n');
    expect(done.result).toMatchObject({ added: 1, rejected: 1 });
    const file = await server.app.http.inject({ url: `/api/imports/${done.id}/rejected`, headers });
    expect(file.body).toContain(`2,hello is not a phone number.,hello,"'=HYPERLINK(""x"")"`);
  });

  test('an export is imported unchanged', async () => {
    await call('POST', '/contacts', {
      phone_number: '447700400061',
      name: '=1+1',
      custom_fields: { Plan: '-5, "x"\n@y' },
    });
    const before = await exported();
    expect(before).toContain(`+447700400061,'=1+1`);
    const done = await run(before, { conflict: 'overwrite' });
    expect(done.result, JSON.stringify(done)).toMatchObject({ added: 0, updated: 0, rejected: 0 });
    expect(await exported()).toBe(before);
  });

  test('pauses, resumes, and can be cancelled', async () => {
    const file = `Phone,Name\n${Array.from({ length: 3_000 }, (_, n) => `4477005${10_000 + n},P${n}`).join('\n')}\n`;
    const { id } = await check(file);
    await call('POST', `/imports/${id}/start`);
    const paused = await call<ContactImport>('POST', `/imports/${id}/pause`);
    if (paused.status === 200) {
      expect((await look(id)).state).toBe('paused');
      await call('POST', `/imports/${id}/resume`);
    }
    expect((await settled(id)).result.added).toBe(3_000);
    expect((await call('POST', `/imports/${id}/cancel`)).code).toBe('import_not_ready');
  });
});

describe('undoing', () => {
  test('restores the earlier export, byte for byte, except for later changes', async () => {
    await call('POST', '/contacts', { phone_number: '447700600001', name: 'Was', custom_fields: { Plan: 'Gold' } });
    const trashed = await call<{ id: string }>('POST', '/contacts', { phone_number: '447700600002', name: 'Trashed' });
    await call('DELETE', `/contacts/${trashed.body.id}`);
    await call('POST', '/contacts', { phone_number: '447700600003', name: 'Touched' });
    const before = await exported();
    const done = await run(
      'Phone,Name,Plan,Brand new field\n447700600001,Now,Tin,a\n447700600002,Back,,b\n447700600003,Touched by file,,c\n447700600004,New,,d\n',
      { new_list_name: 'Undo me' },
    );
    expect(done.result).toMatchObject({ added: 2, updated: 2 });
    expect(done.undo_until).not.toBeNull();
    expect(await exported()).not.toBe(before);
    const [touched] = await byPhone('447700600003');
    await call('PUT', `/contacts/${touched?.id}`, { name: 'Touched since' });
    await call('POST', `/imports/${done.id}/undo`);
    const undone = await settled(done.id);
    expect(undone).toMatchObject({ state: 'undone', result: { undone: 3, kept: 1 } });
    expect((await call<{ data: object[] }>('GET', `/imports/${done.id}/undo-skipped`)).body.data).toEqual([
      { id: touched?.id },
    ]);
    // The one that changed since keeps what the import gave it, and its field and list with that.
    await call('PUT', `/contacts/${touched?.id}`, { name: 'Touched', custom_fields: {}, contact_list_ids: [] });
    await call('DELETE', '/custom-fields/Brand new field');
    const lists = (await call<{ id: string; name: string }[]>('GET', '/contact-lists')).body;
    await call('DELETE', `/contact-lists/${lists.find(({ name }) => name === 'Undo me')?.id}`);
    expect(await exported()).toBe(before);
    expect((await call<{ data: { id: string }[] }>('GET', '/contacts/trash')).body.data.map(({ id }) => id)).toContain(
      trashed.body.id,
    );
  });

  test('of everything leaves neither its fields nor its lists', async () => {
    const before = await exported();
    const done = await run('Phone,Name,Only here\n447700600011,A,x\n447700600012,B,y\n', {
      new_list_name: 'Only here',
    });
    await call('POST', `/imports/${done.id}/undo`);
    expect((await settled(done.id)).result).toMatchObject({ undone: 2, kept: 0 });
    expect(await exported()).toBe(before);
    const lists = (await call<{ name: string }[]>('GET', '/contact-lists')).body;
    expect(lists.some(({ name }) => name === 'Only here')).toBe(false);
  });

  test('ends after seven days', async () => {
    const done = await run('Phone\n447700600021\n');
    await queryAsOwner(server.owner, `update imports set ended_at = now() - interval '8 days' where id = $1`, [
      done.id,
    ]);
    expect(await call('POST', `/imports/${done.id}/undo`)).toMatchObject({ status: 409, code: 'import_not_ready' });
    expect((await look(done.id)).undo_until).toBeNull();
  });
});
