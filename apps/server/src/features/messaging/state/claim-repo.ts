import { type Executor, statement } from '../../../platform/db/sql.ts';
import { insertChanges } from '../../sync/public.ts';
import type { MessageRow } from '../threads/rows-query.ts';
import { refusalCases } from './eligibility.ts';
import { type Cause, isEndedBy, stateAfter, stateAfterFirst } from './state-sql.ts';

/** A channel with triggers or read marks to send. */
export type BusyChannel = { client_id: string; channel_id: string };

const verdicts: readonly Cause[] = [
  { event: 'taken', when: `c.verdict = 'go'` },
  { event: 'put_on_hold', when: `c.verdict = 'hold'` },
];

const dispatchFacts = {
  client: 'k.client_id',
  contact: 'th.contact_id',
  to: 'k."to"',
  source: 'k.source',
  type: 'k.type',
  channelKind: 'lease.kind',
  sandbox: 'lease.sandbox',
  clockOffsetMs: 'lease.clock_offset_ms',
  windowExpiresAt: 'th.window_expires_at',
  blockedAt: 'th.blocked_at',
  group: 'th.group_id',
  groupFacts: 'th.group_facts',
  content: 'k.content',
  category: 'tp.category',
  optedOutAt: '(select c.opted_out_at from shared_contacts c where c.client_id = k.client_id and c.id = th.contact_id)',
  marketing: `coalesce(tp.category = 'MARKETING', false)`,
  // A member's own retry has priority 0.
  ofBroadcast: `k.priority > 0 and k.source in ('BROADCAST', 'BROADCAST_SANDBOX')`,
  message: { id: 'k.message_id', sortAt: 'k.sort_at' },
  templateStatus: 'tp.status',
  // A broadcast's scheduled retry asks WhatsApp again: how long it holds a customer back is not known.
  asksMarketingLimit: 'coalesce(bc.retries, 0) = 0',
};

/*
 * Takes the first trigger of each thread that is not busy and marks it `started`. The statement names the epoch, so the
 * holder of an older lease changes no row. A message that may no longer be sent (its window has closed) is held, with
 * the reason. Of all that are looked at only those that are taken are locked; a first one that another writer has locked
 * keeps its thread waiting. Triggers are locked before messages, as by every writer of both tables; messages are read as
 * their lock returned them.
 */
const claimStatement = statement(
  'messaging.claim_triggers',
  `with lease as materialized (
     select c.client_id, c.id as channel_id, c.clock_offset_ms, c.kind, c.waba_id, c.sandbox from channel_leases l
     join shared_channels c on c.client_id = l.client_id and c.id = l.channel_id
     where l.client_id = $1 and l.channel_id = $2 and l.epoch = $3 and l.expires_at > now() + $4 * interval '1 millisecond'
       and c.state = 'ACTIVE'
     for share of l
   ), seen as materialized (
     select t.client_id, t.id, t.thread_id, t.priority, t.seq, t.run_at
     from triggers t join lease on lease.client_id = t.client_id and lease.channel_id = t.channel_id
     where t.client_id = $1 and t.channel_id = $2 and t.queued and t.state = 'waiting' and t.thread_id <> all ($5::uuid[])
     order by t.priority, t.seq limit $7
   ), heads as materialized (
     select distinct on (thread_id) * from seen order by thread_id, priority, seq
   ), due as materialized (
     select * from heads where run_at <= now() order by priority, seq limit $6
   ), picked as materialized (
     select t.* from due d cross join lateral (
       select client_id, id from triggers where client_id = d.client_id and id = d.id offset 0
     ) k join triggers t on t.client_id = k.client_id and t.id = k.id
     where t.state = 'waiting' and t.run_at <= now()
     for update of t skip locked
   ), locked as materialized (
     select d.client_id, d.id, d.message_id, d.thread_id, d.kind, d.payload, d.tries, d.priority, d.seq,
       m.attempt, m.type, m.source, m.content, m."to", m.to_user_id, m.direction, m.send_state, m.context_message_id,
       m.context_provider_id, m.sort_at
     from picked d join messages m on m.client_id = d.client_id and m.id = d.message_id
     order by m.client_id, m.id for update of m
   ), chosen as materialized (
     select k.client_id, k.id, k.message_id, k.thread_id, k.kind, k.payload, k.tries, k.priority, k.seq,
       k.attempt, k.type, k.content, k."to", k.to_user_id, th.group_id, k.direction,
       coalesce(k.context_provider_id, q.provider_message_id) as context_provider_id,
       case when k.kind = 'message' then w.reason end as hold_reason,
       coalesce(tp.category = 'MARKETING', false) as marketing,
       case
         when k.kind = 'reaction' then 'go'
         when ${isEndedBy('taken', 'k')} is not true then 'drop'
         when w.reason = 'campaign_paused' and pause.locked is null then 'later'
         when w.reason is not null then 'hold'
         -- Its file is not uploaded to WhatsApp yet: until then it waits, first in its thread.
         when k.content->>'media_id' is not null and k.content->>'provider_media_id' is null then 'prepare'
         else 'go'
       end as verdict
     from locked k cross join lease
     join threads th on th.client_id = k.client_id and th.id = k.thread_id
     left join messages q on q.client_id = k.client_id and q.id = k.context_message_id
     left join lateral (
       select t.status, t.category from shared_templates t
       where k.type = 'template' and t.client_id = k.client_id and t.waba_id = lease.waba_id and t.name = k.content->>'name'
         and t.language = coalesce(k.content->'language'->>'code', k.content->>'language') offset 0
     ) tp on true
     left join lateral (
       select id, state, retries from message_campaigns
       where k.priority > 0 and client_id = k.client_id and message_id = k.message_id offset 0
     ) bc on true
     -- The broadcast stays paused until commit: one that is resumed at the same moment would not find the message.
     left join lateral (
       select true as locked from campaign_states c
       where bc.state = 'PAUSED' and c.client_id = k.client_id and c.id = bc.id and c.state = 'PAUSED' for share skip locked
     ) pause on true
     -- Validate again what was validated on accept: the message may have waited for hours.
     cross join lateral (
       select case
         -- While a broadcast is paused none of its messages leaves, retries included; a member's own retry has
         -- priority 0 and does.
         when k.priority > 0 and k.source in ('BROADCAST', 'BROADCAST_SANDBOX') and bc.state = 'PAUSED' then 'campaign_paused'
         when k.priority > 0 and k.source in ('BROADCAST', 'BROADCAST_SANDBOX') and bc.state = 'CANCELLED'
           then 'campaign_cancelled'
         ${refusalCases('dispatch', dispatchFacts)}
       end as reason
     ) w
   ), marked as (
     update triggers t set
       state = case when c.verdict = 'go' then 'started' when c.verdict = 'prepare' then 'waiting'
         when c.verdict = 'hold' and c.hold_reason = 'campaign_paused' then 'parked' else 'done' end,
       done_at = case when c.verdict in ('go', 'prepare') or c.verdict = 'hold' and c.hold_reason = 'campaign_paused' then null
         else now() end,
       -- If the process that prepares the file dies, the next one claims the trigger again after this.
       run_at = case when c.verdict = 'prepare' then now() + interval '20 seconds' else t.run_at end,
       epoch = $3, started_at = now(), tries = t.tries + case when c.verdict = 'prepare' then 0 else 1 end
     from chosen c where t.client_id = c.client_id and t.id = c.id and c.verdict <> 'later'
   ), updated as (
     update messages m set
       ${stateAfterFirst(verdicts)},
       held_reason = case when c.verdict = 'go' then null else c.hold_reason end,
       version = case when c.verdict = 'go' then m.version else m.version + 1 end
     from chosen c
     where m.client_id = c.client_id and m.id = c.message_id and c.kind = 'message' and c.verdict in ('go', 'hold')
     returning m.id, m.version, c.verdict
   ), fed as (
     ${insertChanges}
     select $1, 'messages', id::text, 'MODIFIED', version from updated where verdict = 'hold'
   )
   select c.*, now() as claimed_at from chosen c order by c.priority, c.seq`,
);

