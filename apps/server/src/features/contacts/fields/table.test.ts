import { foldText } from '@parley/contract/fold-text';
import type { ContactRow, Filter, FilterCondition } from '@parley/contract/types';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../../testing/team.ts';
import type { TestUser } from '../../../testing/users.ts';
import { until } from '../../../testing/world.ts';
import { listContactIds } from '../query/page-repo.ts';
import { readFields } from './fields.ts';

let server: TestServer;
let team: Team;
let masked: Member;
let all: ContactRow[];
let lists: string[];

const names = ['Ada Lovelace', 'ada', 'Ben_Hur', '100% Cora', '', 'Émile Zola', 'Zoe', 'back\\slash'];
const cities = ['Leeds', 'leeds', 'York', '', 'New York', 'Bath_1'];
const ages = ['7', '41', '100', '-3', '3.5', 'old'];
const born = ['1985-02-28', '2001-01-01', ''];

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  masked = await team.add('User');
  await server.owner.query(
    `update client_users set restrictions = '{"channel_ids": null, "only_assigned": false, "mask_phone_numbers": true, "no_export": false, "no_deletion": false}'
     where client_id = $1 and user_id = $2`,
    [team.clientId, masked.uid],
  );
  lists = [];
  for (const name of ['One', 'Two']) {
    lists.push((await call<{ id: string }>('POST', '/contact-lists', { name })).body.id);
  }
  await call('POST', '/custom-fields', { name: 'Age' });
  await call('POST', '/custom-fields', { name: 'Born', type: 'date' });
  for (let n = 0; n < 60; n++) {
    const city = cities[n % 7];
    const age = ages[n % 8];
    const day = born[n % 5];
    await call('POST', '/contacts', {
      phone_number: `+4477001${String(10_000 + n * 37)}`,
      name: names[n % names.length],
      contact_list_ids: lists.filter((_id, index) => (n >> index) % 2 === 1),
      custom_fields: {
        ...(city === undefined ? {} : { City: city }),
        ...(age === undefined ? {} : { Age: age }),
        ...(day === undefined ? {} : { Born: day }),
      },
      ...(n % 4 === 0
        ? { opted_in_at: new Date(Date.UTC(2026, n % 12, 3)).toISOString(), opt_in_source: `Fair ${n % 3}` }
        : {}),
    });
  }
  await call('PUT', '/custom-fields/Age', { type: 'number' });
  await sendCampaign();
  all = await everything('');
  expect(all).toHaveLength(60);
});
afterAll(() => server.close());

/** Every third contact was sent a broadcast, with different times and results. */
async function sendCampaign(): Promise<void> {
  const [channel, campaign] = [newId(), newId()];
  await server.owner.query(
    `insert into channels
       (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
     values ($1, $2, 'WHATSAPP', 'Shop', '', $3, '', '', '{}')`,
    [team.clientId, channel, channel],
  );
  await server.owner.query(
    `insert into campaigns (client_id, id, name, area, channel_id, template_id, audience, state, created_by)
     values ($1, $2, 'Spring', 'BROADCAST', $3, $4, '{}', 'FINISHED', 'bot')`,
    [team.clientId, campaign, channel, newId()],
  );
  await server.owner.query(
    `insert into campaign_recipients (client_id, campaign_id, n, recipient_key, contact_id, state)
     select client_id, $2, n, 'c:' || id, id, (array['READ', 'FAILED', 'SENT'])[1 + n % 3]
     from (select c.*, row_number() over (order by id) as n from contacts c where client_id = $1) c where n % 3 = 0 or n % 7 = 0`,
    [team.clientId, campaign],
  );
  await server.owner.query(
    `insert into contact_last_campaigns (client_id, contact_id, campaign_id, n, at)
     select client_id, contact_id, campaign_id, n, '2026-06-01'::timestamptz + n * interval '7 hours'
     from campaign_recipients where client_id = $1`,
    [team.clientId],
  );
}

const call = <B = Record<string, unknown>>(
  method: string,
  path: string,
  payload?: object,
  user: TestUser = team.owner,
) => team.call<B>(user, method, path, payload);
type Page = { data: ContactRow[]; next_cursor: string | null };

