// A small valid run, for tests that break one thing in it.
import type { Message, Thread } from '@parley/contract/types';
import type { PhoneMessage, SendRecord } from '@parley/whatsapp-simulator';
import type { Evidence } from './check.ts';
import type { MessageInDatabase } from './records.ts';
import { Replica } from './replica.ts';

const begin = Date.UTC(2026, 0, 5, 9);
const windowMs = 24 * 3_600_000;
const perPhone = 3;
const reached = ['sent', 'delivered', 'read'];

/**
 * Two customers who wrote three messages each and got three answers each; one more message was interrupted by a kill.
 */
export function goodRun(): Evidence {
  const evidence: Evidence = {
    phones: [0, 1].map((index) => ({ id: `4479460000${index}`, name: `Customer ${index}` })),
    customers: [],
    agents: [],
    phoneRecords: { sends: [], receivedByPhone: new Map() },
    database: {
      messages: [],
      threads: [],
      contacts: [],
      triggers: [],
      events: [],
      fed: [],
      feed: { counter: 0, rows: 0, positions: 0, least: 1, most: 0, unplaced: 0 },
      refusals: [],
      parked: 0,
    },
    api: { messages: new Map(), threads: new Map() },
    replicas: [],
    kills: [{ victim: 'server', at: begin + 60_100, uptimeMs: 900, readyMs: 800 }],
  };
  for (const [index] of evidence.phones.entries()) addConversation(evidence, index);
  addCutOff(evidence);
  sumUp(evidence);
  evidence.replicas.push(screenOf(evidence, 'live connection'));
  return evidence;
}

function addConversation(evidence: Evidence, index: number): void {
  const phone = evidence.phones[index]?.id ?? '';
  const { phoneRecords, database } = evidence;
  const onPhone: PhoneMessage[] = [];
  phoneRecords.receivedByPhone.set(phone, onPhone);
  database.contacts.push({ id: `contact-${index}`, phone_number: phone, name: `Customer ${index}` });
  for (let seq = 1; seq <= perPhone; seq++) {
    const at = begin + seq * 2_000;
    const received = { id: `in-${index}-${seq}`, provider: `wamid.in.${index}.${seq}`, text: `in ${index} #${seq}` };
    evidence.customers.push({ phone, seq, text: received.text, providerId: received.provider, takenAt: at });
    onPhone.push(receivedMessage(received.provider, 'from_customer', received.text, null));
    database.messages.push(row(index, 'INCOMING', { ...received, at, status: 2, state: null }));

    const sent = { id: `out-${index}-${seq}`, provider: `wamid.out.${index}.${seq}`, text: `out ${index} #${seq}` };
    const answer = { answer: 201, answeredAt: at + 1_000, writtenAt: at + 900 };
    evidence.agents.push({ id: sent.id, threadId: `thread-${index}`, seq, text: sent.text, ...answer });
    onPhone.push(receivedMessage(sent.provider, 'to_customer', sent.text, sent.id));
    phoneRecords.sends.push(send(phoneRecords.sends.length + 1, phone, sent.provider, sent.id));
    database.messages.push(row(index, 'OUTGOING', { ...sent, at: at + 1_000, status: 3, state: 'accepted' }));
    database.triggers.push({ message_id: sent.id, state: 'done', started_at_ms: at + 1_010, tries: 1 });
    for (const status of reached) database.events.push({ message_id: sent.id, status, n: 1 });
  }
}

/** A started message that was never sent, and is correctly unknown. */
function addCutOff({ agents, database }: Evidence): void {
  const [id, at, text] = ['out-0-4', begin + 60_000, 'out 0 #4'] as const;
  agents.push({ id, threadId: 'thread-0', seq: 4, text, writtenAt: at, answer: 201, answeredAt: at });
  database.triggers.push({ message_id: id, state: 'done', started_at_ms: at, tries: 1 });
  database.messages.push({
    ...row(0, 'OUTGOING', { id, provider: '', text, at, status: 0, state: 'unknown' }),
    provider_message_id: null,
  });
}

