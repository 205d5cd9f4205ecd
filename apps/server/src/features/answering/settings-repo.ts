import type { Assistant } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type AssistantRow = Omit<Assistant, 'problems'>;

const columns = 'is_on, channel_ids, hours, takes, name, min_confidence, most_answers, handover_text, version';
const findStatement = statement(
  'answering.find_settings',
  `select ${columns} from answering_settings where client_id = $1`,
);
const lockStatement = statement(
  'answering.lock_settings',
  `select ${columns} from answering_settings where client_id = $1 for update`,
);
const defaults: AssistantRow = {
  ...{ is_on: false, channel_ids: [], hours: 'always', takes: 'unassigned', name: 'AI assistant' },
  ...{ min_confidence: 80, most_answers: 5, handover_text: null, version: 0 },
};

export async function findAssistant(tx: TenantTx, lock = false): Promise<AssistantRow> {
  const [row] = await tx.rows<AssistantRow>(lock ? lockStatement : findStatement, [tx.clientId]);
  return row ?? defaults;
}

const putStatement = statement(
  'answering.put_settings',
  `insert into answering_settings as s (client_id, is_on, channel_ids, hours, takes, name, min_confidence, most_answers,
     handover_text, changed_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (client_id) do update set is_on = $2, channel_ids = $3, hours = $4, takes = $5, name = $6,
     min_confidence = $7, most_answers = $8, handover_text = $9, changed_by = $10,
     changed_at = date_trunc('milliseconds', now()), version = s.version + 1 where s.version = $11`,
);
/** @param version that it replaces @returns false when it was changed meanwhile */
export async function putAssistant(tx: TenantTx, row: AssistantRow, author: string): Promise<boolean> {
  const { is_on, channel_ids, hours, takes, name, min_confidence, most_answers, handover_text, version } = row;
  const values = [is_on, channel_ids, hours, takes, name, min_confidence, most_answers, handover_text, author, version];
  return (await tx.run(putStatement, [tx.clientId, ...values])) === 1;
}

const openStatement = statement(
  'answering.ensure_cursor',
  `insert into answering_cursors (client_id, pos) select client_id, pos from shared_change_counters where client_id = $1
   on conflict do nothing`,
);
const closeStatement = statement('answering.delete_cursor', 'delete from answering_cursors where client_id = $1');
/** What customers write from now on is answered, or nothing. */
export async function setReading(tx: TenantTx, on: boolean): Promise<void> {
  await tx.run(on ? openStatement : closeStatement, [tx.clientId]);
}

const restoreCursors = statement(
  'answering.advance_restored_cursors',
  'update answering_cursors k set pos = c.pos, at = now() from shared_change_counters c where c.client_id = k.client_id',
);
const restoreMessages = statement(
  'answering.delete_restored_messages',
  `delete from answering_messages where state in ('waiting', 'asking')`,
);
/** What came before the backup was answered after it, or by nobody knows whom. */
export async function settleRestoredAnswers(tx: Executor): Promise<void> {
  await tx.run(restoreCursors);
  await tx.run(restoreMessages);
}
