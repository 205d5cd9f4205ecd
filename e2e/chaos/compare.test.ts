import type { Change } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { type Check, type Evidence, passed } from './check.ts';
import { goodRun } from './compare.fixture.ts';
import { compareReceived } from './compare-received.ts';
import { compareRows } from './compare-rows.ts';
import { compareSent } from './compare-sent.ts';

function compareAll(evidence: Evidence): Check[] {
  return [...compareSent(evidence), ...compareReceived(evidence), ...compareRows(evidence)];
}

function messageOf(evidence: Evidence, id: string) {
  const row = evidence.database.messages.find((message) => message.id === id);
  if (row === undefined) throw new Error(`no ${id}`);
  return row;
}

function sendOf(evidence: Evidence, id: string) {
  const send = evidence.phoneRecords.sends.find((entry) => entry.opaque === id);
  if (send === undefined) throw new Error(`no ${id}`);
  return send;
}

function drop<T>(list: T[], which: (item: T) => boolean): void {
  list.splice(list.findIndex(which), 1);
}

function show(evidence: Evidence, change: Partial<Change>): void {
  const changes = [{ collection: 'messages', id: 'out-0-1', marker: 'MODIFIED', version: 9, data: null, ...change }];
  evidence.replicas[0]?.apply({ type: 'changes', cursor: '10', changes: changes as Change[] });
}

