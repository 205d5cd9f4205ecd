import { deflateRawSync } from 'node:zlib';
import type { ContactImport } from '@parley/contract/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { type Imports, importsOf } from '../../../testing/imports.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';

let server: TestServer;
let team: Team;
let imports: Imports;
let before: string;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  imports = await importsOf(server, team);
  await team.call(team.owner, 'POST', '/contacts', { phone_number: '447700900118', name: 'There before' });
});
beforeEach(async () => {
  before = await imports.exported();
});
afterAll(() => server.close());

const call = <B = Record<string, unknown>>(method: string, path: string, payload?: object) =>
  team.call<B>(team.owner, method, path, payload);

/** What is said about a file that cannot be taken; nothing was written. */
async function refusal(file: string | Buffer): Promise<string> {
  const row = await imports.upload(file);
  expect(row.state).toBe('failed');
  expect(await imports.exported()).toBe(before);
  expect((await call('PUT', `/imports/${row.id}/mapping`, { mapping: [], rules: {} })).code).toBe('import_not_ready');
  expect((await call('POST', `/imports/${row.id}/start`)).code).toBe('import_not_ready');
  return row.error ?? '';
}

const zip = (files: Array<{ name: string; content: Buffer; claimed?: number }>): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claimed = content.length } of files) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(22);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimed, 18);
    const length = Buffer.alloc(4);
    length.writeUInt16LE(name.length, 0);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, length, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), fields, length, tail, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, central, Buffer.from('504b0506', 'hex'), end]);
};

describe('a file that is not a table is rejected with a clear message, and nothing is written', () => {
  test('bytes that are not text, named CSV', async () => {
    const noise = Buffer.from(Array.from({ length: 4_000 }, (_none, n) => (n * 7_919) % 256));
    expect(await refusal(noise)).toBe('This is not a text file. Export the table as CSV or .xlsx.');
  });

  test('binary after a text-like beginning', async () => {
    const start = Buffer.from(`Phone,Name\n${'+447700900200,Ada\n'.repeat(20_000)}`);
    const noise = Buffer.from(Array.from({ length: 4_000 }, (_none, n) => (n * 7_919) % 256));
    expect(await refusal(Buffer.concat([start, noise]))).toContain('is not UTF-8');
  });

  test('two encodings in one file', async () => {
    const start = Buffer.from(`Phone,Name\n${'+447700900200,Zoë\n'.repeat(20_000)}`);
    const western = Buffer.from('+447700900201,Zo\xeb\n', 'latin1');
    const words = await refusal(Buffer.concat([start, western]));
    expect(words).toBe(
      'A part of this file is not UTF-8: it mixes encodings. Save it as UTF-8, or choose another encoding.',
    );
  });

  test('and the encoding can still be chosen manually', async () => {
    const start = Buffer.from(`Phone,Name\n${'+447700900200,Ada\n'.repeat(20_000)}`);
    const id = await imports.send(Buffer.concat([start, Buffer.from('+447700900201,Zo\xeb\n', 'latin1')]));
    await call('POST', `/imports/${id}/read`, {});
    expect((await imports.settled(id)).state).toBe('failed');
    await call('POST', `/imports/${id}/read`, { encoding: 'windows-1252' });
    expect(await imports.settled(id)).toMatchObject({ state: 'mapping', rows: 20_001, error: null });
  });

  test('broken quotes, with the line', async () => {
    expect(await refusal('Phone,Name\n+447700900200,Ada\n+447700900201,"Ben\n+447700900202,"Cy"x\n')).toBe(
      'Broken quotes at line 3: a cell with quotes must begin and end with them.',
    );
    expect(await refusal('Phone,Name\n+447700900200,"Ada\n+447700900201,Ben\n')).toContain('Broken quotes at line');
  });

  test('a quote that never closes in a large file', async () => {
    const rows = '+447700900201,Ben\n'.repeat(100_000);
    expect(await refusal(`Phone,Name\n+447700900200,"Ada\n${rows}`)).toContain('Is a quote missing there?');
  });

  test('10,000 columns', async () => {
    const many = Array.from({ length: 10_000 }, (_none, n) => `c${n}`).join();
    expect(await refusal(`${many}\n${many}\n`)).toBe('This file has more than 1000 columns.');
    const wide = Array.from({ length: 10_000 }, (_none, n) => ({ value: `c${n}` }));
    expect(await refusal(await writeXlsxFile([wide, wide]).toBuffer())).toBe('This file has more than 1000 columns.');
  });

  test('a spreadsheet with a password', async () => {
    const words = await refusal(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]));
    expect(words).toContain('password');
  });

  test('a spreadsheet that unpacks without end, and says so', async () => {
    const bomb = zip([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(1_000), claimed: 4_000_000_000 }]);
    expect(await refusal(bomb)).toBe('This spreadsheet unpacks to more than can be read. Save it as CSV.');
  });

  test('a spreadsheet that unpacks to far more than it declares', async () => {
    const sheet = await writeXlsxFile([[{ value: 'Phone' }], [{ value: '+447700900200' }]]).toBuffer();
    expect((await imports.upload(sheet)).state).toBe('mapping');
    const liar = zip([
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
      { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(300_000_000, 'a'), claimed: 1_000 },
    ]);
    expect(liar.length).toBeLessThan(2_000_000);
    expect(await refusal(liar)).toContain('Save it');
  });

  test('an archive that is not a spreadsheet, and a truncated one', async () => {
    expect(await refusal(zip([{ name: 'photo.png', content: Buffer.alloc(100) }]))).toContain(
      'This is not a spreadsheet',
    );
    const sheet = await writeXlsxFile([[{ value: 'Phone' }], [{ value: '+447700900200' }]]).toBuffer();
    expect(await refusal(sheet.subarray(0, sheet.length - 200))).toContain('damaged');
  });

  test('more than 100 MB', async () => {
    const id = await imports.send('Phone\n');
    await server.owner.query('update imports set received_bytes = 104857600 where id = $1', [id]);
    expect(await imports.put(id, 104_857_600, Buffer.from('x'))).toBe(413);
  });
});

