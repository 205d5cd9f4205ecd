import type { DefaultTemplateUse, WorkingHours } from '@parley/contract/types';
import { type Executor, statement } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';

export type ChannelRow = {
  client_id: string;
  id: string;
  kind: 'WHATSAPP' | 'SESSION';
  channel_label: string;
  phone_number: string;
  phone_number_id: string;
  waba_id: string;
  sandbox: boolean;
  verified: boolean;
  state: 'ACTIVE' | 'PAUSED';
  state_reason: string | null;
  pace: number;
  clock_offset_ms: number;
  credentials_enc: Buffer;
  secrets_last4: { access_token: string; app_secret: string; verify_token: string };
  adapter_url: string | null;
  previous_until: Date | null;
  working_hours: WorkingHours | null;
  window_closed_template: NamedTemplate | null;
  first_message_template: NamedTemplate | null;
  created_at: Date;
  version: number;
};

type NamedTemplate = { id: string; name: string; language: string };

/** The reason of a pause that only a member ends. */
export const pausedByUser = 'Paused by a person';

const named = (
  use: DefaultTemplateUse,
) => `(select jsonb_build_object('id', t.id, 'name', t.name, 'language', t.language)
    from channel_templates t where t.client_id = channels.client_id and t.id = ${use}_template_id) as ${use}_template`;

export const channelColumns = `client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, sandbox, verified, state,
  state_reason, pace, clock_offset_ms, credentials_enc, secrets_last4, adapter_url, previous_until, working_hours,
  ${named('window_closed')}, ${named('first_message')}, created_at, version`;

const insertChannelStatement = statement(
  'channels.insert_channel',
  `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, sandbox, verified,
     pace, credentials_enc, secrets_last4, adapter_url)
   values ($1, $2, $12, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13)
   on conflict (client_id, id) do nothing returning ${channelColumns}`,
);

const insertRouteStatement = statement(
  'channels.insert_route',
  `insert into channel_routes (channel_id, client_id, phone_number_id, waba_id, secret_hash, verified)
   values ($1, $2, $3, $4, $5, $6) on conflict (channel_id) do nothing`,
);

export type NewChannel = {
  clientId: string;
  id: string;
  kind: 'WHATSAPP' | 'SESSION';
  channelLabel: string;
  phoneNumber: string;
  phoneNumberId: string;
  wabaId: string;
  sandbox: boolean;
  verified: boolean;
  pace: number;
  credentialsEnc: Buffer;
  last4: Record<string, string>;
  secretHash: Buffer;
  adapterUrl: string | null;
};

/**
 * @returns null when the account already has a channel of this id
 * @throws AppError('id_conflict') when another account has one: the id is in the address of webhooks
 */
export async function insertChannel(tx: Executor, channel: NewChannel): Promise<ChannelRow | null> {
  const [row] = await tx.rows<ChannelRow>(insertChannelStatement, [
    channel.clientId,
    channel.id,
    channel.channelLabel,
    channel.phoneNumber,
    channel.phoneNumberId,
    channel.wabaId,
    channel.sandbox,
    channel.verified,
    channel.pace,
    channel.credentialsEnc,
    JSON.stringify(channel.last4),
    channel.kind,
    channel.adapterUrl,
  ]);
  if (row === undefined) return null;
  const routed = await tx.run(insertRouteStatement, [
    channel.id,
    channel.clientId,
    channel.phoneNumberId,
    channel.wabaId,
    channel.secretHash,
    channel.verified,
  ]);
  if (routed === 0) throw new AppError('id_conflict', { message: 'Another channel has this id.' });
  return row;
}

const listStatement = statement(
  'channels.list_channels',
  `select ${channelColumns} from channels where client_id = $1 and deleted_at is null and (channel_label, id) > ($2, $3)
     and ($5::uuid[] is null or id = any($5))
   order by channel_label, id limit $4`,
);

/** By label, after a label and id; from the start with '' and the nil id. @param only null: all of the account */
export function listChannels(
  tx: Executor,
  clientId: string,
  after: { label: string; id: string },
  limit: number,
  only: readonly string[] | null,
): Promise<ChannelRow[]> {
  return tx.rows(listStatement, [clientId, after.label, after.id, limit, only]);
}

const findStatement = statement(
  'channels.find_channels',
  `select ${channelColumns} from channels where client_id = $1 and id = any($2) and deleted_at is null`,
);

export function findChannels(tx: Executor, clientId: string, ids: readonly string[]): Promise<ChannelRow[]> {
  return tx.rows(findStatement, [clientId, ids]);
}

const findSandboxStatement = statement(
  'channels.find_sandbox',
  `select ${channelColumns} from channels where client_id = $1 and sandbox and deleted_at is null
   order by channel_label, id limit 1`,
);

export async function findSandboxChannel(tx: Executor, clientId: string): Promise<ChannelRow | null> {
  const [row] = await tx.rows<ChannelRow>(findSandboxStatement, [clientId]);
  return row ?? null;
}

