import type { Flow } from '@parley/contract/types';
import type { VariableContact } from '@parley/contract/variables';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { type ContactRow, findContacts } from '../../contacts/public.ts';
import {
  type BotMessage,
  findCurrentThreadId,
  findMessages,
  findThreads,
  type ThreadRow,
} from '../../messaging/public.ts';
import { listStopped } from '../stop-repo.ts';
import { type IncomingText, readIncomingText } from '../words/incoming-text.ts';
import type { Facts } from './conditions.ts';
import { type ChannelFacts, listChannelFacts } from './facts-query.ts';
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
  /** What the step sends, which its transaction writes after it. */
  sent: BotMessage[];
  /** Nothing is sent; the transaction is rolled back. */
  dry: boolean;
};

export type Conversation = Pick<StepContext, 'thread' | 'contact' | 'channel'>;

/** By the asked id. One that was deleted, or whose contact was, is left out; a merged one continues in the other. */
export async function findConversations(
  tx: TenantTx,
  threadIds: readonly string[],
): Promise<Map<string, Conversation>> {
  const found = new Map<string, ThreadRow>();
  for (const thread of threadIds.length === 0 ? [] : await findThreads(tx, threadIds)) found.set(thread.id, thread);
  for (const id of threadIds) {
    const other = found.has(id) ? undefined : await findMergedInto(tx, id);
    if (other !== undefined) found.set(id, other);
  }
  if (found.size === 0) return new Map();
  const threads = [...found.values()];
  const [contacts, channels] = await Promise.all([
    findContacts(tx, [...new Set(threads.map((thread) => thread.contact_id))]),
    listChannelFacts(tx, [...new Set(threads.map((thread) => thread.channel_id))]),
  ]);
  const contactOf = new Map(contacts.map((contact) => [contact.id, contact]));
  const channelOf = new Map(channels.map((channel) => [channel.id, channel]));
  const conversations = new Map<string, Conversation>();
  for (const [id, thread] of found) {
    const contact = contactOf.get(thread.contact_id);
    const channel = channelOf.get(thread.channel_id);
    if (channel === undefined) throw new Error('a thread without a channel');
    if (contact !== undefined) conversations.set(id, { thread, contact, channel });
  }
  return conversations;
}

/** @returns null when the conversation or its contact was deleted */
export async function findConversation(tx: TenantTx, threadId: string): Promise<Conversation | null> {
  return (await findConversations(tx, [threadId])).get(threadId) ?? null;
}

async function findMergedInto(tx: TenantTx, threadId: string): Promise<ThreadRow | undefined> {
  const now = await findCurrentThreadId(tx, threadId);
  return now === null || now === threadId ? undefined : (await findThreads(tx, [now]))[0];
}

/** What customers' messages say, by their ids. */
export async function findIncomingTexts(
  tx: TenantTx,
  messageIds: ReadonlyArray<string | null>,
): Promise<Map<string | null, IncomingText>> {
  const ids = messageIds.filter((id) => id !== null);
  const rows = ids.length === 0 ? [] : await findMessages(tx, ids);
  return new Map(rows.map(({ id, type, content, extras }) => [id, readIncomingText(type, content, extras)]));
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

/** What keeps automations from starting in conversations, by their threads' ids. */
export type Places = { conversations: Map<string, Conversation>; stopped: Set<string> };

export async function findPlaces(tx: TenantTx, threadIds: readonly string[]): Promise<Places> {
  if (threadIds.length === 0) return { conversations: new Map(), stopped: new Set() };
  const [conversations, stopped] = await Promise.all([findConversations(tx, threadIds), listStopped(tx, threadIds)]);
  return { conversations, stopped };
}
