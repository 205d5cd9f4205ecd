import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { LiveAutomation } from './live-query.ts';

const accounts = statement(
  'automations.list_timed_accounts',
  `select distinct a.client_id from automations a join automation_versions v
     on v.client_id = a.client_id and v.automation_id = a.id and v.number = a.published_version
   where a.state = 'ON' and (v.flow->'trigger'->>'kind' in ('no_reply', 'window_closing') or a.next_at <= now())`,
);
/** Accounts with automations that start by the clock. */
export async function listTimedAccounts(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(accounts)).map((row) => row.client_id);
}

/** A thread for which something is due; `key` says for which moment, so that it happens once. */
export type TimedThread = { thread_id: string; channel_id: string; key: string };

/** Who wrote STOP waits for nothing. */
const asksForSilence = `exists (select from shared_messages m where m.client_id = $1 and m.thread_id = t.id
  and m.direction = 'INCOMING' and m.sort_at >= t.waiting_since and 'opt_out' = any(m.flags))`;

const unanswered = statement(
  'automations.list_unanswered',
  `select t.id as thread_id, t.channel_id, 'no_reply:' || t.id || ':' || extract(epoch from t.waiting_since) as key
   from shared_threads t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
   where t.client_id = $1 and t.waiting_since <= now() + c.clock_offset_ms * interval '1 millisecond' - $2 * interval '1 minute'
     and t.waiting_since > $3::timestamptz + c.clock_offset_ms * interval '1 millisecond'
     and t.waiting_since > now() + c.clock_offset_ms * interval '1 millisecond' - ($2 + 1440) * interval '1 minute'
     and t.state = 'ACTIVE' and not ${asksForSilence}
     and not exists (select from automation_runs r where r.client_id = $1 and r.automation_id = $4
       and r.event_key = 'no_reply:' || t.id || ':' || extract(epoch from t.waiting_since))
   order by t.waiting_since, t.id limit 200`,
);
const closing = statement(
  'automations.list_closing',
  `select t.id as thread_id, t.channel_id, 'window:' || t.id || ':' || extract(epoch from t.window_expires_at) as key
   from shared_threads t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
   where t.client_id = $1 and t.waiting_since is not null and t.state = 'ACTIVE' and not ${asksForSilence}
     and t.window_expires_at > now() + c.clock_offset_ms * interval '1 millisecond'
     and t.window_expires_at <= now() + c.clock_offset_ms * interval '1 millisecond' + $2 * interval '1 minute'
     and not exists (select from automation_runs r where r.client_id = $1 and r.automation_id = $3
       and r.event_key = 'window:' || t.id || ':' || extract(epoch from t.window_expires_at))
   order by t.window_expires_at, t.id limit 200`,
);

export function listTimed(tx: TenantTx, { id, flow, on_since }: LiveAutomation): Promise<TimedThread[]> {
  const { trigger } = flow;
  if (trigger.kind === 'no_reply') return tx.rows(unanswered, [tx.clientId, trigger.minutes, on_since, id]);
  if (trigger.kind === 'window_closing') return tx.rows(closing, [tx.clientId, trigger.minutes, id]);
  return Promise.resolve([]);
}

const listed = statement(
  'automations.list_scheduled',
  `select t.id as thread_id, t.channel_id, $4 || ':' || t.id as key
   from shared_contact_list_members m join shared_threads t on t.client_id = m.client_id and t.contact_id = m.contact_id
   where m.client_id = $1 and m.contact_list_id = $2 and t.channel_id = $3 order by t.id`,
);
/** The conversations of a list's contacts on a channel. */
export function listScheduled(tx: TenantTx, listId: string, channelId: string, key: string): Promise<TimedThread[]> {
  return tx.rows(listed, [tx.clientId, listId, channelId, key]);
}

const claim = statement(
  'automations.claim_schedule',
  `update automations set next_at = $3 where client_id = $1 and id = $2 and state = 'ON' and next_at <= now()
   returning id`,
);
/** @returns whether its time had come; another process may have taken it */
export async function claimSchedule(tx: TenantTx, id: string, nextAt: Date | null): Promise<boolean> {
  return (await tx.rows(claim, [tx.clientId, id, nextAt])).length > 0;
}
