import type { AbVariant } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

export type NewLink = {
  code: string;
  n: number;
  variable: string;
  label: string;
  url: string;
  /** Of an A/B test. */
  variant?: AbVariant;
};

const insert = statement(
  'broadcasts.insert_links',
  `insert into campaign_links (client_id, code, campaign_id, n, variable, label, url, variant)
   select $1, x.code, $2, x.n, x.variable, x.label, x.url, x.variant
   from jsonb_to_recordset($3::jsonb) as x(code text, n int, variable text, label text, url text, variant text)`,
);
/** Stores the tracked links of a page of recipients. */
export async function insertLinks(tx: TenantTx, campaignId: string, links: readonly NewLink[]): Promise<void> {
  if (links.length > 0) await tx.run(insert, [tx.clientId, campaignId, JSON.stringify(links)]);
}

const tap = statement(
  'broadcasts.count_tap',
  `update campaign_links set taps = taps + 1, first_at = coalesce(first_at, now()) where code = $1 returning url`,
);
const botTap = statement(
  'broadcasts.count_bot_tap',
  'update campaign_links set bot_taps = bot_taps + 1 where code = $1 returning url',
);
/** Counts an opened link. @returns where it leads; null: there is no such code */
export async function countTap(system: Executor, code: string, byProgram: boolean): Promise<string | null> {
  const [row] = await system.rows<{ url: string }>(byProgram ? botTap : tap, [code]);
  return row?.url ?? null;
}

const accounts = statement(
  'broadcasts.list_accounts_with_taps',
  'select distinct client_id from campaign_links where first_at is not null and not counted',
);
/** Accounts with opened links that their recipients do not show yet. */
export async function listAccountsWithTaps(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(accounts)).map((row) => row.client_id);
}

const lockCampaigns = statement(
  'broadcasts.lock_tapped_campaigns',
  `select c.id from campaigns c where c.client_id = $1 and c.id in (
     select campaign_id from campaign_links where client_id = $1 and first_at is not null and not counted)
   order by c.id for no key update of c`,
);
const apply = statement(
  'broadcasts.update_opened_recipients',
  `with opened as materialized (
     select code, campaign_id, n, first_at from campaign_links
     where client_id = $1 and campaign_id = any($2) and first_at is not null and not counted
     order by code limit 2000 for update
   ), marked as (
     update campaign_links l set counted = true from opened o where l.client_id = $1 and l.code = o.code
   )
   update campaign_recipients r set opened_at = least(r.opened_at, o.first_at)
   from (select campaign_id, n, min(first_at) as first_at from opened group by 1, 2) o
   where r.client_id = $1 and r.campaign_id = o.campaign_id and r.n = o.n`,
);
/** Shows opened links on their recipients. @returns the broadcasts that they are of */
export async function updateOpenedRecipients(tx: TenantTx): Promise<string[]> {
  // Every writer of recipients locks their broadcast first.
  const ids = (await tx.rows<{ id: string }>(lockCampaigns, [tx.clientId])).map((row) => row.id);
  if (ids.length > 0) await tx.run(apply, [tx.clientId, ids]);
  return ids;
}

export type LinkRow = {
  kind: 'link' | 'button';
  variant: AbVariant | null;
  variable: string | null;
  label: string;
  url: string | null;
  recipients: number;
  tapped: number;
  taps: number;
  bot_taps: number;
};
const list = statement(
  'broadcasts.list_links',
  `select 'link' as kind, variant, variable, label, case when min(url) = max(url) then min(url) end as url, count(*)::int as recipients,
     count(first_at)::int as tapped, coalesce(sum(taps), 0)::int as taps, coalesce(sum(bot_taps), 0)::int as bot_taps
   from campaign_links l where client_id = $1 and campaign_id = $2
     -- Of the rest of an A/B test only what they were sent.
     and (variant is null or exists (select from campaign_recipients r
       where r.client_id = $1 and r.campaign_id = $2 and r.n = l.n and r.variant = l.variant))
   group by variant, variable, label
   union all
   select 'button', variant, null, tapped, null, null, count(*)::int, count(*)::int, 0
   from campaign_recipients where client_id = $1 and campaign_id = $2 and tapped is not null group by variant, tapped
   order by tapped desc, label`,
);
/** Links and buttons of a broadcast, with how many tapped them. */
export function listLinks(tx: TenantTx, campaignId: string): Promise<LinkRow[]> {
  return tx.rows(list, [tx.clientId, campaignId]);
}
