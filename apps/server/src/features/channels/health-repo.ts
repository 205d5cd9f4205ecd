import type { DoctorReport, PhoneNumberDetails } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

/** The stored findings of a channel check. */
export type HealthReport = DoctorReport & {
  number: PhoneNumberDetails | null;
  token: { state: 'unknown' | 'valid' | 'expiring' | 'invalid'; expires_at: string | null };
};

export type HealthRow = {
  channel_id: string;
  last_webhook_at: Date | null;
  report: HealthReport | null;
  /** When its account's templates were fetched, and when the first outgoing message was seen. */
  templates_at: Date | null;
  sent_at: Date | null;
};

const listStatement = statement(
  'channels.list_health',
  `select c.id as channel_id, h.last_webhook_at, h.report, h.templates_at, h.sent_at
   from channels c left join channel_health h on h.client_id = c.client_id and h.channel_id = c.id
   where c.client_id = $1 and c.deleted_at is null and ($2::uuid[] is null or c.id = any ($2))
   order by c.channel_label, c.id limit 200`,
);

/** @param only null: all channels of the account */
export function listHealth(tx: TenantTx, only: readonly string[] | null): Promise<HealthRow[]> {
  return tx.rows(listStatement, [tx.clientId, only]);
}

/*
 * Reads only conversations with activity since then, by the indexes of the inbox lists: the cost is that of one day's
 * messages, however many are older.
 */
const countsStatement = statement(
  'channels.count_messages',
  `select c.id as channel_id, date_trunc('hour', m.sort_at, 'UTC') as hour,
     count(*) filter (where m.direction = 'INCOMING')::int as received,
     count(*) filter (where m.direction = 'OUTGOING' and m.status > 0)::int as sent,
     count(*) filter (where m.direction = 'OUTGOING' and m.status < 0)::int as failed,
     max(m.created_at) filter (where m.direction = 'INCOMING') as last_in,
     count(*) filter (where m.direction = 'INCOMING' and m.sort_at >= a.today)::int as received_today,
     count(*) filter (where m.direction = 'OUTGOING' and m.status > 0 and m.sort_at >= a.today)::int as sent_today,
     count(*) filter (where m.direction = 'OUTGOING' and m.status < 0 and m.sort_at >= a.today)::int as failed_today
   from channels c
   cross join (select date_trunc('day', now(), time_zone) as today from shared_clients where id = $1) a
   join channel_threads t on t.client_id = c.client_id and t.channel_id = c.id and t.last_message_at >= $2
   join channel_messages m on m.client_id = t.client_id and m.thread_id = t.id and m.sort_at >= $2
   where c.client_id = $1 and c.deleted_at is null and m.sort_at < $3
   group by grouping sets ((c.id, date_trunc('hour', m.sort_at, 'UTC')), (c.id))`,
);

/** `hour` null: the whole time of that channel. */
export type CountRow = {
  channel_id: string;
  hour: Date | null;
  received: number;
  sent: number;
  failed: number;
  /** When the newest message of a customer came to us. */
  last_in: Date | null;
  // Since midnight in the account's time zone.
  received_today: number;
  sent_today: number;
  failed_today: number;
};

export function countMessages(tx: TenantTx, from: Date, to: Date): Promise<CountRow[]> {
  return tx.rows(countsStatement, [tx.clientId, from, to]);
}

const seenStatement = statement(
  'channels.record_webhooks',
  `insert into channel_health (client_id, channel_id, last_webhook_at)
   select c.client_id, c.id, x.at
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as x(client_id, channel_id, at)
   join channels c on c.client_id = x.client_id and c.id = x.channel_id
   on conflict (client_id, channel_id) do update
     set last_webhook_at = greatest(channel_health.last_webhook_at, excluded.last_webhook_at)`,
);

export async function recordWebhooks(
  system: Executor,
  seen: ReadonlyArray<{ clientId: string; channelId: string; at: Date }>,
): Promise<void> {
  await system.run(seenStatement, [
    seen.map(({ clientId }) => clientId),
    seen.map(({ channelId }) => channelId),
    seen.map(({ at }) => at.toISOString()),
  ]);
}

