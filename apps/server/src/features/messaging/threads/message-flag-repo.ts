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
