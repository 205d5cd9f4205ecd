// Compares summary rows, the feed, and the screens built from it.
import { isDeepStrictEqual } from 'node:util';
import type { Message, Thread } from '@parley/contract/types';
import { type Check, check, type Evidence, groupBy } from './check.ts';
import type { MessageInDatabase } from './records.ts';
import type { Replica } from './replica.ts';

const windowMs = 24 * 3_600_000;

export function compareRows(evidence: Evidence): Check[] {
  return [
    oneThreadPerContact(evidence),
    threadSummariesMatch(evidence),
    feedHasNoGaps(evidence),
    feedCoversAllRows(evidence),
    apiMatchesDatabase(evidence),
    ...evidence.replicas.map((screen) => replicaMatchesApi(evidence, screen)),
    ...evidence.replicas.map(feedHadNoAnomalies),
  ];
}

function oneThreadPerContact({ database, phones }: Evidence): Check {
  const threads = groupBy(database.threads, (thread) => thread.to_phone ?? '');
  const contacts = groupBy(database.contacts, (contact) => contact.phone_number ?? '');
  const wrong = phones.flatMap(({ id, name }) => {
    const [thread, another] = threads.get(id) ?? [];
    const [contact, second] = contacts.get(id) ?? [];
    const fine = another === undefined && second === undefined && thread?.contact_id === contact?.id;
    return fine && contact?.name === name ? [] : [`${name}: not one contact with one thread`];
  });
  if (database.threads.length !== phones.length) wrong.push(`${database.threads.length} threads`);
  if (database.contacts.length !== phones.length) wrong.push(`${database.contacts.length} contacts`);
  return check('every customer is one contact with one thread', phones.length, wrong);
}

function threadSummariesMatch({ database }: Evidence): Check {
  const messages = groupBy(database.messages, (row) => row.thread_id);
  const wrong = database.threads.flatMap((thread) => {
    const own = messages.get(thread.id) ?? [];
    const last = own.at(-1);
    const received = own.filter((row) => row.direction === 'INCOMING');
    const newest = Math.max(...received.map((row) => row.at_ms));
    return [
      thread.unread_count === received.length ? '' : `unread ${thread.unread_count} of ${received.length}`,
      thread.last_message_id === last?.id ? '' : `last message ${thread.last_message_id}, not ${last?.id}`,
      isSameTime(thread.last_message_at_ms, last?.at_ms) ? '' : `last message at ${thread.last_message_at_ms}`,
      isSameTime(thread.window_expires_at_ms, newest + windowMs) ? '' : `window until ${thread.window_expires_at_ms}`,
    ]
      .filter((line) => line !== '')
      .map((line) => `thread ${thread.id}: ${line}`);
  });
  return check(
    'unread, last message and window of each thread are what its messages say',
    database.threads.length,
    wrong,
  );
}

function isSameTime(left: number | null, right: number | undefined): boolean {
  return left !== null && right !== undefined && Math.abs(left - right) < 1;
}

function feedHasNoGaps({ database: { feed } }: Evidence): Check {
  const wrong: string[] = [];
  if (feed.positions !== feed.rows) wrong.push(`${feed.rows} changes share ${feed.positions} positions`);
  if (feed.least !== 1) wrong.push(`begins at ${feed.least}`);
  if (feed.most !== feed.counter)
    wrong.push(`the last position is ${feed.most}, the counter stands at ${feed.counter}`);
  if (feed.most !== feed.rows) wrong.push(`${feed.rows} changes up to position ${feed.most}`);
  if (feed.unplaced !== 0) wrong.push(`${feed.unplaced} changes have no position`);
  return check('positions of the feed have no gap and none twice', feed.rows, wrong);
}

function feedCoversAllRows({ database }: Evidence): Check {
  const fed = new Map(database.fed.map((change) => [`${change.collection} ${change.row_id}`, change.version]));
  const rows = [
    ...database.messages.map((row) => ({ key: `messages ${row.id}`, version: row.version })),
    ...database.threads.map((row) => ({ key: `threads ${row.id}`, version: row.version })),
  ];
  const wrong = rows
    // `started` is not published, so the version may be higher than the last change's only when the row says so.
    .filter(({ key, version }) => fed.get(key) !== version)
    .map(({ key, version }) => `${key}: version ${version}, the feed says ${fed.get(key)}`);
  return check('the feed names the last version of every row', rows.length, wrong);
}

function apiMatchesDatabase({ database, api }: Evidence): Check {
  const wrong = database.messages.flatMap((row) => (isSameMessage(row, api.messages.get(row.id)) ? [] : [row.id]));
  if (api.messages.size !== database.messages.length) wrong.push(`${api.messages.size} messages are read`);
  for (const row of database.threads) {
    const thread = api.threads.get(row.id);
    const last = api.messages.get(thread?.last_message_id ?? '');
    const sums = thread?.last_message?.status === last?.status && thread?.last_message?.version === last?.version;
    const same = thread?.version === row.version && thread.unread_count === row.unread_count;
    if (!same || !sums) wrong.push(`thread ${row.id}`);
  }
  if (api.threads.size !== database.threads.length) wrong.push(`${api.threads.size} threads are read`);
  return check('a fresh read through the API gives what the database holds', database.messages.length, wrong);
}

function isSameMessage(row: MessageInDatabase, message: Message | undefined): boolean {
  return (
    message?.text?.body === row.body &&
    message.thread_id === row.thread_id &&
    message.status === row.status &&
    message.send_state === row.send_state &&
    message.version === row.version &&
    (message.provider_message_id ?? null) === row.provider_message_id
  );
}

function replicaMatchesApi({ api }: Evidence, screen: Replica): Check {
  const { messages, threads } = screen;
  const wrong: string[] = [];
  for (const [id, message] of api.messages) {
    if (!isDeepStrictEqual(messages.get(id), message)) wrong.push(`message ${id} differs`);
  }
  for (const [id, thread] of api.threads) {
    const shown = threads.get(id);
    if (shown === undefined || !isDeepStrictEqual(withLast(shown, messages), thread))
      wrong.push(`thread ${id} differs`);
  }
  if (messages.size !== api.messages.size) wrong.push(`${messages.size} messages instead of ${api.messages.size}`);
  if (threads.size !== api.threads.size) wrong.push(`${threads.size} threads instead of ${api.threads.size}`);
  return check(`the screen by ${screen.name} shows what a fresh read gives`, api.messages.size, wrong);
}

/**
 * A thread row is not sent again when only the status of its last message changes: the screen has the message itself.
 */
function withLast(thread: Thread, messages: Map<string, Message>): Thread {
  const last = thread.last_message;
  const message = messages.get(last?.id ?? '');
  if (last === null || message === undefined || message.version <= last.version) return thread;
  const { status, send_state, version } = message;
  return { ...thread, last_message: { ...last, status, send_state, version } };
}

function feedHadNoAnomalies(screen: Replica): Check {
  const wrong = [...screen.anomalies];
  if (screen.resets > 0) wrong.push(`${screen.resets} resets`);
  return check(`the feed by ${screen.name} never went back and never lost its reader`, screen.changes, wrong);
}
