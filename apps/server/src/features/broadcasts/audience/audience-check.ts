import type {
  AbVariant,
  AudienceCheck,
  AudienceContact,
  CheckAudienceBody,
  ExclusionReason,
} from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { Parameters } from '../../contacts/public.ts';
import { countryOf, seesSpend } from '../../reports/public.ts';
import { viewerOf, visibilityOf } from '../../team/public.ts';
import { requireTypedNumbers, validateReferences } from '../campaigns/references.ts';
import { resolveVariables, type SourcedVariable, sourcedVariables } from '../core/variables.ts';
import { cheaperCategory, dearerCategory } from '../costs/dearer-category.ts';
import { namedCells } from '../files/audience-file.ts';
import { findTemplateSnapshot, resolveAudience } from './audience.ts';
import {
  type AudienceFigures,
  type AudienceRow,
  countAudience,
  type ResolvedAudience,
  sampleAudience,
} from './audience-query.ts';
import { ownZoneSql, zonesOf } from './audience-zones.ts';
import { estimatePrice } from './estimate.ts';
import { missingValueTest } from './missing-value-query.ts';

/** A contact is counted once, under the first reason that applies. */
const order: readonly ExclusionReason[] = [
  'invalid_number',
  'not_seen',
  'no_way_to_reach',
  'number_needed',
  'suppressed',
  'opted_out',
  'no_opt_in',
  'excluded_list',
  'marketed_lately',
  'marketing_limit',
  'active_conversation',
  'not_a_test_phone',
  'missing_value',
];

/** Channel queues use a little less than WhatsApp's pace, so that it is never exceeded. */
const usedPace = 0.975;

async function resolveRequest(tx: TenantTx, actor: AccountActor, body: CheckAudienceBody) {
  const { channel_id, template_id = null, audience, exclude = {}, area } = body;
  requireTypedNumbers(actor, audience);
  const test = body.ab_test ?? null;
  await validateReferences(tx, actor, { channel_id, template_id, ab_test: test, audience, exclude });
  const template = await findTemplateSnapshot(tx, template_id);
  const templateB = await findTemplateSnapshot(tx, test?.template_id ?? null);
  const selection = { area, channel_id, audience, exclude };
  const { resolved, channel } = await resolveAudience(
    tx,
    viewerOf(actor),
    selection,
    dearerCategory(template, templateB),
    audience.phone_numbers ?? [],
  );
  const templateVariables = [
    ...sourcedVariables(template, body.variables),
    ...sourcedVariables(templateB, test?.variables ?? {}, 'B'),
  ];
  const category = dearerCategory(template, templateB);
  return {
    crowd: resolved,
    channel,
    category,
    lowCategory: cheaperCategory(template, templateB),
    variables: templateVariables,
  };
}

/** Recipients and excluded contacts of a broadcast, as of now. @throws AppError('validation_failed') */
export async function checkAudience(
  tx: TenantTx,
  actor: AccountActor,
  body: CheckAudienceBody,
): Promise<Omit<AudienceCheck, 'links'>> {
  const { crowd: resolved, channel, category, lowCategory, variables } = await resolveRequest(tx, actor, body);
  const parameters = new Parameters(tx.clientId);
  const missing = variables.map(({ source }) => missingValueTest(source, resolved, parameters));
  const ownZone = ownZoneSql(body.schedule, resolved.context, parameters);
  const rows = await countAudience(tx, resolved, parameters, missing, ownZone);
  const lacking = sum(rows, (row) => row.lacking);
  const total = sum(rows, (row) => row.n);
  const willReceive = sum(rows, (row) => (row.reason === null ? row.n - row.lacking : 0));
  const countOf = (reason: ExclusionReason) =>
    reason === 'missing_value' ? lacking : sum(rows, (row) => (row.reason === reason ? row.n : 0));
  return {
    total,
    will_receive: willReceive,
    excluded: order.map((reason) => ({ reason, count: countOf(reason) })).filter(({ count }) => count > 0),
    duplicates: resolved.numbers.typed.length + (resolved.file?.good ?? 0) - sum(rows, (row) => row.by_number),
    missing: variables
      .map(({ variable, variant }, at) => ({
        key: variable.key,
        count: sum(rows, (row) => row.missing[at] ?? 0),
        ...(variant !== undefined && { variant }),
      }))
      .filter(({ count }, at) => count > 0 || variables[at]?.source === undefined),
    seconds: Math.ceil(willReceive / ((channel?.pace ?? 80) * usedPace)),
    price: seesSpend(actor)
      ? await estimatePrice(tx, rows, {
          category,
          lowCategory,
          at: body.schedule?.at ?? null,
          sandbox: channel?.sandbox ?? false,
        })
      : null,
    countries: countriesOf(rows),
    zones: await zonesOf(tx, body.channel_id, body.schedule, rows),
  };
}

function sum(rows: readonly AudienceFigures[], of: (row: AudienceFigures) => number): number {
  return rows.reduce((all, row) => all + of(row), 0);
}

function countriesOf(rows: readonly AudienceFigures[]): AudienceCheck['countries'] {
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

type AudiencePageBody = CheckAudienceBody & {
  show: { receiving: true } | { reason: ExclusionReason } | { missing: string; variant?: AbVariant | undefined };
  limit: number;
};

/** Some contacts behind one figure of the check. @throws AppError('validation_failed') */
export async function listAudience(
  tx: TenantTx,
  actor: AccountActor,
  body: AudiencePageBody,
): Promise<AudienceContact[]> {
  const { crowd: resolved, variables } = await resolveRequest(tx, actor, body);
  const parameters = new Parameters(tx.clientId);
  const asked = (wanted: readonly SourcedVariable[]) =>
    wanted.map(({ source }) => `(${missingValueTest(source, resolved, parameters)})`).join(' or ') || 'false';
  const { show } = body;
  const test = () => {
    if ('receiving' in show) return `p.reason is null and not (${asked(variables)})`;
    if ('missing' in show)
      return `p.reason is null and (${asked(variables.filter((one) => one.variable.key === show.missing && (one.variant ?? 'A') === (show.variant ?? 'A')))})`;
    if (show.reason === 'missing_value') return `p.reason is null and (${asked(variables)})`;
    return `p.reason = ${parameters.add(show.reason)}::text`;
  };
  const rows = await sampleAudience(tx, resolved, parameters, test(), body.limit);
  const names = new Map(
    [...resolved.context.fields.values()].filter(({ hidden }) => !hidden).map(({ no, name }) => [String(no), name]),
  );
  const view = visibilityOf(actor);
  return rows.map((row) => view.recipient(presentRecipient(row, variables, names, resolved)));
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

function presentRecipient(
  row: AudienceRow,
  variables: readonly SourcedVariable[],
  names: ReadonlyMap<string, string>,
  { file }: ResolvedAudience,
): AudienceContact {
  const { contact_id, name, phone_number, custom_fields, reason } = row;
  // For an invalid number the name contains the typed text.
  if (reason === 'invalid_number') return { contact_id: null, name: '', phone_number: name, values: {} };
  const fields = namedFields(custom_fields, names);
  const contact = { name, phone_number, custom_fields: fields, columns: namedCells(file, row.cells) };
  const own = variables.filter(({ variant }) => variant === undefined);
  const values = reason === 'not_seen' ? {} : resolveVariables(own, contact).values;
  return { contact_id, name, phone_number, values };
}
