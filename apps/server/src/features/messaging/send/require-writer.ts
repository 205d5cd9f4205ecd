import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { findAssignedToOther } from '../threads/only-assignee-query.ts';
import { refusalOfVerdict } from './acceptance.ts';
import type { OutgoingMessage } from './send-repo.ts';

type Writer = Pick<OutgoingMessage, 'createdBy' | 'metaType'>;

/** Who a message of an actor is of. */
export function writerOf(actor: AccountActor): Writer & { metaType: 'individual' | 'api' } {
  return { createdBy: actor.author, metaType: actor.kind === 'key' ? 'api' : 'individual' };
}

/**
 * Refuses what a member sends in a thread that is assigned to another one, where the account lets only assignees write.
 * Sending asks the same in its statement; this is for everything else that reaches the customer, calls too.
 * @throws AppError assigned_to_other
 */
export async function requireWriter(tx: TenantTx, threadId: string, { createdBy, metaType }: Writer): Promise<void> {
  if (metaType === 'individual' && (await findAssignedToOther(tx, threadId, createdBy))) {
    throw refusalOfVerdict({ verdict: 'assigned_to_other', newest_message_id: null });
  }
}
