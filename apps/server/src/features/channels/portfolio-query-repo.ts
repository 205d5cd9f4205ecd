import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { messagingLimitOf } from './doctor/messaging-limit.ts';

/*
 * A channel whose portfolio WhatsApp did not say is counted with the others of its WhatsApp Business account, which
 * belongs to one portfolio.
 */
const listStatement = statement(
  'channels.list_messaging_limits',
  `with own as (
     select c.id, c.waba_id, h.report->'number' as number, (h.report->>'at')::timestamptz as at
     from channels c left join channel_health h on h.client_id = c.client_id and h.channel_id = c.id
     where c.client_id = $1 and c.kind = 'WHATSAPP' and c.deleted_at is null
   )
   select o.id as channel_id,
     coalesce(o.number->>'portfolio_id', max(o.number->>'portfolio_id') over (partition by o.waba_id), 'waba ' || o.waba_id)
       as portfolio,
     (o.number->>'allowance')::float8 as allowance, o.at, f.value as reported, f.provider_at as reported_at
   from own o left join channel_facts f on f.client_id = $1 and f.channel_id = o.id and f.name = 'messaging_limit' and f.active
   order by o.id`,
);
type LimitRow = {
  channel_id: string;
  portfolio: string;
  allowance: number | null;
  at: Date | null;
  reported: string | null;
  reported_at: Date | null;
};

/** The channels that share one messaging limit, and the limit: people a day; -1: none; null: not known. */
export type Portfolio = { channelIds: string[]; limit: number | null };

/** The portfolio of every WhatsApp channel; what WhatsApp said last about any of its numbers is the limit of all. */
export async function listPortfolios(tx: TenantTx): Promise<Map<string, Portfolio>> {
  const rows = await tx.rows<LimitRow>(listStatement, [tx.clientId]);
  const found = new Map<string, Portfolio>();
  for (const { channel_id, portfolio } of rows) {
    const of = rows.filter((row) => row.portfolio === portfolio);
    found.set(channel_id, { channelIds: of.map((row) => row.channel_id), limit: newestLimit(of) });
  }
  return found;
}

function newestLimit(rows: readonly LimitRow[]): number | null {
  const said = rows.flatMap(({ allowance, at, reported, reported_at }) => [
    ...(allowance === null || at === null ? [] : [{ limit: allowance, at }]),
    ...(reported_at === null ? [] : [{ limit: messagingLimitOf(reported), at: reported_at }]),
  ]);
  const known = said.filter(({ limit }) => limit !== null).toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return known[0]?.limit ?? null;
}

/*
 * Templates that reached people outside of their reply window, or are about to, as WhatsApp counts them: each person
 * once in a moving day. Reads only conversations with activity since then.
 */
const useStatement = statement(
  'channels.count_messaging_limit_use',
  `with reached as materialized (
     select m.contact_id, max(m.sort_at - c.clock_offset_ms * interval '1 millisecond') as at
     from channels c
     join channel_threads t on t.client_id = $1 and t.channel_id = c.id and t.last_message_at >= now() - interval '24 hours'
     join channel_messages m on m.client_id = $1 and m.thread_id = t.id
       and m.sort_at >= now() + c.clock_offset_ms * interval '1 millisecond' - interval '24 hours'
     where c.client_id = $1 and c.id = any($2) and m.direction = 'OUTGOING' and m.type = 'template' and m.status >= 0
       and coalesce(m.send_state not in ('held', 'discarded'), true)
       and not exists (select from channel_messages i where i.client_id = $1 and i.thread_id = m.thread_id
         and i.direction = 'INCOMING' and i.sort_at >= m.sort_at - interval '24 hours' and i.sort_at < m.sort_at)
     group by m.contact_id
   )
   select count(*)::int as used,
     (select r.at from reached r order by r.at offset greatest((select count(*) from reached) - $3, 0) limit 1)
       + interval '24 hours' as free_at
   from reached`,
);

/** `freeAt`: when one more person may be written to, once all of the limit is used. */
export type LimitUse = { used: number; freeAt: Date | null };

/** People whom the channels of a portfolio reached outside of reply windows in the last 24 hours. */
export async function countLimitUse(tx: TenantTx, { channelIds, limit }: Portfolio): Promise<LimitUse> {
  const [row] = await tx.rows<{ used: number; free_at: Date | null }>(useStatement, [
    tx.clientId,
    channelIds,
    Math.max(0, limit ?? 0),
  ]);
  return { used: row?.used ?? 0, freeAt: row?.free_at ?? null };
}
