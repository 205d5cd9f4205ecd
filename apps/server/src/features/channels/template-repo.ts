import type { DefaultTemplateUse } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

/* Inserts only sendable templates; a template that is deleted or stopped later stays, and its own status shows it. */
const chooseStatement = (use: DefaultTemplateUse) =>
  statement(
    `channels.set_${use}_template`,
    `update channels set ${use}_template_id = $3
     where client_id = $1 and id = $2 and deleted_at is null and ($3::uuid is null or exists (
       select from channel_templates t where t.client_id = $1 and t.id = $3 and t.waba_id = channels.waba_id and t.status = 'ACTIVE'))
     returning id`,
  );

const statements: Record<DefaultTemplateUse, ReturnType<typeof chooseStatement>> = {
  window_closed: chooseStatement('window_closed'),
  first_message: chooseStatement('first_message'),
};

/**
 * Sets which template a channel offers first; the caller updates the channel's version.
 * @param templateId null: none
 * @returns false when it is no ACTIVE template of the channel's own account
 */
export async function chooseTemplate(
  tx: TenantTx,
  channelId: string,
  use: DefaultTemplateUse,
  templateId: string | null,
): Promise<boolean> {
  const rows = await tx.rows(statements[use], [tx.clientId, channelId, templateId]);
  return rows.length > 0;
}
