// @module-tag data
import type { Thread } from '@parley/contract/types';
import { statusOfOurs, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftTo, runCommand, templateOf } from './testing/broadcasts.ts';
import { queryAsOwner, textBody, untilApplied } from './testing/inbox.ts';
import { freshPhone } from './testing/phones.ts';
import { listenToStatements, type SentStatements } from './testing/sent-statements.ts';
import { freshWamid, nowS, testWorld, until, type World } from './testing/world.ts';
import { countWrites, heapOnlyShare, type WriteCounter, type WrittenRows } from './testing/written-rows.ts';

/** Of everything at once: what a batch writes once does not count, what is written for each does. */
const n = 50;
/** Tables of a message's own path; what writes to none of them follows the change feed. */
const path = ['webhook_events', 'messages', 'triggers', 'message_events', 'campaign_recipients'];

let world: World;
let threads: Thread[];
let writes: WriteCounter;
let statements: SentStatements;

beforeAll(async () => {
  statements = listenToStatements();
  world = await testWorld({ statusesAfterMs: 3_600_000 });
  await writeTexts(Array.from({ length: n }, () => freshPhone()));
  threads = (await world.api('GET /api/threads', { query: { limit: 100 } })).body.data as Thread[];
  writes = await countWrites(world.server.owner);
  await rest();
});
afterAll(async () => {
  statements.stop();
  await world.close();
});

const phones = () => threads.map(({ contact }) => contact.phone_number ?? '');

/** One text of each customer. */
async function writeTexts(from: readonly string[]): Promise<void> {
  const values = from.map((phone) =>
    textFromCustomer({ id: freshWamid(), from: phone, body: 'Hello', timestampS: nowS() }),
  );
  const contacts = values.flatMap((value) => value.contacts ?? []);
  const messages = values.flatMap((value) => value.messages ?? []);
  expect(await world.deliver({ contacts, messages })).toBe(200);
  await untilApplied(world.server.owner);
}

/** WhatsApp reports on all our messages of a source at once. */
async function report(source: string, status: 'sent' | 'delivered' | 'read'): Promise<void> {
  const rows = await queryAsOwner<{ id: string; provider_message_id: string; to: string }>(
    world.server.owner,
    'select id, provider_message_id, "to" from messages where source = $1 and provider_message_id is not null and direction = $2',
    [source, 'OUTGOING'],
  );
  expect(rows).toHaveLength(n);
  const statuses = rows.map(({ id, provider_message_id: providerId, to: recipient }) =>
    statusOfOurs({ id: providerId, status, recipient, timestampS: nowS(), messageId: id }),
  );
  expect(await world.deliver({ statuses })).toBe(200);
  await untilApplied(world.server.owner);
}

const untilAccepted = (source: string) =>
  until(async () => {
    const [row] = await queryAsOwner<{ n: number }>(
      world.server.owner,
      `select count(*)::int as n from messages where source = $1 and send_state = 'accepted'`,
      [source],
    );
    return row?.n === n;
  });

/** Resolves when every feature that follows the change feed has read all of it. */
async function rest(): Promise<void> {
  await until(async () => {
    const [row] = await queryAsOwner<{ rests: boolean }>(
      world.server.owner,
      `select not exists (select from changes_new) and not exists (
         select from change_counters c join (
           select client_id, pos from campaign_cursors union all select client_id, feed_pos from notification_feeds
           union all select client_id, pos from report_cursors) k using (client_id)
         where k.pos <> c.pos) as rests`,
    );
    return row?.rests;
  });
}

/** Rows written for each message, without those that a batch writes once. */
function perMessage(rows: WrittenRows): WrittenRows {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([what, count]) => (count < n / 2 ? [] : [[what, Math.round(count / n)]])),
  );
}

type Budget = { path: WrittenRows; after: WrittenRows };

async function writtenBy(work: () => Promise<unknown>): Promise<Budget> {
  await writes.reset();
  await work();
  await rest();
  const [all, own] = await Promise.all([writes.rows(), writes.rowsBeside(path)]);
  const after = Object.entries(all).map(([what, count]): [string, number] => [what, count - (own[what] ?? 0)]);
  return { path: perMessage(own), after: perMessage(Object.fromEntries(after)) };
}

