import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createReadiness } from './readiness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => database.close());

const failure = (code: string) => Object.assign(new Error('refused'), { code });
const look = () => createReadiness(database.platform)();

// The codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
test.each([
  ['disk_full', '53100'],
  ['database_overloaded', '53300'],
])('%s has ended when nothing was refused for 3 seconds', async (reason, code) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  database.platform.db.faults.note(failure(code));
  expect(await look()).toMatchObject({ reason });
  vi.advanceTimersByTime(2_000);
  expect(await look()).toMatchObject({ reason });
  // More than the one second that is left: faults keep the real time, which went on meanwhile.
  vi.advanceTimersByTime(2_000);
  expect(await look()).toBeNull();
});

test('damage does not end by waiting a moment', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  database.platform.db.faults.note(failure('XX001'));
  vi.advanceTimersByTime(60_000);
  expect(await look()).toMatchObject({ reason: 'storage_damaged' });
});
