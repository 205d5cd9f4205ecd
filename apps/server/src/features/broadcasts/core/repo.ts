import { foldText } from '@parley/contract/fold-text';
import type {
  AbResult,
  AbTest,
  AbVariant,
  CampaignAudience,
  CampaignExclusions,
  CampaignSchedule,
  CampaignState,
  CampaignVariables,
  StopRules,
} from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { Viewer } from '../../team/public.ts';

export type TemplateSnapshot = {
  name: string;
  language: string;
  category: string | null;
  parameter_format: string | null;
  components: Record<string, unknown>[] | null;
};

/** When a planned broadcast starts, and the local time of its recipients if that decides when they are due. */
export type PlannedStart = { at: string; local: string | null };

/** Content and audience of a broadcast; the other columns are its progress. */
export type CampaignContent = {
  name: string;
  purpose: string | null;
  area: 'BROADCAST' | 'BROADCAST_SANDBOX';
  channel_id: string;
  template_id: string | null;
  audience: CampaignAudience;
  exclude: CampaignExclusions;
  variables: CampaignVariables;
  schedule: CampaignSchedule;
  stop_rules: StopRules | null;
  ab_test: AbTest | null;
};

/** Why a variant won, who decided, and the figures of then. */
export type AbChoice = {
  why: NonNullable<AbResult['why']>;
  by: string;
  at: string;
  figures: AbResult['decided_with'];
};

/** Recipients of the test by variant, rest and state, as they are counted. */
export type AbCount = { variant: AbVariant; rest: boolean; state: string; n: number };

export type CampaignRow = CampaignContent & {
  id: string;
  template: TemplateSnapshot | null;
  ab_template: TemplateSnapshot | null;
  ab_winner: AbVariant | null;
  ab_choice: AbChoice | null;
  ab_counts: AbCount[];
  state: CampaignState;
  state_reason: string | null;
  preparing: boolean;
  /** The local time of every recipient, as `2026-11-30T09:00`. */
  local_start: string | null;
  share_state: 'SENDING' | 'WAITING' | null;
  rest_at: Date | null;
  limit_until: Date | null;
  next_due_at: Date | null;
  next_retry_at: Date | null;
  total: number | null;
  start_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  archived_at: Date | null;
  request_hash: Buffer | null;
  /** Sends a second, over the last seconds; null when it does not run. */
  rate: number | null;
  viewer: Viewer;
  series_id: string | null;
  created_by: string;
  created_at: Date;
  version: number;
  /** Recipients by state, and by their replies, clicks and opt-outs. */
  counters: Record<string, number>;
  typed_numbers: number;
  /** Its position in the list, in microseconds of UTC. */
  place: string;
};

const place = 'coalesce(c.started_at, c.start_at, c.created_at)';
/** Null while a recipient is due now, so that it changes only when something is sent. */
const nextDue = `case when c.state in ('RUNNING', 'PAUSED') and c.local_start is not null and not c.preparing then (
    select r.due_at from campaign_recipients r
    where r.client_id = c.client_id and r.campaign_id = c.id and r.stage = 'WAITING'
      and r.share = case when c.share_state is null and (c.schedule->'first_share' <> 'null' or c.ab_winner is not null) then 1 else 0 end
      and r.due_at > now() + (select h.clock_offset_ms * interval '1 millisecond' from shared_channels h
        where h.client_id = c.client_id and h.id = c.channel_id)
    order by r.due_at limit 1) end`;
