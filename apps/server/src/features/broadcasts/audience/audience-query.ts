import { maxPhoneNumbers } from '@parley/contract/campaign-files';
import type { CampaignAudience, CampaignExclusions, ExclusionReason } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import {
  allowWholeScans,
  type ContactSelection,
  forbidWholeScans,
  forceCustomPlans,
  joinPhoneOwner,
  type Parameters,
  reusePlans,
  selectContactIds,
  selectionCondition,
  stagesOf,
  type TableContext,
  unnamedStatement,
  visibilityCondition,
} from '../../contacts/public.ts';
import { isTestPhone } from '../../messaging/public.ts';
import type { AudienceFile } from '../files/audience-file.ts';

/*
 * Selects recipients and exclusion reasons. The same statement serves the figures of the audience check, the contacts
 * behind them, and the pages of the snapshot.
 */

/** Numbers as they were typed, column by column; without digits: no number. */
export type TypedNumbers = { typed: string[]; digits: (string | null)[]; keys: (string | null)[] };

/**
 * Who a broadcast may reach: `real` contacts; from a sandbox channel sandbox contacts, verified test phones and numbers
 * without a contact; as a test from another channel verified `test_phones`.
 */
export type Reach = 'real' | 'sandbox' | 'test_phones';

/** Everything that decides who is included and who is excluded. */
export type ResolvedAudience = {
  context: TableContext;
  /** Selections of contacts, each limited to what its author may see. */
  selections: ContactSelection[];
  numbers: TypedNumbers;
  earlier: CampaignAudience['earlier'];
  file: AudienceFile | null;
  assignee: ContactSelection['assignee'];
  /** Of everyone only contacts whose date in a field has one of these months and days. */
  onDay: { fieldNo: string; days: readonly string[] } | null;
  exclude: CampaignExclusions;
  /** For marketing every opt-out counts, whatever its scope. */
  marketing: boolean;
  /** One-time codes reach numbers only (131062). */
  authentication: boolean;
  reach: Reach;
  /** The account limits marketing messages to a contact. */
  hasMarketingLimit: boolean;
};

/** The part of an audience that a statement reads; an absent field selects no one. */
export type AudienceSection = {
  /** Contacts of lists, segments and filters: all, or the next page. */
  contacts?: { after: string; limit: number } | 'all';
  numbers?: TypedNumbers;
  /** Numbers of the file: all, or those of the rows between two. */
  fileRows?: { after: number; upTo: number } | 'all';
  /** Recipients of the earlier broadcast that are no contacts: all, or those between two of its positions. */
  nonContacts?: { after: number; upTo: number } | 'all';
};

export type AudienceRow = {
  recipient_key: string;
  contact_id: string | null;
  name: string;
  phone_number: string | null;
  user_id: string | null;
  custom_fields: Record<string, string>;
  reason: ExclusionReason | null;
  /** Their row of the file. */
  cells: string[] | null;
};

const sent = `'SENT', 'DELIVERED', 'READ'`;

/** SQL that tests recipients `r` of an earlier broadcast. */
function earlierTest(earlier: NonNullable<CampaignAudience['earlier']>, parameters: Parameters): string {
  const after: readonly string[] = ['REPLIED', 'NOT_REPLIED', 'TAPPED'];
  const states = earlier.states.filter((state) => !after.includes(state));
  const stages = [...new Set(states.flatMap(stagesOf))];
  const tests = [
    `(r.stage = any(${parameters.add(stages)}::text[]) and r.state = any(${parameters.add(states)}::text[]))`,
  ];
  if (earlier.states.includes('REPLIED')) tests.push('r.replied_at is not null');
  if (earlier.states.includes('TAPPED')) tests.push('(r.tapped is not null or r.opened_at is not null)');
  if (earlier.states.includes('NOT_REPLIED')) tests.push(`(r.replied_at is null and r.state in (${sent}))`);
  return `r.client_id = $1 and r.campaign_id = ${parameters.add(earlier.campaign_id)}::uuid and (${tests.join(' or ')})`;
}

