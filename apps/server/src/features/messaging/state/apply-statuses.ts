import type { Executor } from '../../../platform/db/sql.ts';
import type { NewChange } from '../../sync/public.ts';
import { findGroupRanks } from '../threads/participants-repo.ts';
import { foldParked } from './fold-parked-statuses.ts';
import type { StatusFold } from './fold-status.ts';
import { presentWebhookError } from './message-error.ts';
import { clearReachability } from './reachability.ts';
import type { DeliveredMessage } from './reachability-query.ts';
import {
  advanceMessages,
  advanceNamed,
  type ChangedMessage,
  insertMessageEvents,
  type Match,
  type MatchedStatus,
  type MessageEvent,
  matchStatuses,
  type NamedStatus,
  parkStatuses,
  takeParkedStatuses,
} from './status-repo.ts';

/**
 * Moves messages forward by their statuses, those of groups as far as with everybody in them; a status of a message that is not stored yet is parked.
 * @returns the changes of messages, and of threads whose contact was marked as unreachable
 */
export async function applyStatuses(tx: Executor, folds: readonly StatusFold[]): Promise<NewChange[]> {
  const inGroups = folds.filter(isInGroup);
  const { changes, rest, delivered } = await applyPlain(
    tx,
    folds.filter((fold) => !isInGroup(fold)),
  );
  rest.push(...inGroups);
  if (rest.length > 0) {
    const remaining = await applySlowly(tx, rest);
    changes.push(...remaining.changes);
    delivered.push(...remaining.delivered);
  }
  changes.push(...(await clearReachability(tx, delivered)));
  return changes;
}

const isInGroup = ({ events }: StatusFold) => events.some(({ participant }) => participant !== '');

type Applied = { changes: NewChange[]; delivered: DeliveredMessage[] };

/** Empty when no event says that the message was delivered. */
function deliveredBy(fold: StatusFold, messageId: string): DeliveredMessage[] {
  if (fold.rank < 2) return [];
  const times = fold.events.filter(({ rank }) => rank !== null && rank >= 2).map(({ at }) => at.getTime());
  return [{ clientId: fold.channel.clientId, messageId, at: new Date(Math.max(...times)) }];
}

/** Applies those that name a message, are of its current attempt and move it forward; returns the others as `rest`. */
async function applyPlain(tx: Executor, folds: readonly StatusFold[]): Promise<Applied & { rest: StatusFold[] }> {
  const named: Array<{ fold: StatusFold; status: NamedStatus }> = [];
  const rest: StatusFold[] = [];
  const taken = new Set<string>();
  for (const fold of folds) {
    const status = toNamed(fold);
    const key = `${fold.channel.clientId}/${fold.ourId}`;
    // Two provider ids that name one message are of two attempts: the general case compares them.
    if (status === null || taken.has(key)) {
      rest.push(fold);
      continue;
    }
    taken.add(key);
    named.push({ fold, status });
  }
  const settled = await advanceNamed(
    tx,
    named.map(({ status }) => status),
  );
  const changes: NewChange[] = [];
  const delivered: DeliveredMessage[] = [];
  const moreEvents: MessageEvent[] = [];
  for (const [index, { fold, status }] of named.entries()) {
    const version = settled.get(index);
    if (version === undefined) {
      rest.push(fold);
      continue;
    }
    const { clientId, messageId: id } = status;
    changes.push({ clientId, collection: 'messages', id, marker: 'MODIFIED', version });
    delivered.push(...deliveredBy(fold, id));
    for (const event of fold.events.slice(1)) moreEvents.push(toEvent(clientId, id, event));
  }
  await insertMessageEvents(tx, moreEvents);
  return { changes, rest, delivered };
}

