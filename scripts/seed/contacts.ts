import type { ContactList, CustomField } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';

type Call = <T>(method: string, path: string, body?: object) => Promise<T>;
type Known = { data: { id: string; name: string; phone_number: string | null; contact_list_ids: string[] }[] };

const lists: { name: string; color: ContactList['color'] }[] = [
  { name: 'Service plan', color: 'blue' },
  { name: 'E-bikes', color: 'green' },
  { name: 'Newsletter', color: null },
  { name: 'Trade customers', color: 'orange' },
  { name: 'Harbour Road', color: 'teal' },
  { name: 'École de vélo', color: 'purple' },
  { name: 'زبائن الورشة', color: 'pink' },
];
const fields: (Pick<CustomField, 'name' | 'type'> & { choices?: string[] })[] = [
  { name: 'Bike', type: 'text' },
  { name: 'Frame', type: 'text' },
  { name: 'Plan until', type: 'date' },
  { name: 'Branch', type: 'choice', choices: ['Harbour Road', 'Mill Lane', 'Station'] },
  { name: 'Visits', type: 'number' },
];
const names = [
  'Aisha Kamara',
  'Benedikt Öztürk',
  'Caoimhe Ní Bhriain',
  'Diego Paredes',
  'Ewa Błaszczyk',
  'Fatoumata Diallo',
  'Giulia Bianchi',
  'Henrik Lindqvist',
  'Imani Wanjiru',
  'João Oliveira',
  'Katarzyna Wiśniewska-Dąbrowska',
  'Liam O’Connor',
  '佐藤 美咲',
  'Nguyễn Thị Thảo',
  'Olena Коваленко',
  'Priya Raghunathan',
  'Quentin Lefèvre',
  'Rania Haddad',
  'Siobhán Ó Dálaigh',
  'Thabo Nkosi',
  'Abel Mensah',
  'Birgit Sørensen',
  'Chiara Romano',
  'Dóra Kovács',
  'Elif Yıldız',
  'Farhan Siddiqui',
  'Greta Neumann',
  'Hassan El Amrani',
  'Ingrid Halvorsen',
  'Jamal Carter',
  'Kwame Boateng',
  'Lucía Fernández',
  'Mateusz Zieliński',
  'Noor Rahman',
  'Owen Griffiths',
  'Petra Novotná',
  'Rosalind Pike',
  'Sergio Almeida',
  'Tomás Herrera',
  'Uchenna Eze',
  'Valentina Popescu',
  'Wanda Kowalczyk',
  'Xiomara Reyes',
  'Yusuf Demir',
  'Zoë van Dijk',
  'Anders Nyström',
  'Beatriz Carvalho',
  'Callum Fraser',
  'Delphine Moreau',
  'Emeka Obi',
  'Freya Larsen',
  'Gaurav Mehta',
  'Hana Dvořáková',
  'Isla McKenzie',
  'Jonas Weber',
  'Keiko Tanaka',
  'Leila Haddadi',
  'Marek Horák',
  'Nadia Petrova',
  'Oisín Byrne',
];
const bikes = ['Heron 5, 2024', 'Tern city', 'Cargo 2', 'Heron 3', 'Swift race'];
const sources = ['At the counter', 'Web shop', 'Open day 2026'];
/** Contacts who never wrote: they were imported with a list of the shop. */
const extraContacts = 60;
const dayMs = 24 * 3_600_000;

/** Lists, fields and contacts of the shop, so that the contacts table has content. */
export async function seedContacts(url: string, token: string): Promise<void> {
  const call: Call = (method, path, body) => apiCall(url, method, path, body, token);
  const listIds: string[] = [];
  for (const list of lists) listIds.push((await call<ContactList>('POST', '/api/contact-lists', list)).id);
  for (const field of fields) await call('POST', '/api/custom-fields', field);
  const some = <T>(values: readonly T[], n: number): T[] =>
    values.filter((_value, place) => (n * 7 + place * 3) % 5 < 2);
  const valuesOf = (n: number) => ({
    Bike: bikes[n % bikes.length] ?? '',
    ...(n % 3 !== 0 && { Frame: `${48 + (n % 6) * 2} cm` }),
    ...(n % 4 === 0 && { 'Plan until': `2027-${String((n % 12) + 1).padStart(2, '0')}-28` }),
    Branch: fields[3]?.choices?.[n % 3] ?? '',
    Visits: String((n * 13) % 40),
  });
  const optInOf = (n: number) =>
    n % 3 === 2
      ? {}
      : { opted_in_at: new Date(Date.now() - (n + 4) * 3 * dayMs).toISOString(), opt_in_source: sources[n % 3] };
  // Who wrote already is known by the conversations; sandbox contacts have a list of their own.
  const { data: known } = await call<Known>('GET', '/api/contacts?limit=200&sort=name');
  const wrote = known.filter(({ contact_list_ids: ids }) => ids.length === 0);
  for (const [n, { id, name }] of wrote.entries()) {
    const body = { contact_list_ids: some(listIds, n), custom_fields: valuesOf(n), ...optInOf(n) };
    await call('PUT', `/api/contacts/${id}`, body);
    if (name === 'Amara Okafor') {
      await call('POST', `/api/contacts/${id}/notes`, {
        body: 'Prefers mornings. Collects by cargo tram, so no loose wheels please.',
      });
    }
    if (n % 9 === 5) await call('PUT', `/api/contacts/${id}/suppression`, { scope: 'marketing' });
  }
  for (let n = 0; n < extraContacts; n++) {
    await call('POST', '/api/contacts', {
      phone_number: `+4477009${String(10_000 + ((n * 7_919) % 90_000))}`,
      name: names[n % names.length],
      contact_list_ids: n % 11 === 0 ? [] : some(listIds, n + 3),
      custom_fields: valuesOf(n + 2),
      ...optInOf(n),
    });
  }
  await call('POST', '/api/segments', {
    name: 'E-bike riders, opted in',
    filter: {
      all: [
        { field: 'list', op: 'in_list', value: listIds[1] },
        { field: 'opted_in_at', op: 'is_not_empty' },
      ],
    },
  });
  await call('POST', '/api/segments', {
    name: 'Silent for 3 months',
    filter: { field: 'last_message_at', op: 'before', value: '-90d' },
  });
}
