// Compares customers’ messages with the threads.

import { type Check, check, type Evidence, groupBy } from './check.ts';
import type { MessageInDatabase } from './records.ts';

export function compareReceived(evidence: Evidence): Check[] {
  return [
    storedOnceInItsThread(evidence),
    nothingInvented(evidence),
    acknowledgedWhenStored(evidence),
    orderInTheThread(evidence),
    nothingParked(evidence),
  ];
}

function incoming({ database }: Evidence): MessageInDatabase[] {
  return database.messages.filter((row) => row.direction === 'INCOMING');
}

function storedOnceInItsThread(evidence: Evidence): Check {
  const rows = groupBy(incoming(evidence), (row) => row.provider_message_id ?? '');
  const phoneOf = new Map(evidence.database.threads.map((thread) => [thread.id, thread.to_phone]));
  const wrong = evidence.customers.flatMap(({ providerId, text, phone, seq }) => {
    const found = rows.get(providerId) ?? [];
    const [row] = found;
    if (found.length !== 1 || row === undefined) return [`${phone} #${seq} is there ${found.length} times`];
    if (row.body !== text) return [`${phone} #${seq} reads "${row.body}"`];
    return phoneOf.get(row.thread_id) === phone ? [] : [`${phone} #${seq} stands in another's thread`];
  });
  return check("every customer's message is in their thread exactly once", evidence.customers.length, wrong);
}

function nothingInvented(evidence: Evidence): Check {
  const written = new Set(evidence.customers.map((message) => message.providerId));
  const rows = incoming(evidence);
  const texts = groupBy(rows, (row) => `${row.thread_id} ${row.body}`);
  const wrong = [
    ...rows
      .filter((row) => !written.has(row.provider_message_id ?? ''))
      .map((row) => `${row.id} was written by nobody`),
    ...[...texts].filter(([, copies]) => copies.length > 1).map(([text, copies]) => `${copies.length} times: ${text}`),
  ];
  const ids = groupBy(
    evidence.database.messages.filter((row) => row.provider_message_id !== null),
    (row) => row.provider_message_id ?? '',
  );
  for (const [id, copies] of ids) if (copies.length > 1) wrong.push(`${copies.length} rows have provider id ${id}`);
  return check('no row twice, none that nobody wrote, none with the provider id of another', rows.length, wrong);
}

/** The phone's second tick means a webhook answered with 200: every one of them must be stored. */
function acknowledgedWhenStored({ phoneRecords }: Evidence): Check {
  const written = [...phoneRecords.receivedByPhone.values()]
    .flat()
    .filter((message) => message.direction === 'from_customer');
  const wrong = written.filter((message) => message.status < 2).map((message) => `${message.id} has no second tick`);
  return check("every customer's message was answered 200", written.length, wrong);
}

/**
 * WhatsApp's times are whole seconds, and webhooks of one second may come in another order: within a second a thread is
 * sorted by arrival. Across its seconds the phone's order must be preserved.
 */
function orderInTheThread(evidence: Evidence): Check {
  const seqOf = new Map(evidence.customers.map((message) => [message.providerId, message.seq]));
  const wrong: string[] = [];
  const rows = incoming(evidence);
  const ahead = listAhead(evidence);
  const trusted = rows.filter((row) => !ahead.has(row.provider_message_id ?? ''));
  for (const [thread, own] of groupBy(trusted, (row) => row.thread_id)) {
    const numbered = own.map((row) => ({
      seq: seqOf.get(row.provider_message_id ?? '') ?? 0,
      second: Math.floor(row.at_ms / 1_000),
    }));
    let latest = { seq: 0, second: Number.NEGATIVE_INFINITY };
    for (const row of numbered) {
      if (row.second < latest.second) wrong.push(`thread ${thread}: #${row.seq} stands after #${latest.seq}`);
      else latest = row;
    }
    const written = numbered.toSorted((one, other) => one.seq - other.seq);
    const back = written.findIndex((row, index) => row.second < (written[index - 1]?.second ?? row.second));
    if (back > 0) wrong.push(`thread ${thread}: #${written[back]?.seq} has an earlier second than the one before it`);
  }
  return check("a thread shows a customer's messages in the order they were written", rows.length, wrong);
}

function nothingParked(evidence: Evidence): Check {
  const { database, customers } = evidence;
  const isExpected = (reason: string) => reason === aheadReason && hadWrongClock(evidence);
  const wrong = database.refusals
    .filter(({ reason }) => !isExpected(reason))
    .map(({ reason, detail }) => `${reason}: ${detail}`);
  if (database.parked > 0) wrong.push(`${database.parked} statuses still look for their message`);
  return check('nothing that came was set aside', customers.length, wrong);
}

const aheadReason = 'flagged_timestamp_ahead';

function hadWrongClock({ kills }: Evidence): boolean {
  return kills.some(({ victim }) => victim === 'clock');
}

/** A clock that is behind takes messages for ones from the future: they are placed by it, and reported. */
function listAhead(evidence: Evidence): Set<string> {
  if (!hadWrongClock(evidence)) return new Set();
  const flagged = evidence.database.refusals.filter(({ reason }) => reason === aheadReason);
  return new Set(flagged.map(({ detail }) => String((JSON.parse(detail) as { id: string }).id)));
}

/** How often two messages of one second are in another order than written. */
export function countSwappedWithinASecond(evidence: Evidence): number {
  const seqOf = new Map(evidence.customers.map((message) => [message.providerId, message.seq]));
  let swapped = 0;
  for (const own of groupBy(incoming(evidence), (row) => row.thread_id).values()) {
    for (const [index, row] of own.entries()) {
      const before = own[index - 1];
      const back =
        (seqOf.get(before?.provider_message_id ?? '') ?? 0) > (seqOf.get(row.provider_message_id ?? '') ?? 0);
      if (before !== undefined && back) swapped++;
    }
  }
  return swapped;
}
