import { type Executor, statement } from '../../../platform/db/sql.ts';

const flagStatement = statement(
  'messaging.flag_message',
  `update messages set flags = array_append(flags, $3)
   where client_id = $1 and id = $2 and not coalesce($3 = any(flags), false)`,
);
/** Notes what a customer's message asked of the account, for features that read messages later. */
export async function flagMessage(
  tx: Executor,
  clientId: string,
  messageId: string,
  flag: 'opt_out' | 'opt_in',
): Promise<void> {
  await tx.run(flagStatement, [clientId, messageId, flag]);
}

const noteStatement = statement(
  'messaging.note_event',
  `with found as materialized (
     select m.client_id, m.id from messages m
     where m.client_id = $1 and m.channel_id = $2 and m.provider_message_id = $3 for update of m
   ), changed as (
     update messages m set extras = coalesce(m.extras, '{}'::jsonb) || jsonb_build_object('noticed', $4::jsonb),
       version = m.version + 1
     from found f where m.client_id = f.client_id and m.id = f.id and m.extras->'noticed' is distinct from $4::jsonb
     returning m.id, m.version
   )
   select f.id, c.version from found f left join changed c on c.id = f.id`,
);

/**
 * Notes what WhatsApp noticed in a message: a lead or a purchase.
 * @returns null when the message is not stored; `version` null when nothing changed
 */
export async function noteEvent(
  tx: Executor,
  { clientId, channelId, providerId }: { clientId: string; channelId: string; providerId: string },
  noticed: { event: string; at: Date; amount?: number; currency?: string },
): Promise<{ id: string; version: number | null } | null> {
  const values = [clientId, channelId, providerId, JSON.stringify(noticed)];
  const [row] = await tx.rows<{ id: string; version: number | null }>(noteStatement, values);
  return row ?? null;
}
