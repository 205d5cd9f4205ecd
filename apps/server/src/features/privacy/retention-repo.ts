import type { Retention } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

const read = statement('privacy.read_retention', 'select messages_days from retention_rules where client_id = $1');
export async function readRetention(tx: TenantTx): Promise<Retention> {
  const [row] = await tx.rows<Retention>(read, [tx.clientId]);
  return { messages_days: row?.messages_days ?? null };
}

const write = statement(
  'privacy.write_retention',
  `insert into retention_rules (client_id, messages_days, updated_by) values ($1, $2, $3)
   on conflict (client_id) do update set messages_days = excluded.messages_days, updated_by = excluded.updated_by, updated_at = now()`,
);
export async function writeRetention(tx: TenantTx, rules: Retention, author: string): Promise<void> {
  await tx.run(write, [tx.clientId, rules.messages_days, author]);
}