/** SQL that tests whether the contact `c` is among those that lists, filters and the like may name. */
const reachTest: Readonly<Record<Reach, string>> = {
  real: 'not c.sandbox',
  sandbox: `(c.sandbox or ${isTestPhone({ client: '$1', contact: 'c.id', to: 'c.phone_number' })})`,
  // Others are listed with the reason `not_a_test_phone`.
  test_phones: 'true',
};

/** SQL that tests whether the date of a contact falls on the day that an audience is limited to. */
function onDayTest({ onDay }: ResolvedAudience, contact: string, parameters: Parameters): string | null {
  if (onDay === null) return null;
  const [field, days] = [parameters.add(onDay.fieldNo), parameters.add(onDay.days)];
  return `right(${contact}.custom_fields ->> ${field}::text, 5) = any(${days}::text[])`;
}

/** SQL that tests the contact `c`, besides the parts of the audience. */
function contactTest(audience: ResolvedAudience, parameters: Parameters): string {
  return [reachTest[audience.reach], onDayTest(audience, 'c', parameters)].filter((one) => one !== null).join(' and ');
}

const nonContactTest = `r.contact_id is null and r.phone_number is not null and r.recipient_key like 'p:%'`;

function namedContactsSql(audience: ResolvedAudience, section: AudienceSection, parameters: Parameters): string {
  const { contacts } = section;
  const isUnnamed = audience.selections.length === 0 && audience.earlier === undefined;
  if (contacts === undefined || isUnnamed) return 'select null::uuid as id where false';
  const page = contacts === 'all' ? null : contacts;
  const test = contactTest(audience, parameters);
  const parts = audience.selections.map((which) => selectContactIds(which, audience.context, parameters, page, test));
  if (audience.earlier !== undefined) {
    const next =
      page === null ? '' : `and c.id > ${parameters.add(page.after)}::uuid order by c.id limit ${page.limit}`;
    parts.push(`(select c.id from campaign_recipients r join shared_contacts c on c.client_id = $1 and c.id = r.contact_id
      where ${earlierTest(audience.earlier, parameters)} and c.deleted_at is null and ${test}
        and ${visibilityCondition(audience.assignee, audience.context, parameters)} ${next})`);
  }
  const all = parts.join(' union ');
  return page === null ? all : `select distinct u.id from (${all}) u order by u.id limit ${page.limit}`;
}

function givenNumbersSql(audience: ResolvedAudience, section: AudienceSection, parameters: Parameters): string {
  const { numbers = { typed: [], digits: [], keys: [] }, nonContacts, fileRows } = section;
  const [typed, digits, keys] = [numbers.typed, numbers.digits, numbers.keys].map((column) => parameters.add(column));
  const parts = [
    `select g.typed, g.digits, g.key, g.ord, '' as name
     from unnest(${typed}::text[], ${digits}::text[], ${keys}::text[]) with ordinality g(typed, digits, key, ord)`,
  ];
  if (audience.earlier !== undefined && nonContacts !== undefined) {
    const between =
      nonContacts === 'all'
        ? ''
        : `and r.n > ${parameters.add(nonContacts.after)}::int and r.n <= ${parameters.add(nonContacts.upTo)}::int`;
    parts.push(`select null, r.phone_number, substr(r.recipient_key, 3), 0, '' from campaign_recipients r
      where ${earlierTest(audience.earlier, parameters)} and ${nonContactTest} ${between}`);
  }
  if (audience.file !== null && fileRows !== undefined) {
    const between =
      fileRows === 'all'
        ? ''
        : `and f.row_no > ${parameters.add(fileRows.after)}::int and f.row_no <= ${parameters.add(fileRows.upTo)}::int`;
    parts.push(`select f.digits, f.digits, f.key, ${maxPhoneNumbers} + f.row_no, f.name from campaign_file_rows f
      where f.client_id = $1 and f.file_id = ${parameters.add(audience.file.id)}::uuid and f.kind = 'good' ${between}`);
  }
  return parts.join(' union all ');
}