/** What is more than the budget. */
function overBudget(written: Budget, budget: Budget): Budget {
  const over = (kind: keyof Budget) =>
    Object.fromEntries(Object.entries(written[kind]).filter(([what, count]) => count > (budget[kind][what] ?? 0)));
  return { path: over('path'), after: over('after') };
}

const nothing: Budget = { path: {}, after: {} };

/*
 * What a message writes is its budget: whoever needs more changes the numbers here and those in docs/measurements.md,
 * and says why. `path`: in transactions that write the message or what is sent of it; `after`: in those of features that
 * follow the change feed, and of the feed itself.
 */
describe('rows that are written for each', () => {
  test('text that a customer writes: 4, and 1 after', async () => {
    const written = await writtenBy(() => writeTexts(phones()));
    const budget = {
      path: { 'insert messages': 1, 'update threads': 1, 'insert changes': 2 },
      after: { 'update notifications': 1 },
    };
    expect(overBudget(written, budget)).toEqual(nothing);
  });

  test('text that a member sends, until it is accepted: 10, and 1 after', async () => {
    const bodies = threads.map((thread) => textBody(thread, 'Good morning'));
    const written = await writtenBy(async () => {
      await Promise.all(bodies.map((body) => world.api('POST /api/messages', { body })));
      await untilAccepted('INBOX');
    });
    const budget = {
      path: {
        'insert messages': 1,
        'insert triggers': 1,
        'update threads': 1,
        'update triggers': 2,
        'update messages': 2,
        'insert changes': 3,
      },
      after: { 'insert report_times': 1 },
    };
    expect(overBudget(written, budget)).toEqual(nothing);
  });

  test.each(['delivered', 'read'] as const)('status %s: 3', async (status) => {
    const written = await writtenBy(() => report('INBOX', status));
    const budget = { path: { 'insert message_events': 1, 'update messages': 1, 'insert changes': 1 }, after: {} };
    expect(overBudget(written, budget)).toEqual(nothing);
  });

  test('recipient of a broadcast, until the message is accepted: 14', async () => {
    const campaign = await draftTo(world, phones(), { template_id: await templateOf(world) });
    const written = await writtenBy(async () => {
      await runCommand(world, campaign, 'start');
      await untilAccepted('BROADCAST');
    });
    const budget = {
      path: {
        'insert campaign_recipients': 1,
        'insert messages': 1,
        'insert triggers': 1,
        'update threads': 1,
        'insert contact_last_campaigns': 1,
        'update triggers': 2,
        'update messages': 2,
        'insert changes': 3,
        // Its message was written; it was accepted.
        'update campaign_recipients': 2,
      },
      after: {},
    };
    expect(overBudget(written, budget)).toEqual(nothing);
  });

  test('status sent of a message of a broadcast: 3', async () => {
    const written = await writtenBy(() => report('BROADCAST', 'sent'));
    const budget = { path: { 'insert message_events': 1, 'update messages': 1, 'insert changes': 1 }, after: {} };
    expect(overBudget(written, budget)).toEqual(nothing);
  });

  test.each(['delivered', 'read'] as const)('status %s of a message of a broadcast: 4', async (status) => {
    const written = await writtenBy(() => report('BROADCAST', status));
    const budget = {
      path: {
        'insert message_events': 1,
        'update messages': 1,
        'insert changes': 1,
        'update campaign_recipients': 1,
      },
      after: {},
    };
    expect(overBudget(written, budget)).toEqual(nothing);
  });
});

test.each([
  ['a delivery of texts', 'messaging.insert_incoming', 10],
  ['a delivery of statuses', 'messaging.advance_named_statuses', 7],
  ['sends of an account', 'messaging.insert_outgoing', 5],
  ['messages of a channel that are taken', 'messaging.claim_triggers', 3],
  ['outcomes', 'messaging.settle_outcomes', 5],
])('the transaction of %s sends the database few statements, however many it is about', (_of, name, most) => {
  expect(statements.around(name)).toBeLessThanOrEqual(most);
});

test('results of a broadcast are updated in place', async () => {
  // Written, accepted, delivered, read.
  expect(await heapOnlyShare(world.server.owner, 'campaign_recipients', 4 * n)).toBeGreaterThanOrEqual(0.45);
});

test('a trigger that is taken is updated in place: only the second update writes indexes', async () => {
  expect(await heapOnlyShare(world.server.owner, 'triggers', 4 * n)).toBeGreaterThanOrEqual(0.45);
});