export type ClaimedTrigger = {
  id: string;
  message_id: string;
  thread_id: string;
  kind: 'message' | 'reaction';
  payload: Record<string, unknown>;
  tries: number;
  attempt: number;
  type: MessageRow['type'];
  content: Record<string, unknown>;
  to: string | null;
  to_user_id: string | null;
  /** The group that it goes to, instead of a customer. */
  group_id: string | null;
  context_provider_id: string | null;
  /** A template that WhatsApp calls marketing now, whatever it was when the message was written. */
  marketing: boolean;
  /**
   * `prepare`: not started; its file has to be uploaded to WhatsApp first. `later`: nothing changed; its broadcast was
   * paused and is being resumed or changed at this moment.
   */
  verdict: 'go' | 'hold' | 'drop' | 'prepare' | 'later';
};

export type ClaimRequest = {
  channel: BusyChannel;
  epoch: number;
  /** Longer than the longest HTTP call, so that the lease does not expire during it. */
  callMs: number;
  busyThreads: readonly string[];
  limit: number;
  /** How many waiting triggers are looked at. */
  look: number;
};

/** Marks up to `limit` triggers started, at most one of each thread, replies before broadcasts. */
export function claimTriggers(tx: Executor, request: ClaimRequest): Promise<ClaimedTrigger[]> {
  const { channel, epoch, callMs, busyThreads, limit, look } = request;
  return tx.rows(claimStatement, [channel.client_id, channel.channel_id, epoch, callMs, busyThreads, limit, look]);
}

const recoverStatement = statement(
  'messaging.recover_started',
  `with stale as materialized (
     select client_id, id, message_id, kind from triggers
     where client_id = $1 and channel_id = $2 and queued and state = 'started' and epoch < $3
     order by id for update
   ), closed as (
     update triggers t set state = 'done', done_at = now() from stale s where t.client_id = s.client_id and t.id = s.id
   ), locked as materialized (
     select m.client_id, m.id from messages m join stale s on s.client_id = m.client_id and s.message_id = m.id
     where s.kind = 'message' and ${isEndedBy('abandoned')} order by m.client_id, m.id for update of m
   )
   update messages m set ${stateAfter('abandoned')}, version = m.version + 1
   from locked l where m.client_id = l.client_id and m.id = l.id
   returning m.id, m.version`,
);

/** Messages that an earlier lease started without an outcome become unknown: they may have been sent. */
export function recoverStarted(
  tx: Executor,
  channel: BusyChannel,
  epoch: number,
): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(recoverStatement, [channel.client_id, channel.channel_id, epoch]);
}