const columnsWith = (audience: string) => `c.id, c.name, c.purpose, c.area, c.channel_id, c.template_id, c.template,
  ${audience} as audience, coalesce(jsonb_array_length(c.audience->'phone_numbers'), 0) as typed_numbers, c.exclude, c.variables,
  c.schedule, c.stop_rules, c.ab_test, c.ab_template, c.ab_winner, c.ab_choice, c.state, c.state_reason, c.preparing, c.local_start, c.share_state, c.rest_at, ${nextDue} as next_due_at, c.next_retry_at, c.limit_until, c.total, c.start_at, c.started_at, c.ended_at, c.archived_at,
  c.request_hash, c.rate, c.viewer, c.series_id, c.created_by, c.created_at, c.version,
  to_char(${place} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
  coalesce((select jsonb_object_agg(k.state, k.n) from campaign_counters k
    where k.client_id = c.client_id and k.campaign_id = c.id), '{}') as counters,
  case when c.ab_test is null then '[]' else coalesce((select jsonb_agg(jsonb_build_object('variant', k.variant, 'rest', k.rest, 'state', k.state, 'n', k.n))
    from campaign_ab_counters k where k.client_id = c.client_id and k.campaign_id = c.id), '[]') end as ab_counts`;
const columns = columnsWith('c.audience');
/** Without the typed numbers once it has started: many rows with 20,000 each would be too much for one response. */
const summaryColumns = columnsWith(
  "case when c.state in ('DRAFT', 'SCHEDULED') then c.audience else c.audience - 'phone_numbers' end",
);

const find = statement(
  'broadcasts.find_campaigns',
  `select ${columns} from campaigns c where c.client_id = $1 and c.id = any($2)`,
);
export function findCampaigns(tx: TenantTx, ids: readonly string[]): Promise<CampaignRow[]> {
  return tx.rows(find, [tx.clientId, ids]);
}

const findSummaries = statement(
  'broadcasts.find_campaign_summaries',
  `select ${summaryColumns} from campaigns c where c.client_id = $1 and c.id = any($2)`,
);
/** As items of a list or of the change feed: see `audience` of the contract. */
export function findCampaignSummaries(tx: TenantTx, ids: readonly string[]): Promise<CampaignRow[]> {
  return tx.rows(findSummaries, [tx.clientId, ids]);
}

const lock = statement(
  'broadcasts.lock_campaign',
  `select ${columns} from campaigns c where c.client_id = $1 and c.id = $2 for update of c`,
);
/** Locked until commit. @returns null when there is none */
export async function lockCampaign(tx: TenantTx, id: string): Promise<CampaignRow | null> {
  const [row] = await tx.rows<CampaignRow>(lock, [tx.clientId, id]);
  return row ?? null;
}

const draftBytes = statement(
  'broadcasts.sum_draft_bytes',
  `select coalesce(sum(octet_length(audience::text) + octet_length(variables::text)), 0)::bigint as bytes
   from campaigns where client_id = $1 and state in ('DRAFT', 'SCHEDULED')`,
);
/** The size of what the broadcasts of an account that have not started carry. */
export async function measureDrafts(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ bytes: number }>(draftBytes, [tx.clientId]);
  return Number(row?.bytes ?? 0);
}

export type CampaignFilter = {
  states: readonly CampaignState[] | null;
  channelId: string | null;
  templateId: string | null;
  seriesId: string | null;
  createdBy: string | null;
  search: string | null;
  from: string | null;
  to: string | null;
  archived: boolean;
  /** The only channels whose broadcasts the reader sees; null: all. */
  channelIds: readonly string[] | null;
  /** Only those of this member; null: of any. */
  assigneeId: string | null;
};

