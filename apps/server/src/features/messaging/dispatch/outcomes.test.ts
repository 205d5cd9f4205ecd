// @module-tag data
import type { SendRecord } from '@parley/whatsapp-simulator';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterEach(() => world.phone('DELETE', '/faults'));
afterAll(() => world.close());

const book = async () => (await world.phone<{ data: SendRecord[] }>('GET', '/books?limit=10000')).data;
const faults = (wanted: Record<string, unknown>) => world.phone('POST', '/faults', wanted);

async function send(phone = freshPhone(), body = 'Good morning'): Promise<string> {
  const thread = await customerWrites(world, phone);
  const sent = await world.api('POST /api/messages', { body: textBody(thread, body) });
  expect(sent.status).toBe(201);
  return sent.body.id;
}

describe('a status that arrives before the response of the call', () => {
  test('of delivery stays when the response arrives', async () => {
    await faults({ answer_delay_ms: 1_200 });
    const id = await send();
    const early = await until(async () => {
      const message = await getMessage(world, id);
      return message.status === 2 ? message : null;
    });
    expect(early.provider_message_id).toBeDefined();
    await until(async () => (await triggerStates(id)).every((state) => state === 'done'));
    const after = await getMessage(world, id);
    expect(after).toMatchObject({ status: 2, send_state: 'accepted', provider_message_id: early.provider_message_id });
  });

  test('of failure stays a failure with its message, and can be retried', async () => {
    await faults({ answer_delay_ms: 1_200, next_send_error: 131026 });
    const id = await send();
    await until(async () => (await getMessage(world, id)).status === -1);
    await until(async () => (await triggerStates(id)).every((state) => state === 'done'));
    const failed = await getMessage(world, id);
    expect(failed).toMatchObject({ status: -1, send_state: 'failed', error: { provider_code: 131026 } });
    await world.phone('DELETE', '/faults');
    expect((await world.api('POST /api/messages/{id}/retry', { params: { id } })).status).toBe(200);
    await until(async () => (await getMessage(world, id)).status === 2);
  });

  test('of failure, retried before the response: the response of the first attempt does not end the second', async () => {
    await faults({ answer_delay_ms: 1_500, next_send_error: 131026 });
    const id = await send();
    const first = await until(async () => {
      const message = await getMessage(world, id);
      return message.status === -1 ? message : null;
    });
    const again = await world.api('POST /api/messages/{id}/retry', { params: { id } });
    expect(again.body).toMatchObject({ attempt: 2, status: 0, send_state: 'waiting' });
    await world.phone('DELETE', '/faults');
    const delivered = await until(async () => {
      const message = await getMessage(world, id);
      return message.status === 2 ? message : null;
    });
    expect(delivered).toMatchObject({ attempt: 2, send_state: 'accepted' });
    expect(delivered.provider_message_id).not.toBe(first.provider_message_id);
    expect((await book()).filter((entry) => entry.opaque === id).map((entry) => entry.status)).toEqual([-1, 2]);
  });
});

test('an outcome that the database refuses does not block the others', async () => {
  const phone = freshPhone();
  const thread = await customerWrites(world, phone);
  const bad = textBody(thread, 'cannot be written');
  await world.server.owner.query(`
    create function refuse_outcome() returns trigger language plpgsql as $$
      begin raise exception 'refused for this test' using errcode = '22000'; end $$;
    create trigger refuse_outcome before update on messages for each row
      when (old.id = '${bad.id}' and new.send_state = 'accepted') execute function refuse_outcome()`);
  // Its statuses come after the test: in one POST with those of the others they would be skipped together.
  await faults({ webhooks: { late_ms: 120_000 } });
  await world.api('POST /api/messages', { body: bad });
  await until(async () => (await book()).some((entry) => entry.opaque === bad.id && entry.status === 2));
  await world.phone('DELETE', '/faults');
  const good: string[] = [];
  for (let n = 0; n < 5; n++) good.push(await send());
  for (const id of good) {
    await until(async () => (await triggerStates(id)).every((state) => state === 'done'));
    await until(async () => (await getMessage(world, id)).status === 2);
  }
  await world.server.owner.query('drop trigger refuse_outcome on messages');
  expect((await book()).filter((entry) => entry.opaque === bad.id)).toHaveLength(1);
});

async function triggerStates(messageId: string): Promise<string[]> {
  const { rows } = await world.server.owner.query<{ state: string }>(
    'select state from triggers where message_id = $1',
    [messageId],
  );
  return rows.map((row) => row.state);
}
