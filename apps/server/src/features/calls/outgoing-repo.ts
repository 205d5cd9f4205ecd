import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import { type CallRow, columns } from './call-repo.ts';

export type NewOutgoing = {
  id: string;
  threadId: string;
  channelId: string;
  phone: string | null;
  userId: string | null;
  memberId: string;
  deviceId: string;
};

const add = statement(
  'calls.add_outgoing',
  `insert into calls as k (client_id, id, channel_id, thread_id, direction, customer_phone, customer_user_id, state, rang_at,
     member_id, device_id)
   values ($1, $2, $3, $4, 'outgoing', $5, $6, 'dialing', date_trunc('milliseconds', now()), $7, $8)
   on conflict do nothing returning ${columns}`,
);
/** A call of the business, before WhatsApp is asked. @returns null when the id is used, or the customer is being called */
export async function addOutgoing(tx: TenantTx, call: NewOutgoing): Promise<CallRow | null> {
  const { id, channelId, threadId, phone, userId, memberId, deviceId } = call;
  const values = [tx.clientId, id, channelId, threadId, phone, userId, memberId, deviceId];
  const [row] = await tx.rows<CallRow>(add, values);
  return row ?? null;
}

const findOpen = statement(
  'calls.find_outgoing',
  `select ${columns} from calls k
   where k.client_id = $1 and k.thread_id = $2 and k.direction = 'outgoing' and k.state <> 'ended'`,
);
/** The call of the business in a conversation; null without one. */
export async function findOutgoing(tx: TenantTx, threadId: string): Promise<CallRow | null> {
  const [row] = await tx.rows<CallRow>(findOpen, [tx.clientId, threadId]);
  return row ?? null;
}

const place = statement(
  'calls.place',
  `update calls k set provider_call_id = $3, version = k.version + 1
   where k.client_id = $1 and k.id = $2 and k.provider_call_id is null returning ${columns}`,
);
/** WhatsApp answered with the call's name. @returns null when a webhook was faster */
export async function placeCall(tx: TenantTx, id: string, providerId: string): Promise<CallRow | null> {
  const [row] = await tx.rows<CallRow>(place, [tx.clientId, id, providerId]);
  return row ?? null;
}

const refuse = statement(
  'calls.refuse',
  `update calls k set state = 'ended', outcome = 'missed', noted = true, ended_at = date_trunc('milliseconds', now()),
     version = k.version + 1
   where k.client_id = $1 and k.id = $2 and k.provider_call_id is null and not k.noted returning ${columns}`,
);
/** WhatsApp certainly did not place it: there is no line either. */
export async function refuseCall(tx: TenantTx, id: string): Promise<CallRow | null> {
  const [row] = await tx.rows<CallRow>(refuse, [tx.clientId, id]);
  return row ?? null;
}

export type NamedCall = {
  client_id: string;
  channel_id: string;
  provider_call_id: string;
  /** Our id, where WhatsApp gives it back. */
  opaque: string | null;
  phone: string | null;
  user_id: string | null;
};

const adopt = statement(
  'calls.adopt',
  `update calls k set provider_call_id = x.provider_call_id
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, channel_id uuid, provider_call_id text, opaque text, phone text,
     user_id text)
   where k.client_id = x.client_id and k.channel_id = x.channel_id and k.provider_call_id is null and not k.noted
     and k.id = (
       select o.id from calls o
       where o.client_id = x.client_id and not o.noted and o.channel_id = x.channel_id and o.provider_call_id is null
         and case when x.opaque is null then o.customer_phone = x.phone or o.customer_user_id = x.user_id
           else o.id::text = x.opaque end
       order by o.rang_at desc limit 1
     )
     and not exists (select from calls o where o.client_id = x.client_id and o.channel_id = x.channel_id
       and o.provider_call_id = x.provider_call_id)
     and not exists (select from shared_messages m where m.client_id = x.client_id and m.channel_id = x.channel_id
       and m.provider_message_id = x.provider_call_id)`,
);
/** Gives calls their name at WhatsApp where a webhook is faster than the answer, or the answer is lost. Each once. */
export async function adoptCalls(tx: Executor, named: readonly NamedCall[]): Promise<void> {
  await tx.run(adopt, [JSON.stringify(named)]);
}

export type ToldCall = {
  client_id: string;
  channel_id: string;
  provider_call_id: string;
  answer: string | null;
  /** The furthest that was told: 1 rings, 2 accepted, 3 rejected. */
  step: 1 | 2 | 3;
};

const tell = statement(
  'calls.tell',
  `update calls k set version = k.version + 1, answer = coalesce(k.answer, x.answer),
     state = case when x.step = 3 then 'ended' when x.step = 2 or k.state = 'answered' then 'answered' else 'ringing' end,
     connected_at = case when x.step = 2 then coalesce(k.connected_at, date_trunc('milliseconds', now())) else k.connected_at end,
     outcome = case when x.step = 3 then 'declined' end,
     ended_at = case when x.step = 3 then date_trunc('milliseconds', now()) end
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, channel_id uuid, provider_call_id text, answer text, step int)
   where k.client_id = x.client_id and k.channel_id = x.channel_id and k.provider_call_id = x.provider_call_id
     and k.direction = 'outgoing' and k.state <> 'ended'
     and (x.step = 3 or x.step = 2 and k.state <> 'answered' or k.state = 'dialing'
       or k.answer is null and x.answer is not null)
   returning k.client_id, k.id, k.version`,
);
/** Moves calls of the business on as WhatsApp told, never back; what is told again changes nothing. */
export function tellCalls(
  tx: Executor,
  told: readonly ToldCall[],
): Promise<Array<{ client_id: string; id: string; version: number }>> {
  return tx.rows(tell, [JSON.stringify(told)]);
}
