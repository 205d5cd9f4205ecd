import type { Flow } from '@parley/contract/types';
import type { VariableContact } from '@parley/contract/variables';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { type ContactRow, findContacts } from '../../contacts/public.ts';
import { findCurrentThreadId, findMessages, findThreads, type ThreadRow } from '../../messaging/public.ts';
import { type IncomingText, readIncomingText } from '../words/incoming-text.ts';
import type { Facts } from './conditions.ts';
import { type ChannelFacts, getChannelFacts } from './facts-query.ts';
import type { RunRow } from './run-repo.ts';

/** The part of a run that steps read and change. */
export type OpenRun = Pick<RunRow, 'id' | 'automation_id' | 'state' | 'variables' | 'lines' | 'retries' | 'answered'>;

export type StepContext = {
  tx: TenantTx;
  run: OpenRun;
  flow: Flow;
  thread: ThreadRow;
  contact: ContactRow;
  channel: ChannelFacts;
  /** What the customer wrote last, as far as the run knows. */
  incoming: IncomingText | null;
  /** Nothing is sent; the transaction is rolled back. */
  dry: boolean;
};

export type Conversation = Pick<StepContext, 'thread' | 'contact' | 'channel'>;

/** @returns null when the conversation or its contact was deleted; a merged one continues in the other */
export async function findConversation(tx: TenantTx, threadId: string): Promise<Conversation | null> {
  const thread = (await findThreads(tx, [threadId]))[0] ?? (await findMergedInto(tx, threadId));
  if (thread === undefined) return null;
  const [[contact], channel] = await Promise.all([
    findContacts(tx, [thread.contact_id]),
    getChannelFacts(tx, thread.channel_id),
  ]);
  return contact === undefined ? null : { thread, contact, channel };
}

async function findMergedInto(tx: TenantTx, threadId: string): Promise<ThreadRow | undefined> {
  const now = await findCurrentThreadId(tx, threadId);
  return now === null || now === threadId ? undefined : (await findThreads(tx, [now]))[0];
}

export async function findIncomingText(tx: TenantTx, messageId: string | null): Promise<IncomingText | null> {
  const [row] = messageId === null ? [] : await findMessages(tx, [messageId]);
  return row === undefined ? null : readIncomingText(row.type, row.content, row.extras);
}

export function factsOf(
  { thread, contact, channel }: Conversation,
  run: OpenRun | null,
  incoming: IncomingText | null,
  on: Pick<Facts, 'clientId' | 'purpose'>,
): Facts {
  return {
    thread,
    contact,
    workingHours: channel.working_hours,
    now: channel.now,
    variables: run?.variables ?? {},
    text: incoming?.text ?? '',
    ad: incoming?.ad,
    ...on,
  };
}

export function variableContact({ name, phone_number, custom_fields }: ContactRow): VariableContact {
  return { name, phone_number, custom_fields };
}