/** SQL of the first reason that applies to `p`, in the order of `order` in audience-check.ts. */
function exclusionReasonSql(audience: ResolvedAudience, parameters: Parameters): string {
  const { exclude, marketing, authentication, reach } = audience;
  const testPhone = isTestPhone({ client: '$1', contact: 'p.owner_id', to: 'p.phone_number' });
  const isOut = (scope: string) => `p.opted_out_at is not null and exists (select from shared_suppressions s
    where s.client_id = $1 and s.contact_id = p.owner_id and s.active ${scope})`;
  const cases = [
    `when p.invalid then 'invalid_number'`,
    `when p.unseen then 'not_seen'`,
    `when p.phone_number is null and p.user_id is null then 'no_way_to_reach'`,
    ...(authentication ? [`when p.phone_number is null then 'number_needed'`] : []),
    ...(reach === 'real' ? [`when p.sandbox then 'no_way_to_reach'`] : []),
    // A number that is no contact becomes a sandbox contact with it.
    ...(reach === 'sandbox'
      ? [`when p.recipient_key like 'c:%' and not p.sandbox and not ${testPhone} then 'not_a_test_phone'`]
      : []),
    // As the dispatcher names them for who opts out later.
    `when ${isOut(`and s.scope = 'all'`)} then 'suppressed'`,
    ...(marketing ? [`when ${isOut('')} then 'opted_out'`] : []),
  ];
  if (exclude.without_opt_in === true) cases.push(`when p.opted_in_at is null then 'no_opt_in'`);
  const lists = exclude.contact_list_ids ?? [];
  if (lists.length > 0) {
    cases.push(`when exists (select from shared_contact_list_members m where m.client_id = $1
      and m.contact_list_id = any(${parameters.add(lists)}::uuid[]) and m.contact_id = p.owner_id) then 'excluded_list'`);
  }
  if (exclude.marketed_within_hours !== undefined) {
    const since = `now() - make_interval(hours => ${parameters.add(exclude.marketed_within_hours)}::int)`;
    cases.push(`when exists (select from shared_threads t
      join shared_messages m on m.client_id = $1 and m.thread_id = t.id and m.sort_at >= ${since} - interval '1 second'
        and m."timestamp" >= ${since} and m.direction = 'OUTGOING' and m.type = 'template' and m.status >= 0
      join shared_templates tp on tp.client_id = $1 and tp.id::text = m.content->>'id' and tp.category = 'MARKETING'
      where t.client_id = $1 and t.contact_id = p.owner_id) then 'marketed_lately'`);
  }
  if (marketing && audience.hasMarketingLimit) {
    cases.push(`when is_marketing_limit_reached($1, p.owner_id, null, null) then 'marketing_limit'`);
  }
  if (exclude.active_assigned === true) {
    cases.push(`when exists (select from shared_threads t where t.client_id = $1 and t.contact_id = p.owner_id and t.state = 'ACTIVE'
      and (t.assignee_id is not null or t.assignee_group_id is not null)) then 'active_conversation'`);
  }
  if (reach === 'test_phones') cases.push(`when not ${testPhone} then 'not_a_test_phone'`);
  return `case ${cases.join(' ')} end`;
}

/** The row of the file with a number of the person; of several the first. */
function fileLineSql({ file: source }: ResolvedAudience, parameters: Parameters): string {
  if (source === null) return '';
  const file = `f.client_id = $1 and f.file_id = ${parameters.add(source.id)}::uuid and f.kind = 'good'`;
  return `left join lateral (
      select l.cells from (
        select f.row_no, f.cells from campaign_file_rows f where ${file} and f.key = substr(p.recipient_key, 3)
          and p.contact_id is null
        union all
        select f.row_no, f.cells from shared_contact_identities i join campaign_file_rows f on ${file} and f.key = i.key
        where i.client_id = $1 and i.contact_id = p.contact_id and i.kind = 'phone' and i.retired_at is null) l
      order by l.row_no limit 1) line on true`;
}

