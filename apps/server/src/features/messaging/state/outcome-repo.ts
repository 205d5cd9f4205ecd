import type { MessageError } from '@parley/contract/types';
import { type Executor, statement } from '../../../platform/db/sql.ts';
import { type Cause, columnAfterFirst, isEndedBy, stateAfterFirst } from './state-sql.ts';

/** The outcome of one started trigger. */
export type Outcome = {
  clientId: string;
  channelId: string;
  triggerId: string;
  messageId: string;
  kind: 'message' | 'reaction';
  /** The attempt of the message that this outcome belongs to. */
  attempt: number;
  epoch: number;
} & (
  | { outcome: 'accepted'; providerId: string }
  | { outcome: 'failed'; error: MessageError }
  | {
      outcome: 'retry' /** Shown to members; null when there is none that concerns them. */;
      reason: string | null;
      delayMs: number;
    }
  | { outcome: 'unknown' }
);

const causes: readonly Cause[] = [
  { event: 'accepted_anew', when: `j.outcome = 'accepted' and j.newly` },
  { event: 'accepted', when: `j.outcome = 'accepted'` },
  { event: 'refused', when: `j.outcome = 'failed'` },
  { event: 'postponed', when: `j.outcome = 'retry' and j.owned` },
  { event: 'unanswered', when: `j.outcome = 'unknown'` },
];

/*
 * The provider's answer counts even when another process has the lease by now; only a return to waiting needs the
 * epoch, because a new holder has already marked the trigger unknown. Statuses may have arrived before and are not
 * undone: a failure reported for this provider id stays. When a member has started the next attempt meanwhile, only
 * the provider id is stored.
 */
const settleStatement = statement(
  'messaging.settle_outcomes',
  `with input as materialized (
     select * from jsonb_to_recordset($1::jsonb) as x(client_id uuid, channel_id uuid, trigger_id uuid, message_id uuid,
       kind text, attempt int, epoch bigint, outcome text, provider_id text, error jsonb, reason text, delay_ms bigint)
   ), mine as materialized (
     select t.client_id, t.id, i.outcome, i.delay_ms from triggers t
     join input i on t.client_id = i.client_id and t.id = i.trigger_id and t.epoch = i.epoch
     where t.state = 'started' order by t.client_id, t.id for update of t
   ), closed as (
     update triggers t set
       state = case when k.outcome = 'retry' then 'waiting' else 'done' end,
       run_at = case when k.outcome = 'retry' then now() + k.delay_ms * interval '1 millisecond' else t.run_at end,
       done_at = case when k.outcome = 'retry' then null else now() end
     from mine k where t.client_id = k.client_id and t.id = k.id
     returning t.client_id, t.id
   ), locked as materialized (
     -- The count is what makes the triggers come first.
     select m.client_id, m.id, m.provider_message_id as known_id, m.attempt as attempt_now, m.channel_id
     from (select count(*) from mine) first_triggers, messages m
     join input i on i.client_id = m.client_id and i.message_id = m.id and i.kind = 'message'
     order by m.client_id, m.id for update of m
   ), earlier as (
     insert into message_attempts (client_id, channel_id, provider_message_id, message_id, attempt)
     select l.client_id, l.channel_id, case when i.attempt = l.attempt_now then l.known_id else i.provider_id end, l.id,
       least(i.attempt, l.attempt_now - 1)
     from locked l join input i on i.client_id = l.client_id and i.message_id = l.id
     where i.outcome = 'accepted' and l.known_id is distinct from i.provider_id
       and (l.known_id is not null or i.attempt <> l.attempt_now)
     on conflict do nothing
   ), judged as materialized (
     select i.*, c.id is not null as owned, i.outcome = 'accepted' and l.known_id is distinct from i.provider_id as newly
     from input i
     join locked l on l.client_id = i.client_id and l.id = i.message_id and l.attempt_now = i.attempt
     left join closed c on c.client_id = i.client_id and c.id = i.trigger_id
   )
   update messages m set
     provider_message_id = case when j.outcome = 'accepted' then j.provider_id else m.provider_message_id end,
     ${stateAfterFirst(causes)},
     error = case when j.outcome = 'failed' and ${isEndedBy('refused')} then j.error
                  when ${columnAfterFirst('status', causes)} = -1 then m.error end,
     waiting_reason = case when j.outcome = 'retry' and j.owned and ${isEndedBy('postponed')} then j.reason end,
     version = m.version + 1
   from judged j
   where m.client_id = j.client_id and m.id = j.message_id
   returning m.client_id, m.id, m.version`,
);

export function settleOutcomes(
  tx: Executor,
  outcomes: readonly Outcome[],
): Promise<Array<{ client_id: string; id: string; version: number }>> {
  return tx.rows(settleStatement, [
    JSON.stringify(
      outcomes.map((outcome) => ({
        client_id: outcome.clientId,
        channel_id: outcome.channelId,
        trigger_id: outcome.triggerId,
        message_id: outcome.messageId,
        kind: outcome.kind,
        attempt: outcome.attempt,
        epoch: outcome.epoch,
        outcome: outcome.outcome,
        provider_id: outcome.outcome === 'accepted' ? outcome.providerId : null,
        error: outcome.outcome === 'failed' ? outcome.error : null,
        reason: outcome.outcome === 'retry' ? outcome.reason : null,
        delay_ms: outcome.outcome === 'retry' ? Math.round(outcome.delayMs) : 0,
      })),
    ),
  ]);
}
