import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const find = statement(
  'messaging.find_ad_message',
  `select m.sort_at as at, (
     select min(r.sort_at) from messages r where r.client_id = $1 and r.thread_id = $2 and r.sort_at > m.sort_at
       and r.sort_at <= m.sort_at + interval '24 hours' and r.direction = 'OUTGOING' and r.status >= 1) as answered_at
   from messages m where m.client_id = $1 and m.thread_id = $2 and m.sort_at > now() - interval '72 hours'
     and m.direction = 'INCOMING' and m.extras ? 'referral'
   order by m.sort_at desc limit 1`,
);
/** The newest message of the last 72 hours with which the customer came from an ad, and when it was answered within a day. */
export async function findAdMessage(
  tx: TenantTx,
  threadId: string,
): Promise<{ at: Date; answered_at: Date | null } | null> {
  const [row] = await tx.rows<{ at: Date; answered_at: Date | null }>(find, [tx.clientId, threadId]);
  return row ?? null;
}

const findClick = statement(
  'messaging.find_ad_click',
  `select left(m.extras->'referral'->>'ctwa_clid', 1000) as click_id, ${adOf('m')} from messages m
   where m.client_id = $1 and m.thread_id = $2 and m.sort_at > now() - interval '7 days' and m.direction = 'INCOMING'
     and m.extras ? 'referral' and m.extras->'referral'->>'ctwa_clid' <> ''
   order by m.sort_at desc, m.id desc limit 1`,
);
/** The newest tap on an ad of the last seven days that WhatsApp gave an id: what Meta can count something for. */
export async function findAdClick(tx: TenantTx, threadId: string): Promise<{ click_id: string; title: string } | null> {
  const [row] = await tx.rows<{ click_id: string; title: string }>(findClick, [tx.clientId, threadId]);
  return row ?? null;
}

/** Select list of the ad or post that a message `alias` came from, if `extras` has a referral. The titles are bounded. */
export function adOf(alias: string): string {
  const text = (key: string) => `${alias}.extras->'referral'->>'${key}'`;
  return `left(${text('source_id')}, 64) as id, left(coalesce(nullif(${text('headline')}, ''), ${text('body')}, ''), 200) as title,
    case when ${text('source_type')} = 'post' then 'post' else 'ad' end as kind,
    case when ${text('source_url')} like 'https://%' then left(${text('source_url')}, 2000) end as url`;
}

export type AdRow = {
  ad_id: string | null;
  title: string;
  kind: 'ad' | 'post';
  url: string | null;
  message_id: string;
  at: Date;
};

const ofThread = statement(
  'messaging.list_thread_ads',
  `select a.id as ad_id, a.title, a.kind, a.url, a.message_id, a.at from (
     select ${adOf('m')}, m.id as message_id, m.sort_at as at from messages m
     where m.client_id = $1 and m.thread_id = $2 and m.extras ? 'referral' order by m.sort_at desc, m.id desc limit 5) a`,
);
/** Ads and posts that the customer of a conversation came from, newest first; at most five. */
export function listThreadAds(tx: TenantTx, threadId: string): Promise<AdRow[]> {
  return tx.rows<AdRow>(ofThread, [tx.clientId, threadId]);
}