const updateStatement = statement(
  'channels.update_channel',
  `update channels set channel_label = coalesce($3, channel_label), state = coalesce($4, state),
     state_reason = case when $4 is null then state_reason else $5 end, adapter_url = coalesce($6, adapter_url),
     working_hours = case when $7 then $8::jsonb else working_hours end, version = version + 1
   where client_id = $1 and id = $2 and deleted_at is null returning ${channelColumns}`,
);

/** Only given fields change; `stateReason` goes with `state`. */
export async function updateChannel(
  tx: Executor,
  clientId: string,
  id: string,
  change: {
    channelLabel?: string | undefined;
    state?: 'ACTIVE' | 'PAUSED' | undefined;
    stateReason?: string | null;
    adapterUrl?: string | undefined;
    workingHours?: WorkingHours | null | undefined;
  },
): Promise<ChannelRow | null> {
  const hours = change.workingHours;
  const [row] = await tx.rows<ChannelRow>(updateStatement, [
    clientId,
    id,
    change.channelLabel ?? null,
    change.state ?? null,
    change.stateReason ?? null,
    change.adapterUrl ?? null,
    hours !== undefined,
    hours == null ? null : JSON.stringify(hours),
  ]);
  return row ?? null;
}

const moveClockStatement = statement(
  'channels.move_clock',
  `update channels set clock_offset_ms = $3, version = version + 1
   where client_id = $1 and id = $2 and sandbox and deleted_at is null returning ${channelColumns}`,
);

/** A sandbox's clock. @returns null when there is no such sandbox */
export async function moveClock(
  tx: Executor,
  clientId: string,
  id: string,
  offsetMs: number,
): Promise<ChannelRow | null> {
  const [row] = await tx.rows<ChannelRow>(moveClockStatement, [clientId, id, offsetMs]);
  return row ?? null;
}

const markProvenStatement = statement(
  'channels.mark_verified',
  `with route as (update channel_routes set verified = true where client_id = $1 and channel_id = $2)
   update channels set verified = true, pace = coalesce($3, pace), version = version + 1
   where client_id = $1 and id = $2 returning ${channelColumns}`,
);

/** @throws unique violation (23505) when another verified channel has the number */
export async function markVerified(
  tx: Executor,
  clientId: string,
  id: string,
  pace: number | null,
): Promise<ChannelRow | null> {
  const [row] = await tx.rows<ChannelRow>(markProvenStatement, [clientId, id, pace]);
  return row ?? null;
}

const provenNumberStatement = statement(
  'channels.find_verified_number',
  `select c.channel_label from channel_routes r join channels c on c.client_id = r.client_id and c.id = r.channel_id
   where r.client_id = $1 and r.phone_number_id = $2 and r.verified`,
);

/** The account's own channel with this verified number; null when there is none. */
export async function findVerifiedNumber(
  tx: Executor,
  clientId: string,
  phoneNumberId: string,
): Promise<{ channel_label: string } | null> {
  const [row] = await tx.rows<{ channel_label: string }>(provenNumberStatement, [clientId, phoneNumberId]);
  return row ?? null;
}

/** A deleted channel has no credentials. */
const forgottenCredentials = `credentials_enc = '\\x', previous_until = null,
     secrets_last4 = '{"access_token": "", "app_secret": "", "verify_token": ""}'`;

const deleteStatement = statement(
  'channels.delete_channel',
  `with route as (delete from channel_routes where client_id = $1 and channel_id = $2)
   update channels set deleted_at = now(), state = 'PAUSED', state_reason = 'removed', ${forgottenCredentials}, version = version + 1
   where client_id = $1 and id = $2 and deleted_at is null returning version`,
);

/** @returns the version of the removal, null when there was no such channel */
export async function deleteChannel(tx: Executor, clientId: string, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(deleteStatement, [clientId, id]);
  return row?.version ?? null;
}

const closeStatement = statement(
  'channels.close_channels',
  `with routes as (delete from channel_routes where client_id = $1)
   update channels set deleted_at = now(), state = 'PAUSED', state_reason = 'account closed', ${forgottenCredentials},
     version = version + 1
   where client_id = $1 and deleted_at is null returning id`,
);

/** Takes every channel of an account that is being closed off the network: its numbers are free for others. */
export async function closeChannels(tx: Executor, clientId: string): Promise<string[]> {
  return (await tx.rows<{ id: string }>(closeStatement, [clientId])).map(({ id }) => id);
}

const countryStatement = statement('channels.find_country', 'select country from shared_clients where id = $1');

/** The account's country, for numbers written without a code. */
export async function findCountry(tx: Executor, clientId: string): Promise<string | null> {
  const [row] = await tx.rows<{ country: string }>(countryStatement, [clientId]);
  return row?.country ?? null;
}