type Given = { id: string; provider: string; text: string; at: number; status: number; state: string | null };

function row(index: number, direction: 'INCOMING' | 'OUTGOING', given: Given): MessageInDatabase {
  return {
    id: given.id,
    thread_id: `thread-${index}`,
    contact_id: `contact-${index}`,
    direction,
    status: given.status,
    send_state: given.state,
    attempt: 1,
    body: given.text,
    provider_message_id: given.provider,
    at_ms: given.at,
    version: 2,
  };
}

function receivedMessage(
  id: string,
  direction: PhoneMessage['direction'],
  body: string,
  opaque: string | null,
): PhoneMessage {
  const rest = { cursor: '1', caller_id: null, display: null, context: null, timestamp: new Date(begin).toISOString() };
  return { ...rest, id, direction, type: 'text', content: { body }, status: 3, opaque, as: null };
}

function send(order: number, phone: string, id: string, opaque: string): SendRecord {
  const at = new Date(begin).toISOString();
  const statuses = reached.map((status) => ({ status, at }));
  const rest = { to: `+${phone}`, type: 'text', accepted_at: at, error_code: null, received: 1, statuses };
  return { ...rest, cursor: String(order), id, phone, opaque, status: 3, receive_order: order };
}

/** Thread rows, feed and a fresh read that match the messages. */
function sumUp(evidence: Evidence): void {
  const { database, api, phones } = evidence;
  database.messages.sort((left, right) => left.thread_id.localeCompare(right.thread_id) || left.at_ms - right.at_ms);
  for (const [index, phone] of phones.entries()) {
    const own = database.messages.filter((message) => message.thread_id === `thread-${index}`);
    const received = own.filter((message) => message.direction === 'INCOMING');
    database.threads.push({
      id: `thread-${index}`,
      contact_id: `contact-${index}`,
      to_phone: phone.id,
      unread_count: received.length,
      last_message_id: own.at(-1)?.id ?? null,
      last_message_at_ms: own.at(-1)?.at_ms ?? null,
      window_expires_at_ms: Math.max(...received.map((message) => message.at_ms)) + windowMs,
      version: 5,
    });
  }
  const rows = [
    ...database.messages.map(({ id, version }) => ({ collection: 'messages', row_id: id, version })),
    ...database.threads.map(({ id, version }) => ({ collection: 'threads', row_id: id, version })),
  ];
  database.fed = rows;
  const n = rows.length;
  database.feed = { counter: n, rows: n, positions: n, least: 1, most: n, unplaced: 0 };
  for (const message of database.messages) api.messages.set(message.id, presentMessage(message));
  for (const { id, unread_count, last_message_id, version } of database.threads) {
    const last = api.messages.get(last_message_id ?? '');
    const last_message = last && {
      id: last.id,
      status: last.status,
      send_state: last.send_state,
      version: last.version,
    };
    api.threads.set(id, { id, unread_count, last_message_id, last_message, version } as unknown as Thread);
  }
}

function presentMessage(message: MessageInDatabase): Message {
  const { id, thread_id, direction, status, send_state, version, body, provider_message_id } = message;
  const provider = provider_message_id === null ? {} : { provider_message_id };
  return { id, thread_id, direction, status, send_state, version, text: { body }, ...provider } as unknown as Message;
}

function screenOf({ api }: Evidence, name: string): Replica {
  const screen = new Replica(name, '0');
  const changes = (collection: 'messages' | 'threads', rows: Map<string, Message | Thread>) =>
    [...rows].map(([id, data]) => ({ collection, id, marker: 'NEW' as const, version: data.version, data }));
  screen.apply({
    type: 'changes',
    cursor: '9',
    changes: [...changes('messages', api.messages), ...changes('threads', api.threads)],
  });
  return screen;
}