const ofContact = `'c:' || c.id as recipient_key, c.id as contact_id, c.id as owner_id, c.name, c.phone_number, c.user_id, c.custom_fields,
        c.opted_in_at, c.opted_out_at, c.sandbox, false as invalid, false as unseen, false as by_number`;

/** SQL: `everyone`, everyone of a section once. */
function everyoneSql(audience: ResolvedAudience, section: AudienceSection, parameters: Parameters): string {
  const { assignee, context, earlier, file, selections } = audience;
  const { numbers, fileRows, nonContacts } = section;
  const hasNumbers =
    (numbers?.typed.length ?? 0) > 0 ||
    (file !== null && fileRows !== undefined) ||
    (earlier !== undefined && nonContacts !== undefined);
  const [only] = selections;
  if (
    !hasNumbers &&
    section.contacts === 'all' &&
    only !== undefined &&
    selections.length === 1 &&
    earlier === undefined
  ) {
    // A million contacts are read once, without a list of their ids.
    return `everyone as (select ${ofContact} from shared_contacts c
      where ${selectionCondition(only, context, parameters)} and ${contactTest(audience, parameters)})`;
  }
  const named = `named as materialized (${namedContactsSql(audience, section, parameters)})`;
  const ofNamed = `select ${ofContact} from shared_contacts c where c.client_id = $1 and c.deleted_at is null and c.id in (select id from named)`;
  if (!hasNumbers) return `${named}, everyone as (${ofNamed})`;
  return `${named},
    given as materialized (${givenNumbersSql(audience, section, parameters)}),
    matched as materialized (
      select distinct on (coalesce(g.key, 'x:' || lower(g.typed))) g.*, i.contact_id as owner_id, o.opted_out_at,
        o.id is not null and o.deleted_at is null as is_contact
      from given g ${joinPhoneOwner('g.key')}
      left join shared_contacts o on o.client_id = $1 and o.id = i.contact_id
      order by coalesce(g.key, 'x:' || lower(g.typed)), g.typed is not null, g.ord),
    everyone as (
      ${ofNamed}
      union all
      select 'c:' || c.id, case when u.unseen then null else c.id end, c.id, case when u.unseen then '' else c.name end,
        case when u.unseen then x.digits else c.phone_number end, c.user_id, c.custom_fields, c.opted_in_at, c.opted_out_at,
        c.sandbox, false, u.unseen, x.typed
      from (select owner_id, min(digits) as digits, bool_and(typed is not null) as typed from matched where is_contact group by 1) x
      join shared_contacts c on c.client_id = $1 and c.id = x.owner_id
      cross join lateral (select not (${visibilityCondition(assignee, context, parameters)}) as unseen) u
      where c.id not in (select id from named)
      union all
      select case when m.key is null then 'x:' || lower(m.typed) else 'p:' || m.key end, null, m.owner_id,
        case when m.key is null then m.typed else m.name end, m.digits, null, '{}', null, m.opted_out_at, false, m.key is null, false,
        m.typed is not null
      from matched m where not m.is_contact)`;
}

/** SQL: `judged`, everyone of a section once, with the reason for an exclusion. */
function audienceSql(audience: ResolvedAudience, section: AudienceSection, parameters: Parameters): string {
  const everyone = everyoneSql(audience, section, parameters);
  const onDay = onDayTest(audience, 'p', parameters);
  // The offset keeps the reason from being worked out again wherever it is named.
  return `${everyone},
    judged as (select p.*, ${exclusionReasonSql(audience, parameters)} as reason,
      ${audience.file === null ? 'null::text[] as cells' : 'line.cells'} from everyone p ${fileLineSql(audience, parameters)}
      ${onDay === null ? '' : `where ${onDay}`} offset 0)`;
}

export type AudienceFigures = {
  reason: ExclusionReason | null;
  area: string | null;
  sample: string | null;
  n: number;
  missing: number[];
  lacking: number;
  by_number: number;
  /** The value of the field that holds names of time zones. */
  own_zone: string | null;
};

