import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccountInput } from './control-types.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import {
  type Answer,
  accountAt,
  accountInput,
  eventually,
  type SimulatorProcess,
  startProcess,
} from './testing/sandbox.ts';

let folder: string;
let simulator: SimulatorProcess;
const receivers: Receiver[] = [];
const greeting = { type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-deliveries-'));
  simulator = await startProcess(['--data', join(folder, 'simulator.db'), '--no-limits']);
});

afterEach(async () => {
  await simulator.end();
  for (const receiver of receivers.splice(0)) await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An account whose business receives webhooks. */
async function listeningAccount(number: number, change: Partial<AccountInput> = {}) {
  const receiver = createReceiver(`app secret ${number}`, '');
  receivers.push(receiver);
  await receiver.listen();
  const input = { ...accountInput(number, receiver.url), windows: false, ...change };
  const id = `10654035224292200${number}`;
  await simulator.putAccount(id, input);
  return { receiver, account: accountAt(simulator.url, id, input) };
}

const idOf = (answer: Answer) => (answer.body.messages as { id: string }[] | undefined)?.[0]?.id ?? '';
const keysOf = (receiver: Receiver) =>
  receiver.events.filter((got) => got.kind === 'statuses').map(({ element }) => `${element.id} ${element.status}`);

test('webhooks that a business missed while it was down arrive when it is back', async () => {
  const { receiver, account } = await listeningAccount(1);
  const port = Number(new URL(receiver.url).port);
  await receiver.close();
  const id = idOf(await account.sendText('+351910000001', 'hello'));
  const outstanding = await eventually('tries fail', async () => {
    const { deliveries } = (await account.control('GET', 'account')).body as { deliveries: Record<string, unknown> };
    return Number(deliveries.waiting) === 2 && Number(deliveries.attempts) > 1 && deliveries;
  });
  expect(outstanding.next_try_at).toMatch(/Z$/);
  const back = createReceiver(account.input.app_secret, '');
  receivers.push(back);
  await back.listen(port);
  await eventually('both statuses', () => keysOf(back).length === 2);
  expect(keysOf(back)).toEqual([`${id} sent`, `${id} delivered`]);
  expect((await account.control('GET', 'account')).body.deliveries).toMatchObject({ waiting: 0 });
});

test("an outage preserves the order of the customers' messages", async () => {
  const { receiver, account } = await listeningAccount(1, { webhooks: { max_batch: 1 } });
  const port = Number(new URL(receiver.url).port);
  await receiver.close();
  const phone = '351910000001';
  await account.control('POST', 'phones', { phone_number: phone });
  for (let n = 0; n < 12; n += 1) {
    await account.control('POST', `phones/${phone}/messages`, { type: 'text', text: { body: `${n}` } });
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  const back = createReceiver(account.input.app_secret, '');
  receivers.push(back);
  await back.listen(port);
  await eventually('all arrive', () => back.events.length === 12);
  const bodies = back.events.map((got) => (got.element.text as { body: string }).body);
  expect(bodies).toEqual(Array.from({ length: 12 }, (_one, n) => `${n}`));
});

test('only 200 counts: every other response is retried, a redirect is not followed', async () => {
  const { receiver, account } = await listeningAccount(1);
  const answers = [500, 302, 204, 200];
  receiver.answerWith = (post) => answers[post - 1] ?? 200;
  await account.sendText('+351910000001', 'hello');
  await eventually('arrived', () => keysOf(receiver).includes(`${receiver.events[0]?.element.id} delivered`));
  expect(receiver.posts.length).toBeGreaterThanOrEqual(4);
  expect(receiver.gets).toEqual([]);
  expect(new Set(keysOf(receiver)).size).toBe(keysOf(receiver).length);
});

test('one slow business does not slow another', async () => {
  const slow = await listeningAccount(1);
  const quick = await listeningAccount(2);
  slow.receiver.delayMs = 60_000;
  await slow.account.sendText('+351910000001', 'slow');
  await eventually('the slow one is asked', () => slow.receiver.posts.length === 1);
  const id = idOf(await quick.account.sendText('+351910000001', 'quick'));
  await eventually('the quick one is done', () => keysOf(quick.receiver).includes(`${id} delivered`));
  expect(slow.receiver.events).toEqual([]);
});

test('duplicates, disorder and delays on demand, without losses', async () => {
  const { receiver, account } = await listeningAccount(1);
  await account.control('POST', 'faults', { webhooks: { duplicate: true, disorder: true } });
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) ids.push(idOf(await account.sendText(`+35191000000${n % 3}`, `message ${n}`)));
  const wanted = ids.flatMap((id) => [`${id} delivered`, `${id} sent`]).sort();
  await eventually('every status twice', () => keysOf(receiver).length === 80);
  expect([...new Set(keysOf(receiver))].sort()).toEqual(wanted);
  const sentFirst = ids.filter(
    (id) => keysOf(receiver).indexOf(`${id} sent`) < keysOf(receiver).indexOf(`${id} delivered`),
  );
  expect(sentFirst.length).toBeLessThan(ids.length);

  await account.control('DELETE', 'faults');
  await account.control('POST', 'faults', { webhooks: { late_ms: 1500 } });
  const startedMs = Date.now();
  const delayedId = idOf(await account.sendText('+351910000001', 'late'));
  await eventually('it comes', () => keysOf(receiver).includes(`${delayedId} sent`));
  expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1500);
});

test('a response may be withheld, delayed, or an error; accepted sends are recorded', async () => {
  const { receiver, account } = await listeningAccount(1);
  await account.control('POST', 'faults', { drop_answer: 1 });
  await expect(account.sendText('+351910000001', 'unanswered', 'out_1')).rejects.toThrow();
  await eventually('its status tells', () =>
    receiver.events.find((got) => got.element.biz_opaque_callback_data === 'out_1'),
  );
  await account.control('POST', 'faults', { answer_delay_ms: 3000 });
  const answer = account.sendText('+351910000001', 'late answer', 'out_2');
  await eventually('the status overtakes the answer', () =>
    receiver.events.find((got) => got.element.biz_opaque_callback_data === 'out_2'),
  );
  expect(await Promise.race([answer, 'not answered yet'])).toBe('not answered yet');
  expect((await answer).status).toBe(200);
  await account.control('DELETE', 'faults');
  await account.control('POST', 'faults', { next_send_error: 131049 });
  const capped = await account.sendText('+351910000001', 'capped', 'out_3');
  expect(capped.status).toBe(200);
  const failed = await eventually('it fails later', () =>
    receiver.events.find((got) => got.element.id === idOf(capped)),
  );
  expect(failed.element).toMatchObject({ status: 'failed', errors: [{ code: 131049 }] });
  expect((await account.sends()).map((send) => [send.opaque, send.received])).toEqual([
    ['out_1', 1],
    ['out_2', 1],
    ['out_3', 0],
  ]);
});

test('killed in the middle of sends: every answered one is recorded once, and its statuses arrive', async () => {
  const { receiver, account } = await listeningAccount(1, { webhooks: { concurrency: 4 } });
  receiver.answerWith = (post) => (post % 5 === 0 ? 503 : 200);
  const answered = new Map<string, string>();
  let asked = 0;
  const sender = async (senderIndex: number) => {
    for (;;) {
      const opaque = `out_${senderIndex}_${asked}`;
      asked += 1;
      try {
        const answer = await account.send({
          to: `+35191000${1000 + senderIndex}`,
          ...greeting,
          biz_opaque_callback_data: opaque,
        });
        answered.set(idOf(answer), opaque);
      } catch {
        // The process is killed: this sender ends.
        return;
      }
    }
  };
  const senders = [0, 1, 2, 3, 4, 5, 6, 7].map(sender);
  await eventually('enough are answered', () => answered.size > 150);
  await simulator.kill();
  await Promise.all(senders);
  simulator = await startProcess(['--data', join(folder, 'simulator.db'), '--no-limits']);
  const after = accountAt(simulator.url, account.id, account.input);
  const sends = await eventually('everything reached its phone', async () => {
    const all = await after.sends();
    return all.every((send) => send.status === 2) && all;
  });
  const byId = new Map(sends.map((send) => [send.id, send]));
  expect(byId.size).toBe(sends.length);
  expect([...answered].filter(([id, opaque]) => byId.get(id)?.opaque !== opaque)).toEqual([]);
  expect(sends.filter((send) => send.received !== 1)).toEqual([]);
  // Accepted but unanswered at the kill: at most one per sender.
  expect(sends.length - answered.size).toBeLessThanOrEqual(senders.length);
  const wanted = sends.flatMap((send) => [`${send.id} sent`, `${send.id} delivered`]);
  await eventually('every status arrives', () => {
    const got = new Set(keysOf(receiver));
    return wanted.every((key) => got.has(key));
  });
  expect(receiver.posts.every((post) => post.signatureOk)).toBe(true);
  for (const senderIndex of [0, 7]) {
    const ofPhone = sends.filter((send) => send.phone === `35191000${1000 + senderIndex}`);
    const inOrder = ofPhone.toSorted((one, other) => Number(one.receive_order) - Number(other.receive_order));
    expect(inOrder).toEqual(ofPhone);
  }
});

test('a webhook in flight when the simulator is killed is sent again by the next one', async () => {
  const { receiver, account } = await listeningAccount(1);
  receiver.delayMs = 60_000;
  const id = idOf(await account.sendText('+351910000001', 'hello'));
  await eventually('a POST is under way', () => receiver.posts.length === 1);
  await simulator.kill();
  receiver.delayMs = 0;
  simulator = await startProcess(['--data', join(folder, 'simulator.db'), '--no-limits']);
  await eventually('both statuses', () => keysOf(receiver).length === 2);
  expect(keysOf(receiver).sort()).toEqual([`${id} delivered`, `${id} sent`]);
});

test('the operator moves a business: waiting webhooks go to its new URL', async () => {
  const { receiver, account } = await listeningAccount(1);
  const { waba_id } = account.input;
  const old = createReceiver(account.input.app_secret, 'proof');
  receivers.push(old);
  await old.listen();
  const override = { override_callback_uri: old.url, verify_token: 'proof' };
  expect((await account.graph('POST', `${waba_id}/subscribed_apps`, override)).status).toBe(200);
  await old.close();
  const id = idOf(await account.sendText('+351910000001', 'hello'));
  await eventually('nobody listens', async () => {
    const { deliveries } = (await account.control('GET', 'account')).body as { deliveries: { attempts: number } };
    return deliveries.attempts > 0;
  });
  await simulator.putAccount(account.id, account.input);
  await eventually('it is told', () => keysOf(receiver).includes(`${id} delivered`));
});

test('a thousand sends cause three thousand statuses, in POSTs of at most fifty', async () => {
  const { receiver, account } = await listeningAccount(1);
  const phones = ['351910000001', '351910000002', '351910000003'];
  for (const phone of phones) await account.control('POST', 'phones', { phone_number: phone, reads: 'at_once' });
  const batches = Array.from({ length: 20 }, (_one, batch) => batch);
  for (const batch of batches) {
    const sends = Array.from({ length: 50 }, (_one, n) => account.sendText(`+${phones[n % 3]}`, `${batch}/${n}`));
    expect((await Promise.all(sends)).every((answer) => answer.status === 200)).toBe(true);
  }
  await eventually('all statuses', () => keysOf(receiver).length >= 3000);
  expect(new Set(keysOf(receiver)).size).toBe(3000);
  const perPost = Map.groupBy(receiver.events, (got) => got.post);
  const sizes = [...perPost.values()].map((updates) => updates.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
  expect(sizes.length).toBeLessThan(1500);
  expect((await account.sends()).every((send) => send.status === 3 && send.received === 1)).toBe(true);
});

test('the next process takes over the database from a stopping one', async () => {
  const { account } = await listeningAccount(1);
  await account.sendText('+351910000001', 'hello');
  const ending = simulator.end();
  simulator = await startProcess(['--data', join(folder, 'simulator.db'), '--no-limits']);
  expect(await ending).toBe(0);
  expect(await accountAt(simulator.url, account.id, account.input).sends()).toHaveLength(1);
});

test('a database in use is refused, and a dead parent ends the process', async () => {
  await expect(startProcess(['--data', join(folder, 'simulator.db')])).rejects.toThrow('ended with 1');
  expect(await simulator.end()).toBe(0);
});