async function applySlowly(tx: Executor, folds: readonly StatusFold[]): Promise<Applied> {
  const matches = await matchStatuses(
    tx,
    folds.map((fold) => ({
      clientId: fold.channel.clientId,
      channelId: fold.channel.channelId,
      providerId: fold.providerId,
      ourId: fold.ourId,
    })),
  );
  const matched = new Map<string, MatchedStatus>();
  const events: MessageEvent[] = [];
  const unmatched: StatusFold[] = [];
  const delivered: DeliveredMessage[] = [];
  for (const [index, fold] of folds.entries()) {
    const match = matches[index];
    if (match === null || match === undefined) {
      unmatched.push(fold);
      continue;
    }
    const key = `${fold.channel.clientId}/${match.messageId}`;
    const before = matched.get(key);
    const now = toMatched(fold, match);
    matched.set(key, before === undefined ? now : merge(before, now));
    for (const event of fold.events) events.push(toEvent(fold.channel.clientId, match.messageId, event));
    delivered.push(...deliveredBy(fold, match.messageId));
  }
  const stored = insertMessageEvents(tx, events);
  const told = [...matched.values()];
  const grouped = told.filter(({ inGroup }) => inGroup);
  if (grouped.length > 0) {
    await stored;
    const ranks = await findGroupRanks(tx, grouped);
    for (const status of grouped) status.rank = ranks.get(status.messageId) ?? 0;
  }
  const [changed] = await Promise.all([
    told.length === 0 ? [] : advanceMessages(tx, told),
    stored,
    parkStatuses(tx, unmatched.flatMap(toParked)),
  ]);
  const moved = changed.map(
    (row): NewChange => ({
      clientId: row.client_id,
      collection: 'messages',
      id: row.id,
      marker: 'MODIFIED',
      version: row.version,
    }),
  );
  return { changes: [...moved, ...(await applyParked(tx, changed))], delivered };
}

function toNamed(fold: StatusFold): NamedStatus | null {
  const [event] = fold.events;
  if (fold.ourId === null || event === undefined) return null;
  return {
    clientId: fold.channel.clientId,
    channelId: fold.channel.channelId,
    messageId: fold.ourId,
    providerId: fold.providerId,
    rank: fold.rank,
    failed: fold.failed,
    error: fold.failed ? presentWebhookError(fold.failure) : null,
    event,
  };
}

function toEvent(clientId: string, messageId: string, event: StatusFold['events'][number]): MessageEvent {
  return {
    client_id: clientId,
    message_id: messageId,
    status: event.status,
    provider_at: event.at.toISOString(),
    detail: event.detail,
    participant: event.participant,
  };
}

/** Applies statuses parked under provider ids that this batch revealed. */
async function applyParked(tx: Executor, changed: readonly ChangedMessage[]): Promise<NewChange[]> {
  const learned = changed.flatMap((row) =>
    row.learned_id === null ? [] : [{ clientId: row.client_id, channelId: row.channel_id, providerId: row.learned_id }],
  );
  return learned.length === 0 ? [] : applyStatuses(tx, foldParked(await takeParkedStatuses(tx, learned)));
}

function toMatched(fold: StatusFold, match: NonNullable<Match>): MatchedStatus {
  return {
    ...match,
    clientId: fold.channel.clientId,
    channelId: fold.channel.channelId,
    providerId: fold.providerId,
    rank: fold.rank,
    failed: fold.failed,
    error: fold.failed ? presentWebhookError(fold.failure) : null,
    inGroup: isInGroup(fold),
  };
}

/** Merges two provider ids of one message in a batch: the current attempt counts, and the furthest delivery of either. */
function merge(left: MatchedStatus, right: MatchedStatus): MatchedStatus {
  const [present, other] = left.oldAttempt && !right.oldAttempt ? [right, left] : [left, right];
  const proof = other.rank >= 2 ? other.rank : 0;
  return { ...present, rank: Math.max(present.rank, proof), inGroup: present.inGroup || other.inGroup };
}

function toParked(fold: StatusFold) {
  return fold.events.map((event) => ({
    client_id: fold.channel.clientId,
    channel_id: fold.channel.channelId,
    provider_id: fold.providerId,
    status: event.status,
    provider_at: event.at.toISOString(),
    rank: event.rank,
    message_id: fold.ourId,
    detail: event.detail,
    participant: event.participant,
  }));
}