const list = statement(
  'broadcasts.list_campaigns',
  `select ${summaryColumns} from campaigns c where c.client_id = $1
     and (${place}, c.id) < ($2::timestamptz, $3::uuid)
     and ($5::text[] is null or c.state = any($5)) and ($6::uuid is null or c.channel_id = $6)
     and ($7::uuid is null or c.template_id = $7 or c.ab_test->>'template_id' = $7::text) and ($8::text is null or c.created_by = $8)
     and ($9::text is null or fold_text(c.name) like $9)
     and ($10::timestamptz is null or ${place} >= $10) and ($11::timestamptz is null or ${place} < $11)
     and (c.archived_at is not null) = $12 and ($13::uuid[] is null or c.channel_id = any($13))
     and ($14::text is null or c.created_by = $14) and ($15::uuid is null or c.series_id = $15)
   order by ${place} desc, c.id desc limit $4`,
);
/** Those after a position in the list, the latest start first. */
export function listCampaigns(
  tx: TenantTx,
  after: { place: string; id: string },
  limit: number,
  filter: CampaignFilter,
): Promise<CampaignRow[]> {
  const { states, channelId, templateId, createdBy, search, from, to, archived, channelIds, assigneeId, seriesId } =
    filter;
  const pattern = search === null ? null : `%${foldText(search).replaceAll(/[\\%_]/g, '\\$&')}%`;
  const asked = [
    states,
    channelId,
    templateId,
    createdBy,
    pattern,
    from,
    to,
    archived,
    channelIds,
    assigneeId,
    seriesId,
  ];
  return tx.rows(list, [tx.clientId, after.place, after.id, limit, ...asked]);
}

const insert = statement(
  'broadcasts.insert_campaign',
  `insert into campaigns (client_id, id, name, purpose, area, channel_id, template_id, audience, exclude, variables, schedule,
     stop_rules, ab_test, viewer, created_by, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10::jsonb, $11::jsonb, $12::jsonb, $13::jsonb, $14::jsonb, $15, $16)
   on conflict (client_id, id) do nothing`,
);

function valuesOf(content: CampaignContent, viewer: Viewer): unknown[] {
  const { name, purpose, area, channel_id, template_id, audience, exclude, variables, schedule } = content;
  const [rules, test] = [content.stop_rules, content.ab_test].map((part) =>
    part === null ? null : JSON.stringify(part),
  );
  const parts = [audience, exclude, variables, schedule].map((part) => JSON.stringify(part));
  return [name, purpose, area, channel_id, template_id, ...parts, rules, test, JSON.stringify(viewer)];
}

/** @returns false when the id is taken */
export async function insertCampaign(
  tx: TenantTx,
  campaign: { id: string; content: CampaignContent; viewer: Viewer; createdBy: string; requestHash: Buffer },
): Promise<boolean> {
  const { id, content, viewer, createdBy, requestHash } = campaign;
  return (await tx.run(insert, [tx.clientId, id, ...valuesOf(content, viewer), createdBy, requestHash])) === 1;
}

const update = statement(
  'broadcasts.update_campaign',
  `update campaigns set name = $3, purpose = $4, area = $5, channel_id = $6, template_id = $7, audience = $8::jsonb,
     exclude = $9::jsonb, variables = $10::jsonb, schedule = $11::jsonb, stop_rules = $12::jsonb, ab_test = $13::jsonb, viewer = $14::jsonb,
     start_at = case when state = 'SCHEDULED' then $15::timestamptz else start_at end,
     local_start = case when state = 'SCHEDULED' then $16 else local_start end, version = version + 1
   where client_id = $1 and id = $2`,
);
/** Writes all of the content. @param start when a planned one starts */
export async function updateCampaign(
  tx: TenantTx,
  id: string,
  content: CampaignContent,
  viewer: Viewer,
  start: PlannedStart | null,
): Promise<void> {
  await tx.run(update, [tx.clientId, id, ...valuesOf(content, viewer), start?.at ?? null, start?.local ?? null]);
}

const archive = statement(
  'broadcasts.archive_campaign',
  `update campaigns set archived_at = case when $3 then now() end, version = version + 1
   where client_id = $1 and id = $2 and (archived_at is not null) <> $3`,
);
/** @returns false when it was so already */
export async function archiveCampaign(tx: TenantTx, id: string, archived: boolean): Promise<boolean> {
  return (await tx.run(archive, [tx.clientId, id, archived])) === 1;
}

const remove = statement('broadcasts.delete_campaign', 'delete from campaigns where client_id = $1 and id = $2');
export async function deleteCampaign(tx: TenantTx, id: string): Promise<void> {
  await tx.run(remove, [tx.clientId, id]);
}
