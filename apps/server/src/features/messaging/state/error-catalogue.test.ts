import { fixPlaceOf } from '@parley/contract/fix-places';
import { ERROR_CATALOGUE } from '@parley/whatsapp-client';
import { statusOfOurs } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, getMessage, insertOutgoing, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';
import { effects } from './apply-failures.ts';

/* The catalogue of errors, walked: every effect it names can be observed, every next step can be taken. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends object>(text: string, values: unknown[] = []) =>
  queryAsOwner<R & Record<string, unknown>>(world.server.owner, text, values);
const setState = (state: 'ACTIVE' | 'PAUSED') =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });
const channelNow = async (id = world.channelId) =>
  (await world.api('GET /api/channels')).body.data.find((channel) => channel.id === id);
const threadNow = async (id: string) => (await world.api('GET /api/threads/{id}', { params: { id } })).body;

/** A message that WhatsApp accepted and then failed with this code. */
async function failsWith(code: number) {
  const thread = await customerWrites(world, freshPhone());
  await sql(`update threads set window_expires_at = window_expires_at - interval '1 minute' where id = $1`, [
    thread.id,
  ]);
  const providerId = freshWamid();
  const id = await insertOutgoing(world, thread, { status: 1, sendState: 'accepted', providerId });
  await sql(`update messages set type = 'template', content = '{"name": "walk", "language": "en_US"}' where id = $1`, [
    id,
  ]);
  const waba = (await channelNow())?.waba_id;
  await sql(
    `insert into templates (client_id, id, waba_id, name, language, status, category)
     values ($1, $2, $3, 'walk', 'en_US', 'ACTIVE', 'UTILITY')
     on conflict (client_id, waba_id, name, language) do update set status = 'ACTIVE', status_at = null`,
    [world.clientId, newId(), waba],
  );
  const errors = [{ code, title: `Error ${code}`, error_data: { details: 'Because of a test' } }];
  const recipient = thread.contact.phone_number ?? '';
  await world.deliver({
    statuses: [statusOfOurs({ id: providerId, status: 'failed', recipient, timestampS: nowS(), errors })],
  });
  await until(async () => (await getMessage(world, id)).status === -1);
  return { thread, id };
}

const reach = (state: string) => async (thread: { id: string }) => (await threadNow(thread.id)).reach?.state === state;
const template = (status: string) => async () =>
  (await sql<{ status: string }>(`select status from templates where name = 'walk'`))[0]?.status === status;
const fact = (code: number) => async () =>
  (await sql('select from channel_facts where name = $1', [`trouble:${code}`])).length > 0;

const observed: Record<
  keyof typeof effects,
  (thread: { id: string; contact_id: string }, code: number) => Promise<boolean>
> = {
  blocked_by_us: reach('blocked_by_us'),
  marketing_capped: reach('marketing_capped'),
  number_suspect: reach('not_on_whatsapp'),
  reverify_identity: reach('identity_changed'),
  opt_out: async ({ contact_id }) =>
    (await sql('select from suppressions where contact_id = $1', [contact_id])).length > 0,
  pause_waba: async () => {
    const paused = (await channelNow())?.state === 'PAUSED';
    if (paused) await setState('ACTIVE');
    return paused;
  },
  slow_number: (_thread, code) => fact(code)(),
  stop_broadcasts: (_thread, code) => fact(code)(),
  template_disabled: template('DISABLED'),
  template_paused: template('PAUSED'),
  template_resync: async () => (await sql(`select from jobs where kind = 'templates.sync'`)).length > 0,
  window_closed: async ({ id }) => Date.parse((await threadNow(id)).window_expires_at ?? '') <= Date.now(),
};

const withEffect = Object.entries(ERROR_CATALOGUE).flatMap(([code, { effect }]) =>
  effect === null ? [] : [[Number(code), effect] as const],
);

describe('every effect that the catalogue names', () => {
  test('has a reader, and every reader has an error', () => {
    expect(new Set(withEffect.map(([, effect]) => effect))).toEqual(new Set(Object.keys(effects)));
  });

  test.each(withEffect)('%i: %s', async (code, effect) => {
    const { thread } = await failsWith(code);
    await until(() => observed[effect](thread, code));
  });
});

/*
 * The web shows the words and links to the page of the step (`fixPlaceOf`); what is not there is done at the message:
 * sending again, editing, a template, unblocking.
 */
describe('every code has words, and its next step can be taken in the web', () => {
  test.each(Object.entries(ERROR_CATALOGUE))('%s', (code, { title, nextStep, pausesChannel, effect }) => {
    expect(title).toMatch(/^\p{Lu}.*[^.]$/u);
    expect(nextStep).toMatch(/^\p{Lu}.*\.$/u);
    const place = fixPlaceOf(Number(code));
    if (/under Channels/.test(nextStep) || pausesChannel) expect(place).toBe('channels');
    if (/[Ss]ync the templates|[Cc]hoose another template|of the template and resubmit/.test(nextStep)) {
      expect(place).toBe('templates');
    }
    if (effect === 'number_suspect') expect(place).toBe('number');
  });
});

test('an error of the account pauses its other numbers too', async () => {
  const other = newId();
  await sql(
    `insert into channels (client_id, id, channel_label, kind, phone_number_id, phone_number, waba_id, credentials_enc, secrets_last4, sandbox)
     select client_id, $1, 'Second number', kind, phone_number_id || '9', phone_number || '9', waba_id, credentials_enc, secrets_last4, sandbox
     from channels where id = $2`,
    [other, world.channelId],
  );
  await failsWith(131_031);
  await until(async () => (await channelNow(other))?.state === 'PAUSED');
  expect((await channelNow(other))?.state_reason).toContain('locked');
  await sql('update channels set deleted_at = now() where id = $1', [other]);
  await setState('ACTIVE');
});

describe('permission and registration codes', () => {
  test.each([3, 10, 200, 250, 299, 131_005, 131_045, 133_010, 131_037])(
    '%i pauses the channel: the message waits with the reason and leaves when an admin resumes',
    async (code) => {
      const thread = await customerWrites(world, freshPhone());
      await world.phone('POST', '/faults', { next_send_error: code });
      const sent = await world.api('POST /api/messages', { body: textBody(thread, `With ${code}`) });
      const channel = await until(async () => {
        const now = await channelNow();
        return now?.state === 'PAUSED' ? now : null;
      });
      const waiting = await until(async () => {
        const message = await getMessage(world, sent.body.id);
        return message.waiting_reason === undefined ? null : message;
      });
      expect(waiting).toMatchObject({ status: 0, send_state: 'waiting', waiting_reason: channel.state_reason });
      await world.phone('DELETE', '/faults');
      await setState('ACTIVE');
      await until(async () => (await getMessage(world, sent.body.id)).send_state === 'accepted');
    },
  );
});