const recordReportStatement = statement(
  'channels.save_health_report',
  `insert into channel_health (client_id, channel_id, asked_at, report) values ($1, $2, now(), $3)
   on conflict (client_id, channel_id) do update set asked_at = now(), report = excluded.report`,
);

export async function recordHealthReport(tx: TenantTx, channelId: string, look: HealthReport): Promise<void> {
  await tx.run(recordReportStatement, [tx.clientId, channelId, JSON.stringify(look)]);
}

const deliveriesStatement = statement(
  'channels.find_last_delivery',
  // A customer's message came by a webhook too, also by the operator's own address, which belongs to no channel.
  `select greatest(h.last_webhook_at, (select max(m.created_at) from channel_threads t
       join channel_messages m on m.client_id = t.client_id and m.thread_id = t.id and m.sort_at >= now() - interval '1 day'
       where t.client_id = $1 and t.channel_id = $2 and t.last_message_at >= now() - interval '1 day'
         and m.direction = 'INCOMING')) as last_webhook_at,
     coalesce(w.bad_signatures, 0) as bad_signatures, w.last_bad_signature_at
   from channels c
   left join channel_health h on h.client_id = c.client_id and h.channel_id = c.id
   left join channel_webhook_counters w on w.client_id = c.client_id and w.channel_id = c.id
   where c.client_id = $1 and c.id = $2`,
);

export type Deliveries = {
  last_webhook_at: Date | null;
  bad_signatures: number;
  last_bad_signature_at: Date | null;
};

/** What came to a channel's webhook address. */
export async function readDeliveries(tx: TenantTx, channelId: string): Promise<Deliveries> {
  const [row] = await tx.rows<Deliveries>(deliveriesStatement, [tx.clientId, channelId]);
  return row ?? { last_webhook_at: null, bad_signatures: 0, last_bad_signature_at: null };
}

const dueStatement = statement(
  'channels.claim_due_health_checks',
  `with due as (
     select c.client_id, c.id from channels c
     left join channel_health h on h.client_id = c.client_id and h.channel_id = c.id
     where c.deleted_at is null and not c.sandbox and (h.asked_at is null or h.asked_at < now() - interval '24 hours')
     order by h.asked_at nulls first limit $1
   )
   insert into channel_health (client_id, channel_id, asked_at) select client_id, id, now() from due
   on conflict (client_id, channel_id) do update set asked_at = now()
     where channel_health.asked_at is null or channel_health.asked_at < now() - interval '24 hours'
   returning client_id, channel_id`,
);

/** Across accounts: channels not checked for a day, claimed by this process. */
export function claimDueHealthChecks(
  system: Executor,
  limit: number,
): Promise<Array<{ client_id: string; channel_id: string }>> {
  return system.rows(dueStatement, [limit]);
}

const sentStatement = statement(
  'channels.record_sent',
  `insert into channel_health (client_id, channel_id, sent_at) select client_id, id, now() from channels
   where client_id = $1 and id = any ($2)
   on conflict (client_id, channel_id) do update set sent_at = now() where channel_health.sent_at is null`,
);

/** Messages have been sent on these channels. */
export async function recordSent(tx: TenantTx, channelIds: readonly string[]): Promise<void> {
  await tx.run(sentStatement, [tx.clientId, channelIds]);
}

const templatesStatement = statement(
  'channels.record_template_sync',
  `insert into channel_health (client_id, channel_id, templates_at)
   select client_id, id, now() from channels where client_id = $1 and waba_id = $2 and deleted_at is null
   on conflict (client_id, channel_id) do update set templates_at = excluded.templates_at`,
);

/** The templates of a WhatsApp Business account were fetched, for every channel of it. */
export async function recordTemplateSync(tx: TenantTx, wabaId: string): Promise<void> {
  await tx.run(templatesStatement, [tx.clientId, wabaId]);
}
