import { isWorking } from '@parley/contract/member-hours';
import type { TenantTx, Transaction } from '../../../platform/db/sql.ts';
import { botAuthor, changeThread } from '../../messaging/public.ts';
import { addChanges, type NewChange } from '../../sync/public.ts';
import {
  findNextAssignee,
  listMembersWithHours,
  listOpenedThreads,
  lockAssignment,
  type OpenedThread,
  recordAssignmentTurn,
} from './assignment-query-repo.ts';

/** Conversations that the customers' messages of a batch began or reopened. */
export type Opened = { clientIds: string[]; threadIds: string[]; eventIds: string[] };

/**
 * Gives new and reopened conversations to members, as the rule of their account says; reopened ones also when their
 * member is away, suspended or gone. In the transaction of the messages:
 * nobody sees them unassigned, and each is given once. The account is locked, so that turns and capacities are exact.
 */
export async function assignOpened(tx: Transaction, { clientIds, threadIds, eventIds }: Opened): Promise<NewChange[]> {
  if (threadIds.length + eventIds.length === 0) return [];
  const opened = await listOpenedThreads(tx, clientIds, threadIds, eventIds);
  const changes: NewChange[] = [];
  for (const clientId of new Set(opened.map(({ client_id }) => client_id))) {
    const threads = opened.filter(({ client_id }) => client_id === clientId);
    changes.push(...(await assignInTurn(tx, clientId, threads)));
  }
  return changes;
}

/** The same for a conversation that waits for people again, in a transaction that has locked it. */
export async function assignByRule(tx: TenantTx, threadId: string): Promise<void> {
  await addChanges(tx, await assignOpened(tx, { clientIds: [tx.clientId], threadIds: [threadId], eventIds: [] }));
}

async function assignInTurn(tx: Transaction, clientId: string, threads: readonly OpenedThread[]): Promise<NewChange[]> {
  await lockAssignment(tx, clientId);
  const account: TenantTx = { ...tx, clientId };
  const offDuty = threads[0]?.rule.only_working === true ? await listOffDuty(tx, threads[0]) : [];
  const changes: NewChange[] = [];
  for (const thread of threads) {
    // A group's conversation goes back to its list; what nobody has room for is unassigned, where all see it.
    const assigneeId = thread.in_group ? null : await findNextAssignee(tx, thread, offDuty);
    if (assigneeId !== null) await recordAssignmentTurn(tx, clientId, assigneeId);
    else if (!thread.has_member) continue;
    const written = await changeThread(account, thread.id, { assigneeId, assignedByRule: true }, botAuthor);
    changes.push(...(written ?? []).map((change) => ({ ...change, clientId })));
  }
  return changes;
}

async function listOffDuty(tx: Transaction, { client_id, time_zone }: OpenedThread): Promise<string[]> {
  const members = await listMembersWithHours(tx, client_id);
  return members
    .filter(({ working_hours }) => !isWorking(working_hours, time_zone, Date.now()))
    .map(({ user_id }) => user_id);
}