const faults: Array<[fault: string, found: RegExp, spoil: (evidence: Evidence) => void]> = [
  [
    'an answered send is lost',
    /every send that was answered is in the database/,
    (run) => drop(run.database.messages, (row) => row.id === 'out-0-2'),
  ],
  [
    'a send is never answered',
    /every send that was answered/,
    (run) => Object.assign(run.agents[0] ?? {}, { answer: 409 }),
  ],
  [
    'a text is changed',
    /every send that was answered/,
    (run) => Object.assign(messageOf(run, 'out-1-1'), { body: '?' }),
  ],
  [
    'a send comes twice',
    /took every send once/,
    (run) => run.phoneRecords.sends.push({ ...sendOf(run, 'out-0-1'), id: 'x' }),
  ],
  [
    'a phone shows a text twice under two ids',
    /took every send once/,
    (run) => {
      const onPhone = [...run.phoneRecords.receivedByPhone.values()][0] ?? [];
      onPhone.push({ ...(onPhone[1] ?? onPhone[0]), id: 'wamid.again' } as (typeof onPhone)[0]);
    },
  ],
  [
    'a phone has what nobody wrote',
    /nothing was sent that nobody wrote/,
    (run) => run.phoneRecords.sends.push({ ...sendOf(run, 'out-0-1'), opaque: 'stranger' }),
  ],
  ['a tick is behind', /ticks and provider ids/, (run) => Object.assign(messageOf(run, 'out-0-1'), { status: 2 })],
  ['a send never came', /came to its customer/, (run) => Object.assign(sendOf(run, 'out-1-2'), { received: 0 })],
  ['a send came to another', /came to its customer/, (run) => Object.assign(sendOf(run, 'out-1-2'), { phone: 'x' })],
  [
    'a phone got two in the wrong order',
    /each phone got its messages in the order/,
    (run) => Object.assign(sendOf(run, 'out-0-1'), { receive_order: 99 }),
  ],
  [
    'a phone was handed two in the wrong order',
    /each phone got its messages in the order/,
    (run) => Object.assign(sendOf(run, 'out-0-1'), { cursor: '99' }),
  ],
  [
    "a thread has the team's messages in the wrong order",
    /a thread shows the team's messages/,
    (run) => run.database.messages.reverse(),
  ],
  [
    'a screen showed a message as sent that never left',
    /nothing was ever shown as sent/,
    (run) => {
      const data = { ...run.api.messages.get('out-0-4'), status: 1, send_state: 'accepted' };
      show(run, { id: 'out-0-4', version: 8, data });
      show(run, { id: 'out-0-4', version: 9, data: run.api.messages.get('out-0-4') });
    },
  ],
  [
    'the database says sent and the provider never had it',
    /nothing was ever shown as sent/,
    (run) => drop(run.phoneRecords.sends, (send) => send.opaque === 'out-1-3'),
  ],
  [
    'unknown, but WhatsApp has it',
    /unknown is only/,
    (run) => Object.assign(messageOf(run, 'out-0-1'), { send_state: 'unknown' }),
  ],
  ['unknown, and nothing was killed then', /unknown is only/, (run) => Object.assign(run.kills[0] ?? {}, { at: 0 })],
  [
    'a message waits for ever',
    /none failed or still waits/,
    (run) => Object.assign(messageOf(run, 'out-0-4'), { send_state: 'waiting' }),
  ],
  [
    'a trigger is left',
    /one trigger, done/,
    (run) => Object.assign(run.database.triggers[0] ?? {}, { state: 'started' }),
  ],
  ['a status event is lost', /every status that WhatsApp sent/, (run) => run.database.events.pop()],
  [
    'a status event is doubled',
    /every status that WhatsApp sent/,
    (run) => Object.assign(run.database.events[0] ?? {}, { n: 2 }),
  ],
  [
    "a customer's message is lost",
    /every customer's message is in their thread/,
    (run) => drop(run.database.messages, (row) => row.id === 'in-1-2'),
  ],
  [
    "a customer's message stands twice",
    /no row twice/,
    (run) => run.database.messages.push({ ...messageOf(run, 'in-1-2'), id: 'twin' }),
  ],
  [
    "a customer's message stands in another's thread",
    /in their thread exactly once/,
    (run) => Object.assign(messageOf(run, 'in-1-2'), { thread_id: 'thread-0' }),
  ],
  [
    'a thread has two seconds in the wrong order',
    /a thread shows a customer's messages/,
    (run) => {
      Object.assign(messageOf(run, 'in-0-1'), { provider_message_id: 'wamid.in.0.2' });
      run.database.messages = run.database.messages.filter((row) => row.id !== 'in-0-2');
      run.database.messages.push({ ...messageOf(run, 'in-0-3'), id: 'late', provider_message_id: 'wamid.in.0.1' });
    },
  ],
  [
    'the phone lacks its second tick',
    /answered 200/,
    (run) => Object.assign([...run.phoneRecords.receivedByPhone.values()][0]?.[0] ?? {}, { status: 1 }),
  ],
  [
    'a delivery was set aside',
    /nothing that came was set aside/,
    (run) => run.database.refusals.push({ reason: 'x', detail: '' }),
  ],
  ['a status found no message', /nothing that came was set aside/, (run) => Object.assign(run.database, { parked: 1 })],
  [
    'a customer is two contacts',
    /one contact with one thread/,
    (run) => run.database.contacts.push({ ...run.database.contacts[0], id: 'x' } as never),
  ],
  [
    'unread is wrong',
    /unread, last message and window/,
    (run) => Object.assign(run.database.threads[0] ?? {}, { unread_count: 2 }),
  ],
  [
    'the last message is not the last',
    /unread, last message and window/,
    (run) => Object.assign(run.database.threads[0] ?? {}, { last_message_id: 'in-0-1' }),
  ],
  [
    'a position is missing',
    /no gap and none twice/,
    (run) => Object.assign(run.database.feed, { rows: run.database.feed.rows - 1 }),
  ],
  ['a position is given twice', /no gap and none twice/, (run) => Object.assign(run.database.feed, { positions: 3 })],
  ['a change never came to the feed', /the feed names the last version/, (run) => run.database.fed.shift()],
  ['the API hides a message', /a fresh read through the API/, (run) => run.api.messages.delete('in-0-1')],
  [
    'a screen lacks a message',
    /shows what a fresh read gives/,
    (run) => run.api.messages.set('new', run.api.messages.get('in-0-1') as never),
  ],
  [
    'a screen is behind',
    /shows what a fresh read gives/,
    (run) => show(run, { data: { id: 'out-0-1', direction: 'OUTGOING', status: 4 } }),
  ],
  [
    'ticks went back on a screen',
    /never went back/,
    (run) => show(run, { data: { id: 'out-0-1', direction: 'OUTGOING', status: 1 } }),
  ],
  ['a row vanished from a screen', /never went back/, (run) => show(run, { marker: 'DELETED' })],
  ['a reader was reset', /never lost its reader/, (run) => run.replicas[0]?.apply({ type: 'reset', reason: '' })],
];

describe('the comparison of the records', () => {
  test('finds no fault in a valid run', () => {
    expect(compareAll(goodRun()).filter((check) => !passed(check))).toEqual([]);
  });

  test.each(faults)('finds that %s', (_fault, found, spoil) => {
    const run = goodRun();
    spoil(run);
    const names = compareAll(run)
      .filter((check) => !passed(check))
      .map((check) => check.name);
    expect(names.join('\n')).toMatch(found);
  });

  test('treats an empty run as a failure', () => {
    const run = goodRun();
    run.agents = [];
    run.customers = [];
    const names = compareAll(run).filter((check) => !passed(check));
    expect(names.length).toBeGreaterThan(5);
  });
});
