import type { CampaignAudience, CampaignExclusions, ExclusionReason, VariableSource } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { enqueueSnapshot } from './snapshot.ts';

/*
 * The audience is counted by one statement, written to the snapshot in pages, and computed one by one by a model
 * without SQL: all three must agree for any request.
 */

type Model = {
  id: string;
  n: number;
  name: string;
  phone: string | null;
  /** Another spelling of the same number. */
  variant: string | null;
  userId: string | null;
  city: string;
  optedIn: boolean;
  suppressed: null | { source: 'platform' | 'manual'; scope: 'all' | 'marketing' };
  sandbox: boolean;
  /** A phone that proved to be the account's own. */
  verified: boolean;
  deleted: boolean;
  lists: number[];
  active: boolean;
  marketed: boolean;
};

const contactCount = 120;
let world: World;
let lists: string[];
let segment: string;
let templates: Record<Choice['category'], string>;
let model: Model[];

/** Numbers that look random and are the same in every run. */
let seed = 11;
const dice = (most: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
};
const chance = (percent: number) => dice(100) < percent;

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

function someone(n: number): Model {
  const brazilian = n % 10 === 3;
  const digits = brazilian ? `55119${70_000_000 + n}` : `4477${10_000_000 + n}`;
  const known = chance(85);
  return {
    id: newId(),
    n,
    name: ['Ana Maria', 'Bo', '', '  ', 'Carl\u00a0Gustav', `Person ${n}`][dice(6)] ?? '',
    phone: known ? digits : null,
    variant: known && brazilian ? digits.replace(/^55119/, '5511') : null,
    userId: chance(15) ? `GB.${n}` : null,
    city: ['Oslo', '', ' ', 'Rome', 'New\nYork', 'Los\tAngeles', 'San     Juan', 'Sao    Paulo'][dice(8)] ?? '',
    optedIn: chance(60),
    suppressed: chance(25)
      ? { source: chance(50) ? 'platform' : 'manual', scope: chance(50) ? 'all' : 'marketing' }
      : null,
    sandbox: chance(25),
    // An account has at most ten.
    verified: known && n % 12 === 0,
    deleted: chance(8),
    lists: [0, 1, 2].filter(() => chance(40)),
    active: chance(20),
    marketed: chance(20),
  };
}

beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
  lists = [];
  for (let n = 0; n < 3; n++)
    lists.push((await world.api('POST /api/contact-lists', { body: { name: `L${n}` } })).body.id);
  await world.api('POST /api/custom-fields', { body: { name: 'City' } });
  const [field] = await sql<{ no: number }>('select no from contact_fields where client_id = $1', [world.clientId]);
  const filter = { field: 'custom:City', op: 'is', value: 'Oslo' } as const;
  segment = (await world.api('POST /api/segments', { body: { name: 'In Oslo', filter } })).body.id;
  const [base] = await sql<{ waba_id: string }>('select waba_id from channels where id = $1', [world.channelId]);
  templates = { marketing: newId(), utility: newId(), authentication: newId() };
  for (const [category, id] of Object.entries(templates)) {
    await sql(
      `insert into templates (client_id, id, waba_id, name, language, status, category, parameter_format, components)
       values ($1, $2, $3, $4, 'en', 'ACTIVE', upper($4), 'NAMED', $5)`,
      [world.clientId, id, base?.waba_id, category, JSON.stringify([{ type: 'BODY', text: 'Hi {{who}}, {{town}}!' }])],
    );
  }
  model = Array.from({ length: contactCount }, (_none, n) => someone(n));
  for (const one of model) await keep(one, field?.no ?? 0);
});
afterAll(() => world.close());