describe('hostile names of columns', () => {
  test('become custom fields or are rejected, and affect nothing else', async () => {
    const names = [
      'Phone',
      '__proto__',
      'constructor',
      'toString',
      "'; drop table contacts; --",
      '<img src=x onerror=1>',
      'PHONE_NUMBER',
    ];
    const row = await imports.upload(`${names.map((name) => `"${name}"`).join()}\n+447700900300,a,b,c,d,e,f\n`);
    expect(row.columns.map(({ name }) => name)).toEqual(names);
    // Nothing can be kept under it, so it is left out, and refused where somebody asks for it.
    expect(row.columns[1]?.suggestion).toEqual({ target: 'ignore' });
    const mapping = names.map((_name, index) =>
      index === 0 ? { target: 'phone' } : { target: 'field', field: names[index] },
    );
    expect((await call('PUT', `/imports/${row.id}/mapping`, { mapping, rules: {} })).status).toBe(422);
    await imports.map(row);
    expect(await imports.settled(row.id)).toMatchObject({ state: 'ready' });
    await call('POST', `/imports/${row.id}/start`);
    expect((await imports.settled(row.id)).result.added).toBe(1);
    const [made] = (
      await call<{ custom_fields: Record<string, string> }[]>('GET', '/contacts/multi?phone_number=447700900300')
    ).body;
    expect(Object.entries(made?.custom_fields ?? {}).sort()).toEqual(
      names
        .slice(2, 6)
        .map((name, index) => [name, 'bcde'[index]])
        .sort(),
    );
    expect({}).not.toHaveProperty('a');
    await call('POST', `/imports/${row.id}/undo`);
    await imports.settled(row.id);
    expect(await imports.exported()).toBe(before);
  });

  test('also in the export of a known tool', async () => {
    const row = await imports.upload('WhatsApp Number,Allow Broadcast,constructor\n+447700900301,TRUE,x\n');
    expect(row.looks_like).toBe('WATI');
    expect(row.columns.map(({ suggestion }) => suggestion.target)).toEqual(['phone', 'ignore', 'field']);
  });

  test('reserved variables, names that are too long or used twice', async () => {
    const row = await imports.upload('A,B,C\n+447700900302,x,y\n');
    const mapped = async (...fields: string[]) => {
      const mapping = [{ target: 'phone' }, ...fields.map((field) => ({ target: 'field', field }))];
      return (await call('PUT', `/imports/${row.id}/mapping`, { mapping, rules: {} })).status;
    };
    for (const name of ['NAME', 'first_name', ' Phone_Number ', '', ' ', 'x'.repeat(41), 'a\u0000b'])
      expect(await mapped(name, 'Fine'), name).toBe(422);
    expect(await mapped('Town', 'town')).toBe(422);
    expect(await mapped('Town', 'Village')).toBe(202);
  });
});

describe('other accounts', () => {
  test('neither see an import nor can use their lists in one', async () => {
    const other = await createTeam(server);
    const theirs = await importsOf(server, other);
    const row = await theirs.check('Phone\n+447700900400\n');
    const list = (await other.call<{ id: string }>(other.owner, 'POST', '/contact-lists', { name: 'Theirs' })).body.id;
    const own = await imports.upload('Phone\n+447700900401\n');
    const mapping = [{ target: 'phone' }];
    const tries: Array<[string, string, object?]> = [
      ['GET', ''],
      ['GET', '/problems'],
      ['GET', '/rows'],
      ['GET', '/fixes'],
      ['GET', '/undo-skipped'],
      ['GET', '/rejected'],
      ['PUT', '/mapping', { mapping, rules: {} }],
      ['PUT', '/rows/1', { values: null }],
      ['POST', '/fixes', { fix: 'merge' }],
      ...['read', 'start', 'pause', 'resume', 'cancel', 'undo'].map((act): [string, string, object] => [
        'POST',
        `/${act}`,
        {},
      ]),
    ];
    for (const [method, path, body] of tries) {
      const answer = await call(method, `/imports/${row.id}${path}`, body);
      expect([answer.status, answer.code], `${method} ${path}`).toEqual([404, 'not_found']);
    }
    expect(await imports.put(row.id, 0, Buffer.from('x'))).toBe(404);
    const lent = await call('PUT', `/imports/${own.id}/mapping`, { mapping, rules: { contact_list_ids: [list] } });
    expect(lent.status).toBe(422);
    expect((await theirs.get(row.id)).state).toBe('ready');
    // The same id in two accounts is two imports.
    const again = await call<ContactImport>('POST', '/imports', { id: row.id, name: 'Mine' });
    expect(again.status).toBe(201);
    expect((await theirs.get(row.id)).name).toBe('people.csv');
  });
});
