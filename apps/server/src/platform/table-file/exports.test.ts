import { routes } from '@parley/contract';
import { tableTypes, workbookType } from '@parley/contract/table-format';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';

let server: TestServer;
let team: Team;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  await team.call(team.owner, 'POST', '/contacts', { phone_number: '447700900118', name: '=1+1' });
});
afterAll(() => server.close());

const withoutParameters = Object.entries(routes).flatMap(([key, route]) =>
  'file' in route && route.file === tableTypes && /^GET [^{]+$/.test(key) ? key.slice(4) : [],
);

test('the tables that are downloaded without naming one', () => {
  expect(withoutParameters.length).toBeGreaterThan(4);
});

test.each(withoutParameters)('%s is a workbook or text with the same table', async (path) => {
  const headers = { authorization: `Bearer ${await team.tokenOf(team.owner)}` };
  const download = (query: string) => server.app.http.inject({ url: `${path}?${query}`, headers });
  const text = await download('delimiter=;');
  expect(text.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head = ''] = text.body.replace('\uFEFF', '').split('\r\n');
  const workbook = await download('format=xlsx');
  expect(workbook.headers['content-type']).toBe(workbookType);
  expect(String(workbook.headers['content-disposition'])).toContain('.xlsx"');
  const [cells = []] = await readSheet(workbook.rawPayload);
  expect(cells.filter((cell) => cell !== null)).toEqual(head.split(';'));
  expect((await download('format=pdf')).statusCode).toBe(422);
});
