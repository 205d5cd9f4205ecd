import type { Contact } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Imports, importsOf } from '../../../testing/imports.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';

let server: TestServer;
let team: Team;
let imports: Imports;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  imports = await importsOf(server, team);
});
afterAll(() => server.close());

type Shape = {
  tool: string;
  what: string;
  header: string;
  row: string;
  targets: Record<string, string>;
  separator?: string;
  contact: Partial<Contact> & { lists?: string[] };
};

/*
 * Complete header rows as the tools write them, with a fictional contact. Columns not in `targets` are skipped or a
 * field.
 */
const shapes: Shape[] = [
  {
    tool: 'WATI',
    what: 'its table of contacts',
    header: 'Name,WhatsApp Number,Allow Broadcast,Allow SMS,Source,City',
    row: 'Ama Mensah,233241234501,TRUE,TRUE,Website,Accra',
    targets: {
      Name: 'name',
      'WhatsApp Number': 'phone',
      'Allow Broadcast': 'ignore',
      'Allow SMS': 'ignore',
      City: 'field',
    },
    contact: { phone_number: '233241234501', name: 'Ama Mensah', custom_fields: { Source: 'Website', City: 'Accra' } },
  },
  {
    tool: 'WATI',
    what: 'its file for uploads, the country apart from the number',
    header: 'Name,CountryCode,Phone,AllowBroadcast,AllowSMS,Attribute 1,Attribute 2',
    row: 'Wong Ka Yan,852,54454454,TRUE,FALSE,Gold,Kowloon',
    targets: { CountryCode: 'phone_code', Phone: 'phone', AllowBroadcast: 'ignore', 'Attribute 1': 'field' },
    contact: {
      phone_number: '85254454454',
      name: 'Wong Ka Yan',
      custom_fields: { 'Attribute 1': 'Gold', 'Attribute 2': 'Kowloon' },
    },
  },
  {
    tool: 'WATI',
    what: 'the same of earlier years',
    header: 'Name,CountryCode,Phone,AllowCampaign,AllowSMS',
    row: 'Nimal Perera,94,0712345601,TRUE,TRUE',
    targets: { CountryCode: 'phone_code', Phone: 'phone', AllowCampaign: 'ignore' },
    contact: { phone_number: '94712345601', name: 'Nimal Perera', custom_fields: {} },
  },
  {
    tool: 'respond.io',
    what: 'its export of contacts',
    header:
      'Contact ID,First Name,Last Name,Phone Number,Email,Country,Language,Tags,Conversation Status,Assignee,Lifecycle',
    row: '48211907,Siti,Rahayu,+628123456701,siti@example.com,ID,id,"VIP,Jakarta",open,tan@example.com,Hot Lead',
    targets: {
      'Contact ID': 'ignore',
      'First Name': 'first_name',
      'Last Name': 'last_name',
      'Phone Number': 'phone',
      Tags: 'lists',
      'Conversation Status': 'ignore',
      Assignee: 'ignore',
      Lifecycle: 'field',
    },
    contact: {
      phone_number: '628123456701',
      name: 'Siti Rahayu',
      lists: ['Jakarta', 'VIP'],
      custom_fields: { Email: 'siti@example.com', Country: 'ID', Language: 'id', Lifecycle: 'Hot Lead' },
    },
  },
  {
    tool: 'Chatwoot',
    what: 'its export of contacts',
    header: 'id,name,email,phone_number',
    row: '318,Jorge Silva,jorge@example.com,+5511987654301',
    targets: { id: 'ignore', name: 'name', email: 'field', phone_number: 'phone' },
    contact: { phone_number: '5511987654301', name: 'Jorge Silva', custom_fields: { Email: 'jorge@example.com' } },
  },
  {
    tool: 'Chatwoot',
    what: 'its export with labels',
    header: 'id,name,email,phone_number,labels',
    row: '319,Ana Souza,ana@example.com,+5511987654302,"b2b,north"',
    targets: { id: 'ignore', labels: 'lists', phone_number: 'phone' },
    contact: { phone_number: '5511987654302', name: 'Ana Souza', lists: ['b2b', 'north'] },
  },
  {
    tool: 'Google Contacts',
    what: 'its CSV of today',
    header:
      'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,' +
      'Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,' +
      'E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
    row: 'Lena,,Vogt,,,,,,,,Vogt GmbH,,,,,https://example.com/p.jpg,* myContacts ::: Trade,* Work,lena@example.com,Mobile,+49 1512 3456701,,',
    targets: {
      'First Name': 'first_name',
      'Last Name': 'last_name',
      Labels: 'lists',
      Photo: 'ignore',
      'Phone 1 - Label': 'ignore',
      'Phone 1 - Value': 'phone',
      'Phone 2 - Value': 'ignore',
    },
    separator: ':::',
    contact: {
      phone_number: '4915123456701',
      name: 'Lena Vogt',
      lists: ['Trade'],
      custom_fields: { 'Organization Name': 'Vogt GmbH', 'E-mail 1 - Value': 'lena@example.com' },
    },
  },
  {
    tool: 'Google Contacts',
    what: 'its CSV of earlier years',
    header:
      'Name,Given Name,Additional Name,Family Name,Yomi Name,Name Prefix,Name Suffix,Nickname,Birthday,Notes,Language,Photo,' +
      'Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
    row: 'Paul Meyer,Paul,,Meyer,,,,,,,,,* myContacts ::: Suppliers,* Home,paul@example.com,Mobile,+49 1512 3456702',
    targets: {
      Name: 'name',
      'Given Name': 'first_name',
      'Family Name': 'last_name',
      'Group Membership': 'lists',
      'Phone 1 - Type': 'ignore',
      'Phone 1 - Value': 'phone',
    },
    separator: ':::',
    contact: { phone_number: '4915123456702', name: 'Paul Meyer', lists: ['Suppliers'] },
  },
];

test.each(shapes)('$tool: $what is recognized, and its contact is imported', async (shape) => {
  const row = await imports.upload(`${shape.header}\n${shape.row}\n`);
  expect(row.looks_like).toBe(shape.tool);
  const targets = Object.fromEntries(row.columns.map(({ name, suggestion }) => [name, suggestion.target]));
  expect(targets).toMatchObject(shape.targets);
  await imports.map(row, shape.separator === undefined ? {} : { list_separator: shape.separator });
  expect(await imports.settled(row.id)).toMatchObject({ state: 'ready', check: { new: 1, invalid: 0 } });
  await team.call(team.owner, 'POST', `/imports/${row.id}/start`);
  await imports.settled(row.id);
  const { lists, ...contact } = shape.contact;
  const [found] = (
    await team.call<Contact[]>(team.owner, 'GET', `/contacts/multi?phone_number=${contact.phone_number}`)
  ).body;
  expect(found).toMatchObject(contact);
  if (lists === undefined) return;
  const all = (await team.call<{ id: string; name: string }[]>(team.owner, 'GET', '/contact-lists')).body;
  expect(all.flatMap(({ id, name }) => (found?.contact_list_ids.includes(id) ? [name] : [])).sort()).toEqual(lists);
});

test('any file with the same few columns is not mistaken for a tool’s', async () => {
  const row = await imports.upload('id,name,email,phone_number,town\n1,A,a@example.com,+447700900801,Hull\n');
  expect(row.looks_like).toBeNull();
  expect(row.columns.map(({ suggestion }) => suggestion.target)).toEqual(['field', 'name', 'field', 'phone', 'field']);
});
