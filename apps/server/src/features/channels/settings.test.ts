import { isDeepStrictEqual } from 'node:util';
import type { Channel, Template, WorkingHours } from '@parley/contract/types';
import { fixtureIds } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/* What a channel is set to beyond its name: when it is answered, and which templates it offers first. */

let world: World;
let templates: Template[];
beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
  templates = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body.data;
});
afterAll(() => world.close());

const put = (body: object, id = world.channelId) => world.api('PUT /api/channels/{id}', { params: { id }, body });
const channel = async (): Promise<Channel> => {
  const { body } = await world.api('GET /api/channels');
  const found = body.data.find(({ id }) => id === world.channelId);
  if (found === undefined) throw new Error('the channel is gone');
  return found;
};
const template = (at: number): Template => {
  const found = templates[at];
  if (found === undefined) throw new Error('the simulator has too few templates');
  return found;
};
const named = ({ id, name, language }: Template) => ({ id, name, language });
async function addTemplate(wabaId: string, status: string): Promise<string> {
  const id = newId();
  await world.server.owner.query(
    `insert into templates (client_id, id, waba_id, name, language, status) values ($1, $2, $3, $4, 'en', $5)`,
    [world.clientId, id, wabaId, `t_${id.replaceAll('-', '')}`, status],
  );
  return id;
}

describe('working hours', () => {
  const nine = [{ from: '09:00', to: '17:30' }];
  const hours: WorkingHours = {
    time_zone: 'Europe/London',
    days: {
      mon: nine,
      tue: nine,
      wed: nine,
      thu: nine,
      fri: [...nine, { from: '18:00', to: '24:00' }],
      sat: [],
      sun: [],
    },
    holidays: [{ date: '2026-12-25', name: 'Christmas' }],
  };

  test('are stored as given, sent to every screen, and removed again', async () => {
    expect((await channel()).working_hours).toBeNull();
    const live = await signInSyncConnection(world.server.url, world.token);
    expect((await put({ working_hours: hours })).body.working_hours).toEqual(hours);
    const reported = await until(async () => live.changes().findLast(({ id }) => id === world.channelId));
    live.close();
    expect((reported.data as Channel).working_hours).toEqual(hours);
    expect((await put({ channel_label: 'Shop' })).body).toMatchObject({ channel_label: 'Shop', working_hours: hours });
    expect((await put({ working_hours: null })).body.working_hours).toBeNull();
  });

  test('that are invalid are rejected by their path, and change nothing', async () => {
    await put({ working_hours: hours });
    const wrong = {
      ...hours,
      days: { ...hours.days, mon: [{ from: '17:00', to: '17:00' }] },
      holidays: [...hours.holidays, ...hours.holidays],
    };
    const refused = await put({ working_hours: wrong, channel_label: 'Not this' });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      error: { data: [{ field: 'working_hours.days.mon.0.to' }, { field: 'working_hours.holidays.1.date' }] },
    });
    expect(await channel()).toMatchObject({ working_hours: hours, channel_label: 'Shop' });
    const half = { time_zone: 'Europe/London' };
    await expect(
      world.server.owner.query('update channels set working_hours = $2 where id = $1', [world.channelId, half]),
    ).rejects.toThrow('channels_working_hours');
  });
});

describe('default templates', () => {
  test('are chosen for each use separately, sent to every screen, and removed again', async () => {
    const [first, second] = [template(0), template(1)];
    const chosen = await put({ default_templates: { window_closed: first.id } });
    expect(chosen.body.default_templates).toEqual({ window_closed: named(first), first_message: null });
    const live = await signInSyncConnection(world.server.url, world.token);
    await put({ default_templates: { first_message: second.id } });
    const both = { window_closed: named(first), first_message: named(second) };
    // The earlier choice may be reported in between.
    await until(async () =>
      live
        .changes()
        .some(({ id, data }) => id === world.channelId && isDeepStrictEqual((data as Channel).default_templates, both)),
    );
    live.close();
    expect((await world.api('GET /api/bootstrap')).body.channels).toContainEqual(await channel());
    expect((await channel()).default_templates).toEqual(both);
    const rest = await put({ default_templates: { first_message: null } });
    expect(rest.body.default_templates).toEqual({ window_closed: named(first), first_message: null });
  });

  test('of another account at WhatsApp, not approved, or unknown are rejected by their field, and change nothing', async () => {
    const before = await channel();
    const wrong = [
      await addTemplate('999000000000001', 'ACTIVE'),
      await addTemplate(fixtureIds.wabaId, 'PAUSED'),
      await addTemplate(fixtureIds.wabaId, 'DELETED'),
      newId(),
    ];
    for (const id of wrong) {
      const refused = await put({ channel_label: 'Not this', default_templates: { first_message: id } });
      expect(refused).toMatchObject({
        status: 422,
        body: { error: { data: [{ field: 'default_templates.first_message' }] } },
      });
    }
    expect(await channel()).toEqual(before);
    const { body } = await world.api('GET /api/channels');
    const sandbox = body.data.find((row) => row.sandbox)?.id;
    const ofAnother = await put({ default_templates: { window_closed: template(0).id } }, sandbox);
    expect(ofAnother.status).toBe(422);
    // Database constraints stop writers that bypass the server.
    await expect(
      world.server.owner.query('update channels set window_closed_template_id = $2 where id = $1', [
        world.channelId,
        wrong[0],
      ]),
    ).rejects.toThrow('channels_window_closed_template');
  });

  test('that WhatsApp pauses or deletes later stay, with their own status', async () => {
    const { id } = template(0);
    await put({ default_templates: { window_closed: id } });
    for (const status of ['PAUSED', 'DELETED']) {
      await world.server.owner.query('update templates set status = $2, version = version + 1 where id = $1', [
        id,
        status,
      ]);
      expect((await channel()).default_templates.window_closed).toEqual(named(template(0)));
      const listed = (await world.api('GET /api/templates')).body.data.find((row) => row.id === id)?.status;
      expect(listed).toBe(status === 'DELETED' ? undefined : status);
    }
    // Saving something else does not ask again.
    expect((await put({ channel_label: 'Shop front' })).status).toBe(200);
  });
});

test('a number that is in a phone app too sends 20 messages a second from the first check on', async () => {
  await world.phone('POST', '/faults', { number: { is_on_biz_app: true } });
  await world.api('POST /api/channels/{id}/doctor', { params: { id: world.channelId } });
  expect((await channel()).pace).toBe(20);
  const { body } = await world.api('GET /api/channels/health');
  expect(body.data.find((row) => row.channel_id === world.channelId)?.number?.coexistence).toBe(true);
  await world.phone('DELETE', '/faults');
  await world.api('POST /api/channels/{id}/doctor', { params: { id: world.channelId } });
  expect((await channel()).pace).toBe(80);
});