/**
 * Counts by reason, by number prefix, and by the time zone in a field.
 * @param ownZone SQL of that value, made with the same parameters
 * @param missing SQL of `missingTest`, one for each variable, made with the same parameters
 */
export async function countAudience(
  tx: TenantTx,
  audience: ResolvedAudience,
  parameters: Parameters,
  missing: readonly string[],
  ownZone: string | null,
): Promise<AudienceFigures[]> {
  const tests = missing.map((test, at) => `p.reason is null and (${test}) as lacks_${at}`);
  const lacks = missing.map((_test, at) => `p.lacks_${at}`);
  const each = lacks.map((name) => `count(*) filter (where ${name})::int`);
  const section: AudienceSection = {
    contacts: 'all',
    numbers: audience.numbers,
    fileRows: 'all',
    nonContacts: 'all',
  };
  const text = `with ${audienceSql(audience, section, parameters)}
    select p.reason, p.area, min(p.phone_number) as sample, count(*)::int as n, array[${each.join(', ')}]::int[] as missing,
      count(*) filter (where ${lacks.join(' or ') || 'false'})::int as lacking,
      count(*) filter (where p.by_number)::int as by_number, p.own_zone
    from (select ${['p.reason', 'left(p.phone_number, 4) as area', 'p.phone_number', 'p.by_number', `${ownZone ?? 'null::text'} as own_zone`, ...tests].join(', ')}
      from judged p offset 0) p
    group by p.reason, p.area, p.own_zone`;
  return readEveryone(tx, text, parameters);
}

/** Runs a statement that reads a whole audience. */
async function readEveryone<R extends object>(tx: TenantTx, text: string, { values }: Parameters): Promise<R[]> {
  await Promise.all([tx.rows(forceCustomPlans), tx.rows(allowWholeScans)]);
  const rows = tx.rows<R>(unnamedStatement(text), values);
  await Promise.all([rows, tx.rows(forbidWholeScans)]);
  return rows;
}

/** The first contacts that pass the test on `p`. */
export async function sampleAudience(
  tx: TenantTx,
  audience: ResolvedAudience,
  parameters: Parameters,
  test: string,
  limit: number,
): Promise<AudienceRow[]> {
  const section: AudienceSection = {
    contacts: 'all',
    numbers: audience.numbers,
    fileRows: 'all',
    nonContacts: 'all',
  };
  const text = `with ${audienceSql(audience, section, parameters)}
    select p.recipient_key, p.contact_id, p.name, p.phone_number, p.user_id, p.custom_fields, p.reason, p.cells from judged p
    where ${test} order by p.recipient_key limit ${limit}`;
  return readEveryone(tx, text, parameters);
}

/** One page, in a stable order. */
export async function listAudiencePage(
  tx: TenantTx,
  audience: ResolvedAudience,
  parameters: Parameters,
  section: AudienceSection,
): Promise<AudienceRow[]> {
  await tx.rows(forceCustomPlans);
  const text = `with ${audienceSql(audience, section, parameters)}
    select p.recipient_key, p.contact_id, p.name, p.phone_number, p.user_id, p.custom_fields, p.reason, p.cells from judged p
    order by p.contact_id nulls last, p.recipient_key`;
  const rows = tx.rows<AudienceRow>(unnamedStatement(text), parameters.values);
  await Promise.all([rows, tx.rows(reusePlans)]);
  return rows;
}

/** The position up to which the next page of recipients without a contact reaches; null: there are no more. */
export async function findNextNonContact(
  tx: TenantTx,
  earlier: NonNullable<CampaignAudience['earlier']>,
  parameters: Parameters,
  after: number,
  limit: number,
): Promise<number | null> {
  const text = `select max(x.n)::int as n from (select r.n from campaign_recipients r
    where ${earlierTest(earlier, parameters)} and ${nonContactTest} and r.n > ${parameters.add(after)}::int
    order by r.n limit ${limit}) x`;
  const [row] = await tx.rows<{ n: number | null }>(unnamedStatement(text), parameters.values);
  return row?.n ?? null;
}
