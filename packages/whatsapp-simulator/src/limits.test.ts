import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from './index.ts';
import { type Answer, accountAt, accountInput, type TestAccount } from './testing/sandbox.ts';

const greeting = { type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } };
let simulator: Simulator;

// The limits count by this clock, which stands still: their windows do not end while a busy machine sends.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => simulator.close());

async function start(options: SimulatorOptions, change: object = {}): Promise<TestAccount> {
  simulator = await startSimulator(options);
  const input = { ...accountInput(1, null), ...change };
  simulator.registerAccount('106540352242922001', input);
  return accountAt(simulator.url, '106540352242922001', input);
}

const codeOf = (answer: Answer) => (answer.body.error as { code: number } | undefined)?.code ?? answer.status;

/** The number of concurrent sends per result code. */
async function burst(account: TestAccount, sends: number, to: (n: number) => string) {
  const answers = await Promise.all(
    Array.from({ length: sends }, (_one, n) => account.send({ to: to(n), ...greeting })),
  );
  const codes = Map.groupBy(answers.map(codeOf), (code) => code);
  return { accepted: codes.get(200)?.length ?? 0, refused: codes.get(130429)?.length ?? 0, codes };
}

const phone = (n: number) => `+3519100${10_000 + n}`;

test('as a child: 50 sends per second and account', async () => {
  const account = await start({ limits: { sendsPerSecond: 50 } }, { throughput: 'HIGH' });
  expect(await burst(account, 120, phone)).toMatchObject({ accepted: 50, refused: 70 });
  vi.advanceTimersByTime(999);
  expect(await burst(account, 10, phone)).toMatchObject({ accepted: 0, refused: 10 });
  vi.advanceTimersByTime(1);
  expect(await burst(account, 60, phone)).toMatchObject({ accepted: 50, refused: 10 });
});

test('a standard number: 80 a second, in and out together', async () => {
  const account = await start({});
  await account.control('POST', 'phones', { phone_number: phone(1) });
  const writes = Array.from({ length: 30 }, () =>
    account.control('POST', `phones/${phone(1)}/messages`, { type: 'text', text: { body: 'hi' } }),
  );
  await Promise.all(writes);
  expect(await burst(account, 150, phone)).toMatchObject({ accepted: 50, refused: 100 });
});

test('no limits: everything passes', async () => {
  const account = await start({ limits: { throughput: false } });
  expect((await burst(account, 300, phone)).accepted).toBe(300);
});

test('the pair limit allows a burst of 45 to one customer, without affecting others', async () => {
  const account = await start({ limits: { throughput: false } }, { pair_limit: true });
  const { codes } = await burst(account, 50, () => phone(1));
  expect([codes.get(200)?.length, codes.get(131056)?.length]).toEqual([45, 5]);
  expect((await account.send({ to: phone(2), ...greeting })).status).toBe(200);
});

test('phones per account are limited, for the control API and for sends', async () => {
  const account = await start({ limits: { phones: 2 } });
  expect((await account.control('POST', 'phones', {})).status).toBe(201);
  expect((await account.send({ to: phone(2), ...greeting })).status).toBe(200);
  expect((await account.control('POST', 'phones', {})).body).toMatchObject({ error: { code: 'phone_limit' } });
  expect(codeOf(await account.send({ to: phone(3), ...greeting }))).toBe(131009);
  expect((await account.control('GET', 'account')).body.counts).toMatchObject({ phones: 2 });
});

test('the limit of one account does not affect another', async () => {
  const loud = await start({ limits: { sendsPerSecond: 50 } }, { throughput: 'HIGH' });
  const input = { ...accountInput(2, null), throughput: 'HIGH' as const };
  simulator.registerAccount('106540352242922002', input);
  const quiet = accountAt(simulator.url, '106540352242922002', input);
  const [flood, answers] = await Promise.all([
    burst(loud, 150, phone),
    Promise.all(Array.from({ length: 40 }, (_one, n) => quiet.send({ to: phone(n), ...greeting }))),
  ]);
  expect(flood).toMatchObject({ accepted: 50, refused: 100 });
  expect(answers.map(codeOf)).toEqual(Array(40).fill(200));
});

test('files of an account beyond its bytes take the place of its oldest', async () => {
  const account = await start({ limits: { mediaBytes: 2_500_000 } });
  const put = async (n: number) => {
    const answer = await fetch(`${simulator.url}/simulator/control/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.input.token}`, 'content-type': 'text/plain' },
      body: new Uint8Array(1_000_000).fill(n),
    });
    return ((await answer.json()) as { id: string }).id;
  };
  const ids = [await put(1), await put(2), await put(3)];
  const get = async (id: string) =>
    (
      await fetch(`${simulator.url}/simulator/control/media/${id}`, {
        headers: { authorization: `Bearer ${account.input.token}` },
      })
    ).status;
  expect(await Promise.all(ids.map(get))).toEqual([404, 200, 200]);
});
