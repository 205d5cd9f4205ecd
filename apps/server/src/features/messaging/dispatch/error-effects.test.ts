import type { Message, Thread } from '@parley/contract/types';
import { statusOfOurs, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, getMessage, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { signInSyncConnection } from '../../../testing/sync-connection.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

/* Effects of provider errors on channel, template and contact, and validation before dispatch. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());
afterEach(() => world.phone('DELETE', '/faults'));

const setState = (state: 'ACTIVE' | 'PAUSED') =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });
const channel = async () => (await world.api('GET /api/channels')).body.data.find(({ id }) => id === world.channelId);
const threadNow = async ({ id }: Thread) => (await world.api('GET /api/threads/{id}', { params: { id } })).body;

async function send(thread: Thread, body: string): Promise<string> {
  const sent = await world.api('POST /api/messages', { body: textBody(thread, body) });
  expect(sent.status).toBe(201);
  return sent.body.id;
}
const becomes = (id: string, wanted: Partial<Message>) =>
  until(async () => {
    const message = await getMessage(world, id);
    const isSo = Object.entries(wanted).every(([name, value]) => message[name as keyof Message] === value);
    return isSo ? message : null;
  });
async function failsWith(thread: Thread, code: number): Promise<Message> {
  await world.phone('POST', '/faults', { next_send_error: code });
  const id = await send(thread, `Fails with ${code}`);
  return becomes(id, { status: -1 });
}

describe('errors about the recipient', () => {
  test('131026: the number is marked as not on WhatsApp until a message arrives from it', async () => {
    const phone = freshPhone();
    const thread = await customerWrites(world, phone);
    const live = await signInSyncConnection(world.server.url, world.token);
    // WhatsApp's times are whole seconds: this makes the customer's message certainly newer than the failure.
    await queryAsOwner(
      world.server.owner,
      `update threads set window_expires_at = window_expires_at - interval '10 seconds' where id = $1`,
      [thread.id],
    );
    expect((await failsWith(thread, 131_026)).error?.provider_code).toBe(131_026);
    const reported = await until(async () =>
      live.changes().findLast(({ id, data }) => id === thread.id && (data as Thread | null)?.reach !== undefined),
    );
    live.close();
    expect((reported.data as Thread).reach).toEqual({ state: 'not_on_whatsapp', until: null });
    expect((await threadNow(thread)).reach?.state).toBe('not_on_whatsapp');
    const later = { id: freshWamid(), from: phone, body: 'Here I am', timestampS: nowS() + 5 };
    await world.deliver(textFromCustomer(later));
    await until(async () => (await threadNow(thread)).reach === undefined);
  });

  test('131026: an incoming message clears the mark, whatever was sent after the failure', async () => {
    const thread = await customerWrites(world);
    await queryAsOwner(
      world.server.owner,
      `update threads set window_expires_at = window_expires_at - interval '10 seconds' where id = $1`,
      [thread.id],
    );
    await failsWith(thread, 131_026);
    await until(async () => (await threadNow(thread)).reach !== undefined);
    const live = await signInSyncConnection(world.server.url, world.token);
    const id = await send(thread, 'Arrives');
    await until(async () => (await getMessage(world, id)).status >= 2);
    await until(async () => (await threadNow(thread)).reach === undefined);
    await until(async () => {
      const reported = live.changes().findLast((change) => change.id === thread.id);
      return reported !== undefined && (reported.data as Thread).reach === undefined;
    });
    live.close();
    await setState('PAUSED');
    await send(thread, 'Waits, and is the last one now');
    expect((await threadNow(thread)).reach).toBeUndefined();
    await setState('ACTIVE');
  });

  test('131026: a failure reported after a later delivery changes nothing', async () => {
    const thread = await customerWrites(world);
    await queryAsOwner(
      world.server.owner,
      `update threads set window_expires_at = window_expires_at - interval '1 minute' where id = $1`,
      [thread.id],
    );
    const [failing, soon] = [await send(thread, 'Fails'), await send(thread, 'Arrives')];
    const ids = await Promise.all(
      [failing, soon].map((id) =>
        until(async () => {
          const { provider_message_id: providerId, status } = await getMessage(world, id);
          return status >= 2 ? providerId : null;
        }, 30_000),
      ),
    );
    // Back to its state before delivery: the provider's delivered status arrives only now, delayed.
    await queryAsOwner(world.server.owner, 'update messages set status = 1 where id = $1', [failing]);
    await queryAsOwner(world.server.owner, 'delete from message_events where message_id = $1', [failing]);
    const failed = statusOfOurs({
      id: ids[0] ?? '',
      status: 'failed',
      recipient: thread.contact.phone_number ?? '',
      timestampS: nowS() - 30,
      messageId: failing,
      errors: [{ code: 131_026, title: 'Message undeliverable' }],
    });
    await world.deliver({ statuses: [failed] });
    await becomes(failing, { status: -1 });
    expect((await threadNow(thread)).reach).toBeUndefined();
  });

  test('131049: marketing to the contact is capped for a day; other messages are still sent', async () => {
    const thread = await customerWrites(world);
    await failsWith(thread, 131_049);
    const { reach } = await until(async () => {
      const now = await threadNow(thread);
      return now.reach === undefined ? null : now;
    });
    expect(reach?.state).toBe('marketing_capped');
    const hours = (Date.parse(reach?.until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24.01);
    await world.phone('DELETE', '/faults');
    await becomes(await send(thread, 'Your answer'), { send_state: 'accepted' });
  });
});

test('190: the channel pauses with the reason everywhere; its messages wait and are sent with a new token', async () => {
  const thread = await customerWrites(world);
  const live = await signInSyncConnection(world.server.url, world.token);
  await world.phone('POST', '/faults', { token_expired: true });
  const id = await send(thread, 'Waits for a token');
  const waiting = await until(async () => {
    const message = await getMessage(world, id);
    return message.send_state === 'waiting' && message.waiting_reason !== undefined ? message : null;
  });
  expect(waiting.waiting_reason).toContain('access token');
  const isStopped = (data: unknown) => (data as { state?: string } | null)?.state === 'PAUSED';
  const reported = await until(async () =>
    live.changes().find(({ collection, data }) => collection === 'channels' && isStopped(data)),
  );
  live.close();
  expect(reported.data).toMatchObject({ state_reason: expect.stringContaining('access token') });
  expect(await channel()).toMatchObject({ state: 'PAUSED', state_reason: expect.stringContaining('access token') });
  const { body: start } = await world.api('GET /api/bootstrap');
  expect(start.channels.find((row) => row.id === world.channelId)?.state).toBe('PAUSED');
  await world.phone('DELETE', '/faults');
  await setState('ACTIVE');
  await becomes(id, { send_state: 'accepted' });
});

/** A waiting message turned into a template message, which cannot be created through the API in this state. */
async function waitingTemplate(thread: Thread, name: string): Promise<string> {
  await setState('PAUSED');
  const id = await send(thread, name);
  const content = JSON.stringify({ name, language: 'en_US' });
  await queryAsOwner(world.server.owner, `update messages set type = 'template', content = $2 where id = $1`, [
    id,
    content,
  ]);
  return id;
}
async function template(name: string, status: string, category = 'UTILITY'): Promise<void> {
  const waba = (await channel())?.waba_id;
  await queryAsOwner(
    world.server.owner,
    `insert into templates (client_id, id, waba_id, name, language, status, category)
     values ($1, $2, $3, $4, 'en_US', $5, $6)
     on conflict (client_id, waba_id, name, language) do update set status = excluded.status, status_at = null`,
    [world.clientId, newId(), waba, name, status, category],
  );
}
const statusOf = async (name: string) =>
  (
    await queryAsOwner<{ status: string }>(world.server.owner, 'select status from templates where name = $1', [name])
  )[0]?.status;

describe('validation before dispatch', () => {
  test('a contact suppressed after accepting: on hold, and later sends are refused', async () => {
    const thread = await customerWrites(world);
    await setState('PAUSED');
    const id = await send(thread, 'Too late');
    const marked = await world.api('PUT /api/contacts/{id}/suppression', {
      params: { id: thread.contact_id },
      body: { scope: 'all' },
    });
    expect(marked.status).toBeLessThan(300);
    await setState('ACTIVE');
    expect(await becomes(id, { send_state: 'held' })).toMatchObject({ status: 0, held_reason: 'suppressed' });
    const refused = await world.api('POST /api/messages', { body: textBody(thread, 'No') });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'suppressed' } } });
  });

  test.each(['PAUSED', 'DISABLED', 'REJECTED'])('a template that is %s by then is put on hold', async (status) => {
    const thread = await customerWrites(world);
    const id = await waitingTemplate(thread, `news_${status.toLowerCase()}`);
    await template(`news_${status.toLowerCase()}`, status);
    await setState('ACTIVE');
    expect(await becomes(id, { send_state: 'held' })).toMatchObject({ held_reason: 'template_not_active' });
  });

  test('marketing to a capped or opted-out contact is on hold; other templates are not', async () => {
    const thread = await customerWrites(world);
    await template('offer', 'ACTIVE', 'MARKETING');
    await template('hello_world', 'ACTIVE');
    await failsWith(thread, 131_049);
    await world.phone('DELETE', '/faults');
    await queryAsOwner(
      world.server.owner,
      `update threads set window_expires_at = now() - interval '1 minute' where id = $1`,
      [thread.id],
    );
    const capped = await templateInto(thread, 'offer');
    expect(await becomes(capped, { send_state: 'held' })).toMatchObject({ held_reason: 'marketing_capped' });

    const other = await customerWrites(world);
    const offer = await templateInto(other, 'offer', () =>
      world.api('PUT /api/contacts/{id}/suppression', {
        params: { id: other.contact_id },
        body: { scope: 'marketing' },
      }),
    );
    expect(await becomes(offer, { send_state: 'held' })).toMatchObject({ held_reason: 'opted_out' });
    const plain = await templateInto(other, 'hello_world');
    await becomes(plain, { send_state: 'accepted' });
  });

  test.each([
    [132_015, 'PAUSED'],
    [132_016, 'DISABLED'],
  ])('a send refused with %i marks its template as %s', async (code, status) => {
    const name = 'hello_world';
    await template(name, 'ACTIVE');
    await world.phone('POST', '/faults', { next_send_error: code });
    const id = await templateInto(await customerWrites(world), name);
    await becomes(id, { status: -1 });
    await until(async () => (await statusOf(name)) === status);
  });
});

/** A template message that is dispatched after `meanwhile` ran. */
async function templateInto(thread: Thread, name: string, meanwhile?: () => Promise<unknown>): Promise<string> {
  const closed = (await threadNow(thread)).window_expires_at;
  await queryAsOwner(
    world.server.owner,
    `update threads set window_expires_at = now() + interval '1 hour' where id = $1`,
    [thread.id],
  );
  const id = await waitingTemplate(thread, name);
  await queryAsOwner(world.server.owner, `update threads set window_expires_at = $2 where id = $1`, [
    thread.id,
    closed,
  ]);
  await meanwhile?.();
  await setState('ACTIVE');
  return id;
}
