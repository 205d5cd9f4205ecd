import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type TriggerRow = {
  id: string;
  message_id: string;
  meta_data: Record<string, unknown>;
  payload: Record<string, unknown>;
  created_at: Date;
  created_by: string;
};

const triggersStatement = statement(
  'messaging.list_triggers',
  `select id, message_id, meta_data, payload, created_at, created_by from triggers
   where client_id = $1 and message_id = $2 order by seq`,
);

export function listTriggers(tx: TenantTx, messageId: string): Promise<TriggerRow[]> {
  return tx.rows(triggersStatement, [tx.clientId, messageId]);
}

const insertTriggerStatement = statement(
  'messaging.insert_trigger',
  `insert into triggers (client_id, id, message_id, channel_id, thread_id, kind, meta_data, payload, created_by, priority)
   select $1, $2, $3, $4, $5, $6, $7::jsonb || jsonb_build_object('name', c.name), $8, $9, 0
   from shared_contacts c where c.client_id = $1 and c.id = $10
   on conflict (client_id, id) do nothing`,
);

export type NewTrigger = {
  id: string;
  messageId: string;
  channelId: string;
  threadId: string;
  contactId: string;
  kind: 'message' | 'reaction';
  /** Without the contact's name, which is added. */
  metaData: Record<string, unknown>;
  payload: Record<string, unknown>;
  createdBy: string;
};

/** @returns false when a trigger with this id exists */
export async function createTrigger(tx: TenantTx, trigger: NewTrigger): Promise<boolean> {
  const written = await tx.run(insertTriggerStatement, [
    tx.clientId,
    trigger.id,
    trigger.messageId,
    trigger.channelId,
    trigger.threadId,
    trigger.kind,
    JSON.stringify(trigger.metaData),
    JSON.stringify(trigger.payload),
    trigger.createdBy,
    trigger.contactId,
  ]);
  return written === 1;
}

const triggerByIdStatement = statement(
  'messaging.find_trigger',
  `select id, message_id, meta_data, payload, created_at, created_by from triggers where client_id = $1 and id = $2`,
);

export async function findTrigger(tx: TenantTx, id: string): Promise<TriggerRow | null> {
  const [row] = await tx.rows<TriggerRow>(triggerByIdStatement, [tx.clientId, id]);
  return row ?? null;
}
