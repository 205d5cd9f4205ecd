import { weekdays } from '@parley/contract/opening';
import type { BusinessHours, WorkingHours } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botTexts, flowOf, publish, rows, say, turnAllOff, untilRead } from '../../testing/automations.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const put = (working_hours: BusinessHours | null) => world.api('PUT /api/client', { body: { working_hours } });
const putChannel = (working_hours: WorkingHours | null) =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { working_hours } });
const every = (ranges: { from: string; to: string }[]): BusinessHours => ({
  days: Object.fromEntries(weekdays.map((day) => [day, ranges])) as BusinessHours['days'],
  holidays: [],
});
const open = every([{ from: '00:00', to: '24:00' }]);

test('working hours of the business are stored, audited and removed', async () => {
  const hours = { ...open, holidays: [{ date: '2027-05-03', name: 'Spring holiday' }] };
  expect((await put(hours)).body.working_hours).toEqual(hours);
  expect((await world.api('GET /api/client')).body.working_hours).toEqual(hours);
  const { body } = await world.api('GET /api/audit-events', { query: { action: 'settings.account_changed' } });
  expect(body.data[0]?.detail?.changes).toEqual([{ field: 'working_hours', from: null, to: hours }]);
  const wrong = { ...open, days: { ...open.days, mon: [{ from: '09:00', to: '09:00' }] } };
  expect(await put(wrong)).toMatchObject({
    status: 422,
    body: { error: { data: [{ field: 'working_hours.days.mon.0.to' }] } },
  });
  expect((await put(null)).body.working_hours).toBeNull();
});

test('hours over midnight are stored, and automations follow them', async () => {
  // On all days from the hour before until twenty hours later: over midnight for nearly every hour of the day.
  const hour = (ahead: number) => `${String((new Date().getUTCHours() + 24 + ahead) % 24).padStart(2, '0')}:00`;
  const around = (from: number, to: number) => every([{ from: hour(from), to: hour(to) }]);
  await publish(world, 'Open', {
    ...flowOf({ kind: 'message' }, [say('a', 'Open.')]),
    conditions: [{ kind: 'hours', open: true }],
  });
  const answers = async () => {
    const thread = await customerWrites(world, freshPhone(), 'Are you there?');
    await untilRead(world);
    return (await rows(world, 'select from automation_runs where thread_id = $1', [thread.id])).length;
  };
  for (const [hours, wanted] of [
    [around(-1, 20), 1],
    [around(3, 22), 0],
    [around(-12, 12), 0],
  ] as const) {
    if (hours.days.mon[0]?.from === hours.days.mon[0]?.to) continue;
    const zoned = await putChannel({ ...hours, time_zone: 'UTC' });
    expect(zoned.status, JSON.stringify(zoned.body)).toBe(200);
    expect(await answers()).toBe(wanted);
  }
  await putChannel(null);
  await turnAllOff(world);
});

test('automations follow them, unless the channel has its own', async () => {
  const flow = flowOf({ kind: 'message' }, [say('a', 'We are closed.')]);
  await publish(world, 'Closed', { ...flow, conditions: [{ kind: 'hours', open: false }] });
  const answers = async () => {
    const thread = await customerWrites(world, freshPhone(), 'Are you there?');
    await untilRead(world);
    const runs = await rows(world, 'select from automation_runs where thread_id = $1', [thread.id]);
    return runs.length === 0 ? [] : botTexts(world, thread);
  };
  expect(await answers()).toEqual([]);
  await put(every([]));
  expect(await answers()).toEqual(['We are closed.']);
  await putChannel({ ...open, time_zone: 'Asia/Tokyo' });
  expect(await answers()).toEqual([]);
  await putChannel(null);
  await put(open);
  expect(await answers()).toEqual([]);
  const today = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  await put({ ...open, holidays: [-1, 0, 1].map((ahead) => ({ date: today(ahead), name: '' })) });
  expect(await answers()).toEqual(['We are closed.']);
  await turnAllOff(world);
});
