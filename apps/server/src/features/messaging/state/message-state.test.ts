// @module-tag data
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { parameters } from '../../../platform/db/array-parameters.ts';
import type { Statement, TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { applyStatuses } from './apply-statuses.ts';
import { claimTriggers, recoverStarted } from './claim-repo.ts';
import { markDiscarded } from './discard-repo.ts';
import {
  columnsOf,
  type MessageEvent,
  type MessageState,
  messageEvents,
  messageStates,
  nextState,
} from './message-state.ts';
import { type Outcome, settleOutcomes } from './outcome-repo.ts';
import { moveQueued } from './park-repo.ts';
import { settlePreparation } from './preparation-repo.ts';
import { settleRestoredSends } from './restore-repo.ts';
import { retryMessages } from './retry-repo.ts';

let database: TestDatabase;
const clientId = newId();
const channelId = newId();
const contactId = newId();
const threadId = newId();
const channel = { client_id: clientId, channel_id: channelId };
const providerId = 'wamid.of-this-attempt';

beforeAll(async () => {
  database = await testDatabase();
  // Loads every feature.
  const app = await buildApp(database.platform, { soleProcess: true, checkResponses: false, web: false });
  await app.close();
  await database.owner.query(`
    insert into users (id, email, display_name) values ('${clientId}', 'owner@example.com', 'Owner');
    insert into clients (id, name, country, time_zone, created_by) values ('${clientId}', 'Account', 'GB', 'UTC', '${clientId}');
    insert into change_counters (client_id) values ('${clientId}');
    insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
      values ('${clientId}', '${channelId}', 'WHATSAPP', 'Main', '4477', '1', '1', '\\x00', '{}');
    insert into contacts (client_id, id, name, phone_number) values ('${clientId}', '${contactId}', 'Ada', '447700900001');
    insert into threads (client_id, id, channel_id, contact_id, to_phone, window_expires_at)
      values ('${clientId}', '${threadId}', '${channelId}', '${contactId}', '447700900001', now() + interval '1 day');
    insert into channel_leases (client_id, channel_id, holder, epoch, expires_at)
      values ('${clientId}', '${channelId}', '${newId()}', 1, now() + interval '1 hour')`);
});
afterAll(() => database.close());

/** The owner's connection, whose transaction every pair gets for itself and rolls back. */
function asTransaction(): TenantTx {
  const run = ({ text }: Statement, values: readonly unknown[] = []) =>
    database.owner.query({ text, values: parameters(values) as unknown[] });
  const statements: Pick<TenantTx, 'rows' | 'run'> = {
    rows: async <R>(statement: Statement, values?: readonly unknown[]) => (await run(statement, values)).rows as R[],
    run: async (statement, values) => (await run(statement, values)).rowCount ?? 0,
  };
  return { ...statements, final: statements, clientId };
}

const messageId = newId();
const triggerId = newId();

/** The state of the trigger that an event meets, unless it is started. */
const triggerMet: Partial<Record<MessageEvent, 'waiting' | 'parked'>> = {
  taken: 'waiting',
  put_on_hold: 'waiting',
  file_refused: 'waiting',
  restored: 'waiting',
  discarded: 'waiting',
  broadcast_paused: 'waiting',
  broadcast_resumed: 'parked',
  broadcast_cancelled: 'waiting',
};

/** A message in a state, with its trigger as that event meets it. */
async function write(state: MessageState, event: MessageEvent): Promise<void> {
  const { status, send_state } = columnsOf[state];
  const known = status === 0 ? null : providerId;
  await database.owner.query(
    `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", source, medium, type, status,
       send_state, held_reason, content, provider_message_id, created_by, "timestamp", sort_at)
     values ($1, $2, $3, $4, $5, 'OUTGOING', '447700900001', 'INBOX', 'WEB_APP', 'text', $6, $7, $9, '{"body": "Hello"}', $8, 'user', now(),
       now())`,
    [
      clientId,
      messageId,
      threadId,
      channelId,
      contactId,
      status,
      send_state,
      known,
      state === 'held' ? 'campaign_paused' : null,
    ],
  );
  const trigger = triggerMet[event] ?? 'started';
  await database.owner.query(
    `insert into triggers (client_id, id, message_id, channel_id, thread_id, kind, meta_data, payload, created_by, state, epoch,
       priority)
     values ($1, $2, $3, $4, $5, 'message', '{}', '{}', 'user', $6, $7, 10)`,
    [clientId, triggerId, messageId, channelId, threadId, trigger, trigger === 'started' ? 1 : null],
  );
}

const error = { code: 'refused', message: 'Refused.', next_step: 'Try again.' };
type Answer =
  | { outcome: 'accepted'; providerId: string }
  | { outcome: 'failed'; error: typeof error }
  | { outcome: 'retry'; reason: string; delayMs: number }
  | { outcome: 'unknown' };

const answered = (answer: Answer) => (tx: TenantTx) =>
  settleOutcomes(tx, [
    { clientId, channelId, triggerId, messageId, kind: 'message', attempt: 1, epoch: 1, ...answer } as Outcome,
  ]);

const claim = (tx: TenantTx) =>
  claimTriggers(tx, { channel, epoch: 1, callMs: 1_000, busyThreads: [], limit: 10, look: 500 });

function reported(status: string, rank: number) {
  return (tx: TenantTx) =>
    applyStatuses(tx, [
      {
        channel: { clientId, channelId, clockOffsetMs: 0, sandbox: false },
        providerId,
        ourId: messageId,
        rank: Math.max(rank, 0),
        failure: null,
        failed: rank === -1,
        events: [{ status, rank, at: new Date(), detail: {}, of: null, participant: '' }],
        groupId: null,
      },
    ]);
}

/** What brings each event to the database. */
const operations: Record<MessageEvent, (tx: TenantTx) => Promise<unknown>> = {
  taken: claim,
  put_on_hold: async (tx) => {
    await database.owner.query('update threads set window_expires_at = now() where client_id = $1', [clientId]);
    return claim(tx);
  },
  file_refused: (tx) => settlePreparation(tx, clientId, triggerId, { outcome: 'failed', error }),
  accepted: answered({ outcome: 'accepted', providerId }),
  accepted_anew: answered({ outcome: 'accepted', providerId: 'wamid.of-the-answer' }),
  refused: answered({ outcome: 'failed', error }),
  postponed: answered({ outcome: 'retry', reason: 'Too many calls', delayMs: 1_000 }),
  unanswered: answered({ outcome: 'unknown' }),
  abandoned: (tx) => recoverStarted(tx, channel, 2),
  restored: settleRestoredSends,
  status_sent: reported('sent', 1),
  status_delivered: reported('delivered', 2),
  status_read: reported('read', 3),
  status_played: reported('played', 4),
  status_failed: reported('failed', -1),
  retried: (tx) =>
    retryMessages(tx, [{ messageId, triggerId: newId() }], { createdBy: 'user', metaType: 'individual', priority: 0 }),
  discarded: (tx) => markDiscarded(tx, messageId, { at: new Date().toISOString(), by: 'user' }),
  broadcast_paused: (tx) => moveQueued(tx, [messageId], 'broadcast_paused'),
  broadcast_resumed: (tx) => moveQueued(tx, [messageId], 'broadcast_resumed'),
  broadcast_cancelled: (tx) => moveQueued(tx, [messageId], 'broadcast_cancelled'),
};

/** The state that the database has after an event. */
async function after(state: MessageState, event: MessageEvent): Promise<unknown> {
  await database.owner.query('begin');
  try {
    await write(state, event);
    await operations[event](asTransaction());
    const { rows } = await database.owner.query(
      'select status, send_state from messages where client_id = $1 and id = $2',
      [clientId, messageId],
    );
    return rows[0];
  } finally {
    await database.owner.query('rollback');
  }
}

describe('the state of a message', () => {
  for (const event of messageEvents) {
    test(`${event}: the database does what the table says, from every state`, async () => {
      const wanted = messageStates.map((state) => [state, columnsOf[nextState(state, event)]]);
      const found: unknown[] = [];
      for (const state of messageStates) found.push([state, await after(state, event)]);
      expect(found).toEqual(wanted);
    });
  }

  test('what a customer got is never taken back, whatever follows in whatever order', () => {
    const arrived = ['delivered', 'read', 'played'];
    for (const state of messageStates.filter((one) => arrived.includes(one))) {
      for (const event of messageEvents)
        expect(columnsOf[nextState(state, event)].status).toBeGreaterThanOrEqual(columnsOf[state].status);
    }
  });

  test('only a person’s retry, a resumed broadcast and the dispatcher’s own return make a message leave again', () => {
    const leaves = messageEvents.filter((event) =>
      messageStates.some((state) => state !== 'waiting' && nextState(state, event) === 'waiting'),
    );
    expect(leaves).toEqual(['postponed', 'retried', 'broadcast_resumed']);
  });
});