async function everything(query: string, limit = 200, user: TestUser = team.owner): Promise<ContactRow[]> {
  const found: ContactRow[] = [];
  for (let cursor = ''; ; ) {
    const page = await call<Page>('GET', `/contacts?limit=${limit}${query}${cursor}`, undefined, user);
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    found.push(...page.body.data);
    if (page.body.next_cursor === null) return found;
    cursor = `&cursor=${encodeURIComponent(page.body.next_cursor)}`;
  }
}

// ---- the same filters, evaluated row by row ----

function plain(contact: ContactRow, field: string): string | null {
  if (field === 'last_campaign') return contact.last_campaign?.state ?? null;
  if (field === 'last_campaign_at') return contact.last_campaign?.at ?? null;
  if (field.startsWith('custom:')) return contact.custom_fields[field.slice(7)] ?? null;
  return (contact as unknown as Record<string, string | null>)[field] ?? null;
}

function holds(contact: ContactRow, filter: Filter): boolean {
  if ('all' in filter) return filter.all.every((part) => holds(contact, part));
  if ('any' in filter) return filter.any.some((part) => holds(contact, part));
  return holdsOne(contact, filter);
}

function holdsOne(contact: ContactRow, { field, op, value = '' }: FilterCondition): boolean {
  if (field === 'list') {
    const ids = contact.contact_list_ids;
    if (op === 'is_empty' || op === 'is_not_empty') return (ids.length === 0) === (op === 'is_empty');
    return ids.includes(value) === (op === 'in_list');
  }
  const text = plain(contact, field);
  const isFolded = field === 'name' || field.startsWith('custom:');
  const small = isFolded ? foldText : (value: string) => value.toLowerCase();
  const here = small(text ?? '');
  const wanted = small(value.trim());
  switch (op) {
    case 'is_empty':
      return here === '';
    case 'is_not_empty':
      return here !== '';
    case 'is':
      return text !== null && here === wanted;
    case 'is_not':
      return !(text !== null && here === wanted);
    case 'contains':
      return here.includes(wanted);
    case 'not_contains':
      return !here.includes(wanted);
    case 'begins_with':
      return here.startsWith(wanted);
    case 'less_than':
    case 'more_than': {
      const number = Number(here);
      if (here === '' || Number.isNaN(number)) return false;
      return op === 'less_than' ? number < Number(wanted) : number > Number(wanted);
    }
    case 'before':
    case 'after': {
      if (here === '') return false;
      const moment = field.startsWith('custom:') ? here : new Date(here).toISOString();
      const against = field.startsWith('custom:') ? wanted : new Date(wanted).toISOString();
      return op === 'before' ? moment < against : moment >= against;
    }
    default:
      throw new Error(op);
  }
}

const texts = fc.constantFrom(
  'ada',
  'Ada Lovelace',
  'york',
  '_',
  '%',
  'e',
  'zo',
  '\\',
  'back\\',
  'Leeds',
  'é',
  'fair 1',
);
const emptiness = fc.constantFrom('is_empty' as const, 'is_not_empty' as const).map((op) => ({ op }));
const textTest = fc.oneof(
  emptiness,
  fc.record({
    op: fc.constantFrom(
      'is' as const,
      'is_not' as const,
      'contains' as const,
      'not_contains' as const,
      'begins_with' as const,
    ),
    value: texts,
  }),
);
const condition: fc.Arbitrary<FilterCondition> = fc.oneof(
  fc
    .tuple(fc.constantFrom('name', 'custom:City', 'opt_in_source', 'custom:Age'), textTest)
    .map(([field, test]) => ({ field, ...test })),
  fc
    .tuple(fc.constantFrom('less_than' as const, 'more_than' as const), fc.constantFrom('7', '3.4', '-3', '99.5'))
    .map(([op, value]) => ({ field: 'custom:Age', op, value })),
  fc
    .tuple(
      fc.constantFrom('custom:Born', 'opted_in_at', 'last_campaign_at'),
      fc.constantFrom('before' as const, 'after' as const),
      fc.constantFrom('1985-02-28', '2000-01-01', '2026-06-03'),
    )
    .map(([field, op, value]) => ({ field, op, value })),
  fc.tuple(fc.constantFrom('in_list' as const, 'not_in_list' as const), fc.constantFrom(0, 1)).map(([op, index]) => ({
    field: 'list',
    op,
    value: `list ${index}`,
  })),
  fc
    .tuple(fc.constantFrom('is' as const, 'is_not' as const), fc.constantFrom('READ', 'FAILED', 'CAPPED'))
    .map(([op, value]) => ({ field: 'last_campaign', op, value })),
  fc
    .tuple(fc.constantFrom('list', 'opted_in_at', 'username', 'last_campaign'), emptiness)
    .map(([field, test]) => ({ field, ...test })),
);
const filters = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.array(tie('filter'), { maxLength: 3 }).map((parts) => ({ all: parts })),
    fc.array(tie('filter'), { maxLength: 3 }).map((parts) => ({ any: parts })),
  ),
})).filter;

