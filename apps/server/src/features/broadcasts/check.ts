import type { AudienceCheck, AudiencePerson, CheckAudienceBody, ExclusionReason } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters } from '../contacts/public.ts';
import { seerOf, visibilityOf } from '../team/public.ts';
import { countryOf } from './countries.ts';
import { crowdOf, templateOf } from './crowd.ts';
import { missingTest } from './missing-repo.ts';
import { countPeople, type Figures, type JudgedRow, samplePeople } from './people-repo.ts';
import { checkReferences } from './references.ts';
import { type SourcedSlot, sourcedSlots, valuesFor } from './slots.ts';

/** The order in which somebody is left out: the first that holds is told. See decision 167. */
const order: readonly ExclusionReason[] = [
  'invalid_number',
  'not_seen',
  'no_way_to_reach',
  'opted_out',
  'suppressed',
  'no_opt_in',
  'excluded_list',
  'marketed_lately',
  'active_conversation',
  'not_a_test_phone',
  'missing_value',
];

/** Lanes leave a little of WhatsApp's pace unused, so that it is never exceeded. */
const usedPace = 0.975;

async function crowdFor(tx: TenantTx, actor: AccountActor, body: CheckAudienceBody) {
  const { channel_id, template_id = null, audience, exclude = {}, area } = body;
  await checkReferences(tx, actor, { channel_id, template_id, audience, exclude });
  const template = await templateOf(tx, template_id);
  const meant = { area, channel_id, audience, exclude };
  const { crowd, channel } = await crowdOf(
    tx,
    seerOf(actor),
    meant,
    template?.category ?? null,
    audience.phone_numbers ?? [],
  );
  return { crowd, channel, slots: sourcedSlots(template, body.variables) };
}

/** Who would get a broadcast and who not, as of now. @throws AppError('validation_failed') */
export async function checkAudience(
  tx: TenantTx,
  actor: AccountActor,
  body: CheckAudienceBody,
): Promise<AudienceCheck> {
  const { crowd, channel, slots } = await crowdFor(tx, actor, body);
  const parameters = new Parameters(tx.clientId);
  const missing = slots.map(({ source }) => missingTest(source, crowd.context, parameters));
  const rows = await countPeople(tx, crowd, parameters, missing);
  const lacking = sum(rows, (row) => row.lacking);
  const total = sum(rows, (row) => row.n);
  const willReceive = sum(rows, (row) => (row.reason === null ? row.n - row.lacking : 0));
  const countOf = (reason: ExclusionReason) =>
    reason === 'missing_value' ? lacking : sum(rows, (row) => (row.reason === reason ? row.n : 0));
  return {
    total,
    will_receive: willReceive,
    excluded: order.map((reason) => ({ reason, count: countOf(reason) })).filter(({ count }) => count > 0),
    duplicates: crowd.numbers.typed.length - sum(rows, (row) => row.by_number),
    missing: slots
      .map(({ slot }, at) => ({ key: slot.key, count: sum(rows, (row) => row.missing[at] ?? 0) }))
      .filter(({ count }, at) => count > 0 || slots[at]?.source === undefined),
    seconds: Math.ceil(willReceive / ((channel?.pace ?? 80) * usedPace)),
    countries: countriesOf(rows),
  };
}

function sum(rows: readonly Figures[], of: (row: Figures) => number): number {
  return rows.reduce((all, row) => all + of(row), 0);
}

function countriesOf(rows: readonly Figures[]): AudienceCheck['countries'] {
  const counts = new Map<string, number>();
  for (const { reason, area, sample, n, lacking } of rows) {
    if (reason !== null || area === null || sample === null || n === lacking) continue;
    const country = countryOf(area, sample);
    counts.set(country, (counts.get(country) ?? 0) + n - lacking);
  }
  return [...counts]
    .map(([country, count]) => ({ country, count }))
    .sort((a, b) => b.count - a.count || a.country.localeCompare(b.country));
}

type PeopleBody = CheckAudienceBody & {
  show: { receiving: true } | { reason: ExclusionReason } | { missing: string };
  limit: number;
};

/** Some of the people behind one figure of the check. @throws AppError('validation_failed') */
export async function listAudience(tx: TenantTx, actor: AccountActor, body: PeopleBody): Promise<AudiencePerson[]> {
  const { crowd, slots } = await crowdFor(tx, actor, body);
  const parameters = new Parameters(tx.clientId);
  const asked = (wanted: readonly SourcedSlot[]) =>
    wanted.map(({ source }) => `(${missingTest(source, crowd.context, parameters)})`).join(' or ') || 'false';
  const { show } = body;
  const test = () => {
    if ('receiving' in show) return `p.reason is null and not (${asked(slots)})`;
    if ('missing' in show)
      return `p.reason is null and (${asked(slots.filter(({ slot }) => slot.key === show.missing))})`;
    if (show.reason === 'missing_value') return `p.reason is null and (${asked(slots)})`;
    return `p.reason = ${parameters.add(show.reason)}::text`;
  };
  const rows = await samplePeople(tx, crowd, parameters, test(), body.limit);
  const names = new Map(
    [...crowd.context.fields.values()].filter(({ hidden }) => !hidden).map(({ no, name }) => [String(no), name]),
  );
  const view = visibilityOf(actor);
  return rows.map((row) => view.recipient(presentPerson(row, slots, names)));
}

/** Fields by their names, as values are put in. */
export function namedFields(
  fields: Record<string, string>,
  names: ReadonlyMap<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([no, value]) => {
      const name = names.get(no);
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

function presentPerson(
  row: JudgedRow,
  slots: readonly SourcedSlot[],
  names: ReadonlyMap<string, string>,
): AudiencePerson {
  const { contact_id, name, phone_number, custom_fields, reason } = row;
  // What was typed stands where others have their names.
  if (reason === 'invalid_number') return { contact_id: null, name: '', phone_number: name, values: {} };
  const person = { name, phone_number, custom_fields: namedFields(custom_fields, names) };
  const values = reason === 'not_seen' ? {} : valuesFor(slots, person).values;
  return { contact_id, name, phone_number, values };
}
