import type { BulkJob, Contact } from '@parley/contract/types';
import { expect } from 'vitest';
import type { TestServer } from './server.ts';
import type { Team } from './team.ts';
import { until } from './world.ts';

/** Values that spreadsheets change, run, or cut into cells, where they are not told that they are text. */
const values: Readonly<Record<string, string>> = {
  ...{ zeros: '007', long: '4711471147114711', zerosAndLong: '00004711471147114711', phone: '+525512345678' },
  ...{ date: '2026-03-04', dayAndMonth: '3-4', month: 'MARCH1', time: '10:30', fraction: '1/2', percent: '50%' },
  ...{ truth: 'TRUE', untruth: 'false', power: '1E5', hex: '0x1F', money: '$5.00', decimal: '1.50', comma: '1,5' },
  ...{
    formula: '=1+1',
    sum: '+1+1',
    minus: '-1+1',
    at: '@SUM(A1)',
    wide: '＝1+1',
    minusNumber: '-5',
    arabicDigits: '٠٧٧',
  },
  ...{ apostrophe: "'=1", apostropheCode: "'007", years: "'90s", Dutch: "'s-Gravenweg 12" },
  ...{ lines: 'first\nsecond', semicolons: 'a;b;c', tabs: 'a\tb', quotes: 'say "hello"', odd: '5" pipe', pipes: 'a|b' },
  ...{ Arabic: 'ليلى أحمد، 12', emoji: '👩🏽‍🔧 😀', markup: '<b>&amp;</b>', escape: '_x000D_', spaces: '  two  ' },
};

const base = { phone_number: '447700900118', name: 'Ada, "the first"; countess' };

/** Fills an account with contacts that no spreadsheet leaves alone. */
export async function addSpreadsheetContacts(team: Team): Promise<void> {
  const lists: string[] = [];
  for (const name of ['=Trade 007', 'Trade, retail', 'The "big" ones; 2026']) {
    const list = await team.call<{ id: string }>(team.owner, 'POST', '/contact-lists', { name });
    expect(list.status, JSON.stringify(list.body)).toBeLessThan(300);
    lists.push(list.body.id);
  }
  const contacts = [
    { ...base, custom_fields: values, contact_list_ids: lists },
    { phone_number: '525512345678', name: '=HYPERLINK("https://example.com";"x")', custom_fields: {} },
    { phone_number: '431234567890527', name: '＋Müller 😀', custom_fields: { zeros: '000' } },
    { phone_number: '2250701020304', name: 'ليلى أحمد', custom_fields: { date: '04/03/2026' } },
    { phone_number: '33639984107', name: '1E5', custom_fields: { lines: 'one\n\nthree\n' } },
  ];
  for (const contact of contacts) {
    const answer = await team.call(team.owner, 'POST', '/contacts', contact);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  }
}

type ComparableContact = Pick<Contact, 'phone_number' | 'name' | 'custom_fields'> & {
  lists: Array<string | undefined>;
};

/** What an import can bring back: numbers, names, fields and the names of lists, by number. */
export async function comparableContacts(team: Team): Promise<ComparableContact[]> {
  const lists = (await team.call<{ id: string; name: string }[]>(team.owner, 'GET', '/contact-lists')).body;
  const { body } = await team.call<{ data: Contact[] }>(team.owner, 'GET', '/contacts?limit=100');
  return body.data
    .map(({ phone_number, name, custom_fields, contact_list_ids }) => ({
      ...{ phone_number, name, custom_fields },
      lists: contact_list_ids.map((id) => lists.find((list) => list.id === id)?.name).sort(),
    }))
    .sort((a, b) => String(a.phone_number).localeCompare(String(b.phone_number)));
}

/** The file of an export, written by its job. */
export async function exportFile(server: TestServer, team: Team, format: object): Promise<Buffer> {
  const begun = await team.call<BulkJob>(team.owner, 'POST', '/contacts/exports', { selection: {}, ...format });
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  const job = await until(async () => {
    const { body } = await team.call<BulkJob>(team.owner, 'GET', `/contacts/bulk/${begun.body.id}`);
    return ['waiting', 'running'].includes(body.state) ? null : body;
  }, 60_000);
  expect(job).toMatchObject({ state: 'done', error: null });
  const headers = { authorization: `Bearer ${await team.tokenOf(team.owner)}` };
  const file = await server.app.http.inject({ url: `/api/contacts/exports/${job.id}/file`, headers });
  expect(file.statusCode).toBe(200);
  return file.rawPayload;
}