async function keep(one: Model, cityNo: number): Promise<void> {
  const { clientId } = world;
  await sql(
    `insert into contacts (client_id, id, name, phone_number, user_id, custom_fields, opted_in_at, opted_out_at, sandbox, deleted_at)
     values ($1, $2, $3, $4, $5, $6, case when $7 then now() end, case when $8 then now() end, $9, case when $10 then now() end)`,
    [
      clientId,
      one.id,
      one.name,
      one.phone,
      one.userId,
      JSON.stringify(one.city === '' ? {} : { [cityNo]: one.city }),
      one.optedIn,
      one.suppressed !== null,
      one.sandbox,
      one.deleted,
    ],
  );
  if (one.phone !== null) {
    await sql(
      `insert into contact_identities (client_id, kind, key, contact_id, value) values ($1, 'phone', $2, $3, $2)`,
      [clientId, one.phone, one.id],
    );
  }
  if (one.verified) {
    await sql(
      `insert into test_numbers (client_id, id, position, name, phone_number, match_key, code, verified_at, created_by)
       values ($1, $2, $3, 'Test', $4, $4, 'ABCDEF', now(), $5)`,
      [clientId, newId(), one.n / 12 + 1, one.phone, world.user.uid],
    );
  }
  for (const list of one.lists) {
    await sql('insert into contact_list_members (client_id, contact_list_id, contact_id) values ($1, $2, $3)', [
      clientId,
      lists[list],
      one.id,
    ]);
  }
  if (one.suppressed !== null) {
    await sql(
      `insert into suppressions (client_id, contact_id, source, scope, active, provider_at) values ($1, $2, $3, $4, true, now())`,
      [clientId, one.id, one.suppressed.source, one.suppressed.scope],
    );
  }
  if (!one.active && !one.marketed) return;
  const thread = newId();
  await sql(
    `insert into threads (client_id, id, channel_id, contact_id, to_phone, state, assignee_id) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      clientId,
      thread,
      world.channelId,
      one.id,
      one.phone,
      one.active ? 'ACTIVE' : 'DONE',
      one.active ? world.user.uid : null,
    ],
  );
  if (!one.marketed) return;
  await sql(
    `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, send_state,
       content, created_by, "timestamp", sort_at)
     values ($1, $2, $3, $4, $5, 'OUTGOING', 'BROADCAST', 'WEB_APP', 'template', 3, 'accepted', $6, 'x', now() - interval '3 hours',
       now() - interval '3 hours')`,
    [
      clientId,
      newId(),
      thread,
      world.channelId,
      one.id,
      JSON.stringify({ id: templates.marketing, name: 'x', language: 'en' }),
    ],
  );
}

type Choice = {
  audience: CampaignAudience;
  exclude: CampaignExclusions;
  category: 'marketing' | 'utility' | 'authentication';
  area: 'BROADCAST';
  onSandbox: boolean;
  /** The value of the second variable of the template. */
  town: VariableSource;
};
const towns: VariableSource[] = [
  { field: 'City' },
  { value: 'near {{City}}' },
  { field: 'City', fallback: 'your town' },
  { value: 'near {{ City }}', fallback: '{{NAME}}’s town' },
  { value: 'call {{PHONE_NUMBER}}' },
];
const strangers = ['+447799000001', '+447799000002', '07799 000003'];
const strangerKeys: Record<string, string> = {
  '+447799000001': '447799000001',
  '+447799000002': '447799000002',
  '07799 000003': '447799000003',
};
const wrong = ['nonsense', '12'];

function randomChoice(): Choice {
  const audience: CampaignAudience = {};
  if (chance(60)) audience.contact_list_ids = lists.filter(() => chance(50));
  if (chance(20)) audience.segment_ids = [segment];
  if (chance(20)) audience.filter = { field: 'name', op: 'begins_with', value: 'Person 1' };
  if (chance(20)) audience.contact_ids = model.filter(() => chance(10)).map(({ id }) => id);
  if (chance(15))
    audience.selection = {
      contact_list_id: lists[2] ?? '',
      except: model.filter(() => chance(10)).map(({ id }) => id),
    };
  if (chance(70)) {
    audience.phone_numbers = [
      ...model
        .filter(() => chance(15))
        .flatMap(({ phone, variant }) => (phone === null ? [] : [`+${variant ?? phone}`])),
      ...strangers.filter(() => chance(50)),
      ...wrong.filter(() => chance(50)),
    ];
    audience.phone_numbers.push(...audience.phone_numbers.filter(() => chance(10)));
  }
  const exclude: CampaignExclusions = {
    ...(chance(30) ? { contact_list_ids: [lists[dice(3)] ?? ''] } : {}),
    ...(chance(30) ? { marketed_within_hours: chance(50) ? 2 : 24 } : {}),
    ...(chance(30) ? { active_assigned: true } : {}),
    ...(chance(30) ? { without_opt_in: true } : {}),
  };
  return {
    audience,
    exclude,
    category: (['marketing', 'marketing', 'utility', 'authentication'] as const)[dice(4)] ?? 'utility',
    area: 'BROADCAST',
    onSandbox: chance(40),
    town: towns[dice(5)] ?? (towns[0] as VariableSource),
  };
}

const cleaned = (text: string) => text.replaceAll(/\s*[\n\t]\s*/g, ' ').replaceAll(/ {5,}/g, ' ');
/** A contact's value of the second variable; null: none that could be sent. */
function townOf(town: VariableSource, one: Model | null): string | null {
  const city = one?.city.trim() ?? '';
  const name = one?.name.trim() ?? '';
  if ('value' in town && town.value.startsWith('call')) return one?.phone ? `call +${one.phone}` : null;
  if (city !== '') return cleaned('field' in town ? city : `near ${city}`);
  if (town.fallback === undefined) return null;
  if (!town.fallback.includes('{{')) return town.fallback;
  return name === '' ? null : `${name}’s town`;
}

/** All contacts of a request, by key, with the reason for excluding them. */
function judge({ audience, exclude, category, onSandbox, town }: Choice): Map<string, ExclusionReason | null> {
  const named = new Map<string, ExclusionReason | null>();
  const inList = (one: Model, id: string) => one.lists.some((n) => lists[n] === id);
  const isNamed = (one: Model) =>
    (audience.contact_list_ids ?? []).some((id) => inList(one, id)) ||
    (audience.segment_ids !== undefined && one.city === 'Oslo') ||
    (audience.filter !== undefined && one.name.startsWith('Person 1')) ||
    (audience.contact_ids ?? []).includes(one.id) ||
    (audience.selection !== undefined &&
      inList(one, lists[2] ?? '') &&
      !('except' in audience.selection && audience.selection.except?.includes(one.id)));
  const reasonOf = (one: Model, asContact: boolean): ExclusionReason | null => {
    if (asContact && one.phone === null && one.userId === null) return 'no_way_to_reach';
    // https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes: 131062
    if (asContact && category === 'authentication' && one.phone === null) return 'number_needed';
    if (asContact && one.sandbox && !onSandbox) return 'no_way_to_reach';
    if (asContact && onSandbox && !one.sandbox && !one.verified) return 'not_a_test_phone';
    const { suppressed } = one;
    if (suppressed !== null && (category === 'marketing' || suppressed.scope === 'all'))
      return suppressed.scope === 'all' ? 'suppressed' : 'opted_out';
    if (exclude.without_opt_in && !(asContact && one.optedIn)) return 'no_opt_in';
    if ((exclude.contact_list_ids ?? []).some((id) => inList(one, id))) return 'excluded_list';
    if (exclude.marketed_within_hours === 24 && one.marketed) return 'marketed_lately';
    if (exclude.active_assigned && one.active) return 'active_conversation';
    if (!asContact || one.name.trim() === '' || townOf(town, one) === null) return 'missing_value';
    return null;
  };
  const isMeant = (one: Model) => (onSandbox ? one.sandbox || one.verified : !one.sandbox);
  for (const one of model) {
    if (isNamed(one) && !one.deleted && isMeant(one)) named.set(`c:${one.id}`, reasonOf(one, true));
  }
  for (const typed of audience.phone_numbers ?? []) {
    const one = model.find(({ phone, variant }) => typed === `+${variant ?? phone}`);
    if (one !== undefined) named.set(one.deleted ? `p:${one.phone}` : `c:${one.id}`, reasonOf(one, !one.deleted));
    else if (wrong.includes(typed)) named.set(`x:${typed}`, 'invalid_number');
    else named.set(`p:${strangerKeys[typed]}`, exclude.without_opt_in ? 'no_opt_in' : 'missing_value');
  }
  return named;
}

test('for any request the figures, the contacts behind them, and the snapshot equal the model’s', async () => {
  for (let round = 0; round < 30; round++) {
    const wanted = randomChoice();
    const { audience, exclude, category, area, town } = wanted;
    await sql('update channels set sandbox = $2 where id = $1', [world.channelId, wanted.onSandbox]);
    const variables = { 'body.who': { field: 'FIRST_NAME' }, 'body.town': town };
    const expected = judge(wanted);
    const asked = { area, channel_id: world.channelId, template_id: templates[category], audience, exclude, variables };
    const { status, body } = await world.api('POST /api/campaigns/audience', { body: asked });
    expect(status, JSON.stringify(body)).toBe(200);
    const reasons = [...expected.values()];
    const counts = (reason: ExclusionReason) => reasons.filter((one) => one === reason).length;
    expect(body.total, `round ${round}: ${JSON.stringify(wanted)}`).toBe(expected.size);
    expect(Object.fromEntries(body.excluded.map(({ reason, count }) => [reason, count]))).toEqual(
      Object.fromEntries(
        [...new Set(reasons)].flatMap((reason) => (reason === null ? [] : [[reason, counts(reason)]])),
      ),
    );
    expect(body.will_receive).toBe(reasons.filter((one) => one === null).length);
    const named = judge({ ...wanted, audience: { ...audience, phone_numbers: [] } });
    const fresh = [...expected.keys()].filter((key) => !named.has(key)).length;
    expect(body.duplicates).toBe((audience.phone_numbers?.length ?? 0) - fresh);
    expect(body.countries.reduce((all, { count }) => all + count, 0)).toBeLessThanOrEqual(body.will_receive);
    for (const { reason, count } of body.excluded) {
      const { body: shown } = await world.api('POST /api/campaigns/audience/people', {
        body: { ...asked, show: { reason }, limit: 200 },
      });
      expect(shown.data).toHaveLength(count);
    }
    const campaign = await world.api('POST /api/campaigns', { body: { name: `Round ${round}`, ...asked } });
    await untilSnapshot(campaign.body.id);
    const rows = await sql<{
      recipient_key: string;
      state: string;
      reason: ExclusionReason | null;
      values: Record<string, string>;
      n: number;
    }>('select recipient_key, state, reason, "values", n from campaign_recipients where campaign_id = $1 order by n', [
      campaign.body.id,
    ]);
    expect(new Map(rows.map(({ recipient_key, reason }) => [recipient_key, reason]))).toEqual(expected);
    for (const { recipient_key, state, reason, values } of rows) {
      expect(state).toBe(reason === null ? 'QUEUED' : 'SKIPPED');
      if (reason !== null) continue;
      const one = model.find(({ id }) => recipient_key === `c:${id}`);
      expect(values).toEqual({
        'body.who': one?.name.trim().split(/\s+/)[0],
        'body.town': townOf(town, one ?? null),
      });
    }
    const { body: after } = await world.api('GET /api/campaigns/{id}', { params: { id: campaign.body.id } });
    expect(after).toMatchObject({ preparing: false, total: expected.size });
    expect(after.counters.queued + after.counters.skipped).toBe(expected.size);
  }
});

/** Takes the snapshot of a draft, like a start. */
async function untilSnapshot(id: string): Promise<void> {
  await sql(`update campaigns set state = 'PAUSED', preparing = true where id = $1`, [id]);
  await world.server.platform.db.withTenant(world.clientId, (tx) => enqueueSnapshot(tx, id));
  notifyJobs(world.server.platform);
  await until(async () => {
    const [row] = await sql<{ preparing: boolean }>('select preparing from campaigns where id = $1', [id]);
    return row?.preparing === false;
  }, 60_000);
}