function withLists(filter: Filter): Filter {
  if ('all' in filter) return { all: filter.all.map(withLists) };
  if ('any' in filter) return { any: filter.any.map(withLists) };
  const index = /^list (\d)$/.exec(filter.value ?? '')?.[1];
  return index === undefined ? filter : { ...filter, value: lists[Number(index)] ?? '' };
}
const inAddress = (filter: Filter) => `&filter=${encodeURIComponent(JSON.stringify(filter))}`;

describe('filters', () => {
  test('match the same contacts as evaluating every row, and count them', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (raw) => {
        const filter = withLists(raw);
        const expected = all.filter((contact) => holds(contact, filter)).map(({ id }) => id);
        expect((await everything(inAddress(filter))).map(({ id }) => id)).toEqual(expected);
        const { body } = await call<{ count: number }>('GET', `/contacts/count?${inAddress(filter).slice(1)}`);
        expect(body).toEqual({ count: expected.length, exact: true });
      }),
      { numRuns: 150 },
    );
  });

  test('return the same page by every access path: a scan, an index, a set, the plain statement', async () => {
    const sorts = fc.constantFrom(
      'name',
      '-name',
      '-created_at',
      'custom:City',
      '-custom:Age',
      'opted_in_at',
      '-phone_number',
      'last_message_at',
      'last_campaign',
      '-last_campaign',
      'lists',
      '-lists',
    );
    const sizes = fc.record({
      firstScan: fc.constantFrom(1, 7, 2_000),
      scanFirstAbove: fc.constantFrom(0, 1_000_000),
      maxCandidates: fc.constantFrom(-1, 0, 5, 4_000),
      unguidedScan: fc.constantFrom(1, 20, 2_000),
      filteredScan: fc.constantFrom(1, 20, 2_000),
      textScan: fc.constantFrom(1, 20, 2_000),
      rareSearchLength: fc.constantFrom(1, 3, 6),
      filteredScanPerRow: fc.constantFrom(0, 1),
      maxSortedSet: fc.constantFrom(-1, 5, 2_000),
    });
    const searches = fc.constantFrom(undefined, undefined, 'ada', 'zo', 'o');
    await fc.assert(
      fc.asyncProperty(filters, sorts, sizes, searches, async (raw, sort, plans, search) => {
        const filter = withLists(raw);
        const pages = await server.platform.db.withTenant(team.clientId, async (tx) => {
          const context = { fields: await readFields(tx), masked: false, country: 'GB', timeZone: 'UTC' };
          const page = { which: { filter, search }, sort, after: null, limit: 9 };
          const [expected, short] = [
            await listContactIds(tx, context, page),
            await listContactIds(tx, context, page, plans),
          ];
          const rest = { ...page, after: short.next, limit: 100 };
          const rests =
            short.next === null
              ? []
              : [await listContactIds(tx, context, rest), await listContactIds(tx, context, rest, plans)];
          return { expected, short, rests };
        });
        expect(pages.short).toEqual(pages.expected);
        expect(pages.rests[1]).toEqual(pages.rests[0]);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    [{ field: 'custom:Nobody', op: 'is', value: 'x' }],
    [{ field: 'password', op: 'is', value: 'x' }],
    [{ field: 'name', op: 'less_than', value: '3' }],
    [{ field: 'name', op: 'is' }],
    [{ field: 'created_at', op: 'before', value: 'soon' }],
    [{ field: 'list', op: 'in_list', value: "' or 1=1" }],
  ])('%j is rejected with a message', async (filter) => {
    const answer = await call<{ error: { data: { field: string }[] } }>(
      'GET',
      `/contacts?${inAddress(filter as Filter).slice(1)}`,
    );
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(answer.body.error.data[0]?.field).toBe('filter');
  });

  test('SQL in texts and names is treated as text', async () => {
    const hostile = `x'; drop table contacts; --`;
    await call('POST', '/custom-fields', { name: hostile.slice(0, 40) });
    for (const filter of [
      { field: `custom:${hostile.slice(0, 40)}`, op: 'is', value: hostile },
      { field: 'name', op: 'contains', value: hostile },
    ] as Filter[]) {
      expect(await everything(inAddress(filter))).toEqual([]);
    }
    expect(await everything(`&search=${encodeURIComponent(hostile)}`)).toEqual([]);
  });
});

describe('order', () => {
  const order = (rows: ContactRow[], key: (contact: ContactRow) => string | number | null, descending: boolean) => {
    const filled = rows.filter((row) => key(row) !== null);
    const empty = rows.filter((row) => key(row) === null).sort((a, b) => (a.id < b.id ? -1 : 1));
    const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
    filled.sort((a, b) => (compare(key(a) ?? '', key(b) ?? '') || compare(a.id, b.id)) * (descending ? -1 : 1));
    return [...filled, ...empty].map(({ id }) => id);
  };
  const codePoints = (text: string) => [...text].map((char) => String(char.codePointAt(0)).padStart(7, '0')).join();
  const numeric = (text: string | undefined) => (text === undefined || text === 'old' ? null : Number(text));
  const keys: Record<string, (contact: ContactRow) => string | number | null> = {
    name: (contact) => codePoints(foldText(contact.name)),
    phone_number: (contact) => contact.phone_number,
    opted_in_at: (contact) => contact.opted_in_at,
    lists: (contact) => contact.contact_list_ids.length || null,
    'custom:City': (contact) =>
      contact.custom_fields['City'] === undefined ? null : codePoints(foldText(contact.custom_fields['City'])),
    'custom:Age': (contact) => numeric(contact.custom_fields['Age']),
  };

  test.each(Object.keys(keys).flatMap((sort) => [[sort], [`-${sort}`]]))(
    'by %s, in pages, without repetition',
    async (sort) => {
      const field = sort.replace('-', '');
      const expected = order(all, keys[field] ?? (() => null), sort.startsWith('-'));
      const found = await everything(`&sort=${encodeURIComponent(sort)}`, 7);
      expect(found.map(({ id }) => id)).toEqual(expected);
    },
  );

  test('latest first is the reverse order of arrival', async () => {
    const found = await everything('', 7);
    const times = found.map((contact) => contact.created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(found).toHaveLength(60);
  });

  test('unknown sort columns and cursors of other lists are rejected', async () => {
    expect((await call('GET', '/contacts?sort=password')).status).toBe(422);
    const page = await call<Page>('GET', '/contacts?limit=5&sort=name');
    expect((await call('GET', `/contacts?cursor=${page.body.next_cursor}`)).status).toBe(422);
    expect((await call('GET', '/contacts?cursor=nonsense')).status).toBe(422);
  });
});

describe('fragments', () => {
  const search = async (text: string, user?: TestUser) =>
    (await everything(`&search=${encodeURIComponent(text)}`, 200, user)).map(({ name }) => name);

  test('of names, numbers in any spelling, and beginnings for short texts', async () => {
    expect(new Set(await search('LOVE'))).toEqual(new Set(['Ada Lovelace']));
    expect(new Set(await search('n_H'))).toEqual(new Set(['Ben_Hur']));
    expect(new Set(await search('zo'))).toEqual(new Set(['Zoe']));
    expect(await search('nobody at all')).toEqual([]);
    const [someone] = all;
    const digits = someone?.phone_number ?? '';
    expect((await everything(`&search=${digits.slice(3)}`)).map(({ id }) => id)).toEqual([someone?.id]);
    const spelled = `+${digits.slice(0, 2)} ${digits.slice(2, 6)} (${digits.slice(6)})`;
    expect((await everything(`&search=${encodeURIComponent(spelled)}`)).map(({ id }) => id)).toEqual([someone?.id]);
  });

  test('combined with a list and a filter', async () => {
    const found = await everything(
      `&search=ada&contact_list_id=${lists[0]}${inAddress({ field: 'custom:City', op: 'is', value: 'leeds' })}`,
    );
    const expected = all.filter(
      (contact) =>
        contact.name.toLowerCase().includes('ada') &&
        contact.contact_list_ids.includes(lists[0] ?? '') &&
        contact.custom_fields['City']?.toLowerCase() === 'leeds',
    );
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });
});

describe('members who may not see numbers', () => {
  test('cannot find them out by searching, filtering, sorting or reading a cursor', async () => {
    const digits = all[0]?.phone_number ?? '';
    expect(await everything(`&search=${digits}`, 200, masked)).toEqual([]);
    expect((await call('GET', '/contacts?sort=phone_number', undefined, masked)).status).toBe(422);
    const filter = inAddress({ field: 'phone_number', op: 'begins_with', value: digits });
    expect((await call('GET', `/contacts?limit=1${filter}`, undefined, masked)).status).toBe(422);
    const page = await call<Page>('GET', '/contacts?limit=5&sort=name', undefined, masked);
    expect(page.body.data[0]).toMatchObject({ phone_number: null });
    const cursor = page.body.next_cursor ?? '';
    expect(Buffer.from(cursor, 'base64url').toString()).not.toContain('name');
    const paged = await everything('&sort=name', 7, masked);
    expect(paged.map(({ id }) => id)).toEqual((await everything('&sort=name')).map(({ id }) => id));
  });
});

describe('bulk operations', () => {
  type Act = { id: string; state: string; seen: number; changed: number; total: number };
  const ended = (id: string) =>
    until(async () => {
      const { body } = await call<Act>('GET', `/contacts/bulk/${id}`);
      return body.state === 'done' ? body : null;
    });

  test('set lists and fields, by a filter, after the response; a repeated request is the same operation', async () => {
    const list = (await call<{ id: string }>('POST', '/contact-lists', { name: 'From a filter' })).body.id;
    const filter: Filter = { field: 'custom:City', op: 'is', value: 'York' };
    const meant = all.filter((contact) => holds(contact, filter));
    const id = newId();
    const body = { id, selection: { filter }, act: { kind: 'add_lists', contact_list_ids: [list] } };
    expect((await call('POST', '/contacts/bulk', body)).status).toBe(202);
    expect((await call('POST', '/contacts/bulk', body)).status).toBe(202);
    expect(await ended(id)).toMatchObject({ seen: meant.length, changed: meant.length });
    expect(await everything(`&contact_list_id=${list}`)).toHaveLength(meant.length);
    const set = await call<Act>('POST', '/contacts/bulk', {
      selection: { ids: meant.map((contact) => contact.id) },
      act: { kind: 'set_field', name: 'Region', value: 'North' },
    });
    await ended(set.body.id);
    expect(await everything(inAddress({ field: 'custom:Region', op: 'is', value: 'north' }))).toHaveLength(
      meant.length,
    );
    const removed = await call<Act>('POST', '/contacts/bulk', {
      selection: {},
      act: { kind: 'remove_field', name: 'Region' },
    });
    expect(await ended(removed.body.id)).toMatchObject({ changed: meant.length });
  });

  test('move all contacts to the trash and restore them', async () => {
    const before = await everything('');
    expect((await call('DELETE', '/contacts', { account_name: 'Wrong' })).status).toBe(422);
    const { status, body } = await call<{ job_id: string }>('DELETE', '/contacts');
    expect(status).toBe(202);
    await ended(body.job_id);
    expect(await everything('')).toEqual([]);
    expect((await call('GET', '/contacts/count')).body).toEqual({ count: 0, exact: true });
    expect((await call('POST', '/contacts/restore', { deletion_id: body.job_id })).body).toEqual({ count: 60 });
    const after = await everything('');
    const settled = (rows: ContactRow[]) => rows.map(({ version: _v, updated_at: _u, ...rest }) => rest);
    expect(settled(after)).toEqual(settled(before));
    expect((await call('GET', '/contacts/count')).body).toEqual({ count: 60, exact: true });
  });

  test('stored counts equal counted ones', async () => {
    const kept = await queryAsOwner<{ scope: string; n: number }>(
      server.owner,
      'select scope, sum(n)::int as n from contact_counts where client_id = $1 group by 1 having sum(n) <> 0 order by 1',
      [team.clientId],
    );
    const counted = await queryAsOwner<{ scope: string; n: number }>(
      server.owner,
      `select 'all' as scope, count(*)::int as n from contacts where client_id = $1 and deleted_at is null having count(*) > 0
       union all select 'list:' || contact_list_id, count(*)::int from contact_list_members where client_id = $1 group by 1
       union all select 'field:' || k, count(*)::int from contacts cross join jsonb_object_keys(custom_fields) k
         where client_id = $1 and deleted_at is null group by 1 order by 1`,
      [team.clientId],
    );
    expect(kept).toEqual(counted);
  });
});
