import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const factStatement = statement(
  'channels.set_fact',
  `insert into channel_facts as f (client_id, channel_id, name, value, active, detail, ends_at, provider_at)
   select $1, c.id, $3, $4, $5, $6::jsonb, $7, $8 from channels c
   where c.client_id = $1 and c.id = $2 and c.deleted_at is null
   on conflict (client_id, channel_id, name) do update set
     value = excluded.value, active = excluded.active, detail = excluded.detail, ends_at = excluded.ends_at,
     provider_at = excluded.provider_at, received_at = now()
   where f.provider_at < excluded.provider_at or f.provider_at = excluded.provider_at
     and (f.value, f.active, f.detail, f.ends_at) is distinct from (excluded.value, excluded.active, excluded.detail, excluded.ends_at)
   returning name`,
);

/** One topic that WhatsApp reported about a channel. */
export type ChannelFact = {
  name: string;
  value: string;
  active: boolean;
  detail: unknown;
  endsAt: Date | null;
  at: Date;
};

/**
 * WhatsApp's times are whole seconds: of two reports of one second that differ the one that arrives later counts.
 * @returns whether it is new: false when the same or a later report was stored
 */
export async function setChannelFact(
  tx: Executor,
  clientId: string,
  channelId: string,
  fact: ChannelFact,
): Promise<boolean> {
  const rows = await tx.rows(factStatement, [
    clientId,
    channelId,
    fact.name,
    fact.value,
    fact.active,
    fact.detail === null ? null : JSON.stringify(fact.detail),
    fact.endsAt,
    fact.at,
  ]);
  return rows.length > 0;
}

const changeChannelStatement = statement(
  'channels.update_from_provider',
  `update channels set
     state = case when $3 = 'pause' then 'PAUSED'
       when $3 = 'resume' and state_reason like $4 || '%' then 'ACTIVE' else state end,
     state_reason = case when $3 = 'pause' and state = 'ACTIVE' then $4 || ': ' || $5
       when $3 = 'resume' and state_reason like $4 || '%' then null else state_reason end,
     pace = coalesce($6, pace), version = version + 1
   where client_id = $1 and id = $2 and deleted_at is null returning version`,
);

/** Prefix of the reason of every pause caused by a WhatsApp update, so that only those are ended by one. */
export const providerPausePrefix = 'WhatsApp';

/** @returns the channel's new version; null when it is gone */
export async function updateChannelFromProvider(
  tx: Executor,
  clientId: string,
  channelId: string,
  change: { state: 'pause' | 'resume' | null; reason: string; pace: number | null },
): Promise<number | null> {
  const values = [clientId, channelId, change.state, providerPausePrefix, change.reason, change.pace];
  const [row] = await tx.rows<{ version: number }>(changeChannelStatement, values);
  return row?.version ?? null;
}

const pauseStatement = statement(
  'channels.pause_channel',
  `update channels set state = 'PAUSED', state_reason = $3, version = version + 1
   where client_id = $1 and id = $2 and state = 'ACTIVE' and coalesce(held_until <= now(), true) returning version`,
);

/** @returns the channel's new version, null when it was paused already, or waits and tries again by itself */
export async function pauseChannel(
  tx: Executor,
  clientId: string,
  channelId: string,
  reason: string,
): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(pauseStatement, [clientId, channelId, reason]);
  return row?.version ?? null;
}

const holdStatement = statement(
  'channels.hold',
  'update channels set held_until = $3 where client_id = $1 and id = $2',
);

/** Nothing is sent by a channel until then. @param until null: from now on it sends */
export async function holdChannel(tx: TenantTx, channelId: string, until: Date | null): Promise<void> {
  await tx.run(holdStatement, [tx.clientId, channelId, until]);
}

const pauseAccountStatement = statement(
  'channels.pause_account',
  `update channels c set state = 'PAUSED', state_reason = $4 || ': ' || $3, version = c.version + 1
   from channels o where o.client_id = $1 and o.id = $2 and c.client_id = $1 and c.waba_id = o.waba_id and c.id <> o.id
     and c.kind = 'WHATSAPP' and o.kind = 'WHATSAPP' and c.state = 'ACTIVE' and c.deleted_at is null
   returning c.id, c.version`,
);

/** Pauses the other channels of a channel's WhatsApp account. */
export function pauseAccountChannels(
  tx: Executor,
  clientId: string,
  channelId: string,
  reason: string,
): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(pauseAccountStatement, [clientId, channelId, reason, providerPausePrefix]);
}
