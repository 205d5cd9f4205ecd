// Rows that sum up others, the feed, and the screens made from it.
import { isDeepStrictEqual } from 'node:util';
import type { Message, Thread } from '@parley/contract/types';
import type { MessageInDatabase } from './books.ts';
import { type Check, check, type Evidence, groupBy } from './check.ts';
import type { Screen } from './screen.ts';

const windowMs = 24 * 3_600_000;

export function compareRows(evidence: Evidence): Check[] {
  return [
    oneThreadEach(evidence),
    threadsSumUp(evidence),
    feedIsDense(evidence),
    feedNamesEverything(evidence),
    freshReadIsTheDatabase(evidence),
    ...evidence.screens.map((screen) => screenIsTheFreshRead(evidence, screen)),
    ...evidence.screens.map(feedKeptItsWord),
  ];
}

function oneThreadEach({ database, phones }: Evidence): Check {
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

function threadsSumUp({ database }: Evidence): Check {
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

function feedIsDense({ database: { feed } }: Evidence): Check {
  const wrong: string[] = [];
  if (feed.positions !== feed.rows) wrong.push(`${feed.rows} changes share ${feed.positions} positions`);
  if (feed.least !== 1) wrong.push(`begins at ${feed.least}`);
  if (feed.most !== feed.counter)
    wrong.push(`the last position is ${feed.most}, the counter stands at ${feed.counter}`);
  if (feed.most !== feed.rows) wrong.push(`${feed.rows} changes up to position ${feed.most}`);
  if (feed.unplaced !== 0) wrong.push(`${feed.unplaced} changes have no position`);
  return check('positions of the feed have no gap and none twice', feed.rows, wrong);
}

function feedNamesEverything({ database }: Evidence): Check {
  const fed = new Map(database.fed.map((change) => [`${change.collection} ${change.row_id}`, change.version]));
  const rows = [
    ...database.messages.map((row) => ({ key: `messages ${row.id}`, version: row.version })),
    ...database.threads.map((row) => ({ key: `threads ${row.id}`, version: row.version })),
  ];
  const wrong = rows
    // `started` is no news to anybody, so the version may stand above the last change only when the row says so.
    .filter(({ key, version }) => fed.get(key) !== version)
    .map(({ key, version }) => `${key}: version ${version}, the feed says ${fed.get(key)}`);
  return check('the feed names the last version of every row', rows.length, wrong);
}

function freshReadIsTheDatabase({ database, fresh }: Evidence): Check {
  const wrong = database.messages.flatMap((row) => (isSameMessage(row, fresh.messages.get(row.id)) ? [] : [row.id]));
  if (fresh.messages.size !== database.messages.length) wrong.push(`${fresh.messages.size} messages are read`);
  for (const row of database.threads) {
    const thread = fresh.threads.get(row.id);
    const last = fresh.messages.get(thread?.last_message_id ?? '');
    const sums = thread?.last_message?.status === last?.status && thread?.last_message?.version === last?.version;
    const same = thread?.version === row.version && thread.unread_count === row.unread_count;
    if (!same || !sums) wrong.push(`thread ${row.id}`);
  }
  if (fresh.threads.size !== database.threads.length) wrong.push(`${fresh.threads.size} threads are read`);
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

function screenIsTheFreshRead({ fresh }: Evidence, screen: Screen): Check {
  const { messages, threads } = screen;
  const wrong: string[] = [];
  for (const [id, message] of fresh.messages) {
    if (!isDeepStrictEqual(messages.get(id), message)) wrong.push(`message ${id} differs`);
  }
  for (const [id, thread] of fresh.threads) {
    const shown = threads.get(id);
    if (shown === undefined || !isDeepStrictEqual(withLast(shown, messages), thread))
      wrong.push(`thread ${id} differs`);
  }
  if (messages.size !== fresh.messages.size) wrong.push(`${messages.size} messages instead of ${fresh.messages.size}`);
  if (threads.size !== fresh.threads.size) wrong.push(`${threads.size} threads instead of ${fresh.threads.size}`);
  return check(`the screen by ${screen.name} shows what a fresh read gives`, fresh.messages.size, wrong);
}

/** A thread row is not sent again when only the ticks of its last message move: the screen has the message itself. */
function withLast(thread: Thread, messages: Map<string, Message>): Thread {
  const last = thread.last_message;
  const message = messages.get(last?.id ?? '');
  if (last === null || message === undefined || message.version <= last.version) return thread;
  const { status, send_state, version } = message;
  return { ...thread, last_message: { ...last, status, send_state, version } };
}

function feedKeptItsWord(screen: Screen): Check {
  const wrong = [...screen.oddities];
  if (screen.resets > 0) wrong.push(`${screen.resets} times it was told to begin anew`);
  return check(`the feed by ${screen.name} never went back and never lost its reader`, screen.changes, wrong);
}
