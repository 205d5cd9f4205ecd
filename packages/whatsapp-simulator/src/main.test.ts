import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { type AccountInput, simulatorEntry, startSimulator } from './index.ts';
import { accountAt, accountInput, eventually } from './testing/sandbox.ts';

test('standalone it prints its URL and a working account, and SIGTERM ends it', async () => {
  const child = spawn(process.execPath, [simulatorEntry, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const address = String((await lines.next()).value);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(address)?.[0] ?? '';
  const line = String((await lines.next()).value);
  const { phone_number_id, ...input } = JSON.parse(line.replace(/^account /, '')) as AccountInput & {
    phone_number_id: string;
  };
  const account = accountAt(url, phone_number_id, input);
  expect((await account.graph('GET', phone_number_id)).body).toMatchObject({ id: phone_number_id });
  expect(BigInt(phone_number_id) > 2n ** 53n).toBe(true);
  await account.control('POST', 'phones', { phone_number: '351910000001' });
  const { cursor } = (await account.control('GET', 'phones/351910000001/updates')).body;
  const poll = account.control('GET', `phones/351910000001/updates?cursor=${cursor}&timeout=30`);
  const polling = Promise.allSettled([poll]);
  child.kill('SIGTERM');
  expect((await exited)[0]).toBe(0);
  await polling;
});

test('the end does not wait for a running poll', async () => {
  const simulator = await startSimulator({});
  const input = accountInput(1, null);
  simulator.registerAccount('106540352242922001', input);
  const account = accountAt(simulator.url, '106540352242922001', input);
  await account.control('POST', 'phones', { phone_number: '351910000001' });
  const { cursor } = (await account.control('GET', 'phones/351910000001/updates')).body;
  // The poll's own time is never over.
  const start = globalThis.setTimeout;
  let polls = 0;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms === 30_000) polls++;
    return start(run, ms === 30_000 ? 2 ** 31 - 1 : ms);
  }) as never);
  const poll = account.control('GET', `phones/351910000001/updates?cursor=${cursor}&timeout=30`);
  const polling = Promise.allSettled([poll]);
  await eventually('the poll waits', () => polls === 1);
  await simulator.close();
  await polling;
});

test.each([
  [['--port', 'x'], '--port must be'],
  [['--wings'], '--wings'],
  [['--memory', '--data', 'x'], 'exclude each other'],
])('a wrong command line %j ends it with one line', async (args, words) => {
  const child = spawn(process.execPath, [simulatorEntry, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(said).toContain(words);
  expect(said.trim().split('\n')).toHaveLength(1);
});
