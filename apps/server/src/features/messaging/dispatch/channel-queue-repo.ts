import { type Executor, statement } from '../../../platform/db/sql.ts';
import type { BusyChannel } from '../state/claim-repo.ts';

/*
 * A loose index scan: one look-up per channel in the index of queued triggers, however many each channel has.
 */
const busyStatement = statement(
  'messaging.list_busy_channels',
  `with recursive pairs as (
     (select client_id, channel_id from triggers where queued order by client_id, channel_id limit 1)
     union all
     select n.client_id, n.channel_id from pairs p, lateral (
       select client_id, channel_id from triggers
       where queued and (client_id, channel_id) > (p.client_id, p.channel_id)
       order by client_id, channel_id limit 1) n
   )
   select client_id, channel_id from pairs
   union select client_id, channel_id from read_marks`,
);

export function listBusyChannels(system: Executor): Promise<BusyChannel[]> {
  return system.rows(busyStatement);
}

const takeLeaseStatement = statement(
  'messaging.claim_lease',
  `with before as materialized (
     select case when expires_at > now() then 0
         -- It was given back; one that expired was not used for longer.
         when process_id is null then extract(epoch from now() - expires_at) * 1000 else 'infinity' end as rested_ms
     from channel_leases where client_id = $1 and channel_id = $2
   )
   insert into channel_leases (client_id, channel_id, holder, epoch, expires_at, process_id)
   select c.client_id, c.id, $3, 1, now() + $4 * interval '1 millisecond', $6 from shared_channels c
   where c.client_id = $1 and c.id = $2 and c.deleted_at is null
   on conflict (client_id, channel_id) do update
     set holder = excluded.holder, epoch = channel_leases.epoch + 1, expires_at = excluded.expires_at,
       process_id = excluded.process_id
     where channel_leases.expires_at < now() or channel_leases.holder = excluded.holder or $5
   returning epoch, coalesce((select rested_ms from before), 'infinity')::float as rested_ms`,
);

/** A lease, and the milliseconds since the last message of the one before. */
type Lease = { epoch: number; rested_ms: number };

/**
 * Takes a lease that nobody has, or one of this holder again: after lost connections it cannot know what became of it.
 * @param holder the dispatcher, of which only one queue at a time sends for a channel
 * @param force also takes a lease that has not expired: only when no other process can be running
 * @returns null when another process has it
 */
export async function claimLease(
  system: Executor,
  channel: BusyChannel,
  holder: string,
  leaseMs: number,
  force: boolean,
  processId: number | null,
): Promise<Lease | null> {
  const values = [channel.client_id, channel.channel_id, holder, leaseMs, force, processId];
  const [row] = await system.rows<Lease>(takeLeaseStatement, values);
  return row ?? null;
}

const keepLeaseStatement = statement(
  'messaging.renew_lease',
  `update channel_leases set expires_at = now() + $4 * interval '1 millisecond'
   where client_id = $1 and channel_id = $2 and epoch = $3 and expires_at > now()`,
);

/** @returns false when the lease has expired or has another epoch */
export async function renewLease(
  system: Executor,
  channel: BusyChannel,
  epoch: number,
  leaseMs: number,
): Promise<boolean> {
  return (await system.run(keepLeaseStatement, [channel.client_id, channel.channel_id, epoch, leaseMs])) === 1;
}

const shortenLeasesStatement = statement(
  'messaging.shorten_leases',
  `update channel_leases set expires_at = least(expires_at, now() + $2 * interval '1 millisecond')
   where process_id = any ($1)`,
);

/** Shortens leases of crashed processes to `graceMs`. */
export async function shortenChannelLeases(
  tx: Executor,
  processIds: readonly number[],
  graceMs: number,
): Promise<void> {
  await tx.run(shortenLeasesStatement, [processIds, graceMs]);
}

const endLeaseStatement = statement(
  'messaging.release_lease',
  `update channel_leases set expires_at = now() - $4 * interval '1 millisecond', process_id = null
   where client_id = $1 and channel_id = $2 and epoch = $3`,
);

/** @param restedMs since its last message */
export async function releaseLease(
  system: Executor,
  channel: BusyChannel,
  epoch: number,
  restedMs: number,
): Promise<void> {
  await system.run(endLeaseStatement, [channel.client_id, channel.channel_id, epoch, restedMs]);
}

const channelStatement = statement(
  'messaging.find_dispatch_channel',
  `select phone_number_id, sandbox, pace, state, coalesce(held_until > now(), false) as held, credentials_enc, version,
     (select max(f.received_at) from shared_channel_facts f where f.client_id = $1 and f.channel_id = $2
       and f.name in ('trouble:130429', 'trouble:131048')) as slowed_at,
     exists (select from shared_channel_facts f where f.client_id = $1 and f.channel_id = $2
       and f.name = 'marketing_messages' and f.value = 'ONBOARDED') as onboarded
   from shared_channels where client_id = $1 and id = $2`,
);

export type DispatchChannel = {
  phone_number_id: string;
  sandbox: boolean;
  pace: number;
  state: 'ACTIVE' | 'PAUSED';
  /** It sends again by itself. */
  held: boolean;
  credentials_enc: Buffer;
  version: number;
  /** When a webhook last said that the number sends too fast. */
  slowed_at: Date | null;
  /** For WhatsApp's Marketing Messages API. */
  onboarded: boolean;
};

export async function findDispatchChannel(system: Executor, channel: BusyChannel): Promise<DispatchChannel | null> {
  const [row] = await system.rows<DispatchChannel>(channelStatement, [channel.client_id, channel.channel_id]);
  return row ?? null;
}

const nextDueStatement = statement(
  'messaging.find_next_due',
  `select min(run_at) as at from (
     select distinct on (thread_id) run_at from (
       select thread_id, run_at, priority, seq from triggers
       where client_id = $1 and channel_id = $2 and queued and state = 'waiting' and thread_id <> all ($3::uuid[])
       order by priority, seq limit 500) waiting
     order by thread_id, priority, seq) heads`,
);

/** When the first trigger of a thread that is not busy is due; null when none waits. */
export async function nextDue(
  system: Executor,
  channel: BusyChannel,
  busyThreads: readonly string[],
): Promise<Date | null> {
  const [row] = await system.rows<{ at: Date | null }>(nextDueStatement, [
    channel.client_id,
    channel.channel_id,
    busyThreads,
  ]);
  return row?.at ?? null;
}
