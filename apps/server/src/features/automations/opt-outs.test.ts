import type { Flow, FlowStep } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  botTexts,
  flowOf,
  keyword,
  publish,
  rows,
  runIn,
  say,
  turnAllOff,
  untilRead,
} from '../../testing/automations.ts';
import { customerSends, customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, type World } from '../../testing/world.ts';

// @module-tag data

/* After a customer asked for no more messages, no automation writes on that began before. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterEach(async () => {
  await turnAllOff(world);
  await world.api('PUT /api/client', { body: { opt_out_answers: null } });
});
afterAll(() => world.close());

const anyMessage: Flow['trigger'] = { kind: 'message' };
const wait = (id: string, next: string): FlowStep => ({ id, kind: 'wait', minutes: 60, next });
const makeDue = (runId: string) => rows(world, 'update automation_runs set due_at = now() where id = $1', [runId]);
const confirmed = expect.stringContaining("won't get marketing messages");
const confirmNothing = () => world.api('PUT /api/client', { body: { opt_out_answers: { on: false, texts: [] } } });

describe('after a STOP', () => {
  test('a run that waits ends, and says why', async () => {
    const tips = await publish(world, 'Tips', flowOf(keyword('tips'), [wait('w', 's'), say('s', 'Tip 1')]));
    const phone = freshPhone();
    const thread = await customerWrites(world, phone, 'tips');
    await runIn(world, thread, tips, 'WAITING');
    await customerWrites(world, phone, 'Stop');
    const run = await runIn(world, thread, tips, 'STOPPED');
    expect(run.reason).toBe('opted_out');
    expect(await botTexts(world, thread)).toEqual([confirmed]);
  });

  test('a run that is due before the feed was read does not send either', async () => {
    const tips = await publish(world, 'Tips', flowOf(keyword('tips'), [wait('w', 's'), say('s', 'Tip 1')]));
    const phone = freshPhone();
    const thread = await customerWrites(world, phone, 'tips');
    const { id } = await runIn(world, thread, tips, 'WAITING');
    // As WhatsApp's own setting reports it: no message starts or stops anything.
    await rows(
      world,
      `with gone as (insert into suppressions (client_id, contact_id, source, active, provider_at)
         values ($1, $2, 'platform', true, now()))
       update contacts set opted_out_at = now() where client_id = $1 and id = $2`,
      [world.clientId, thread.contact_id],
    );
    await makeDue(id);
    expect((await runIn(world, thread, tips, 'STOPPED')).reason).toBe('opted_out');
    expect(await botTexts(world, thread, 0)).toEqual([]);
  });

  test('an open question is not answered by it, and its conversation is free for the next one', async () => {
    const ask: FlowStep = {
      ...{ id: 'q', kind: 'ask', text: 'Which size?', answer: 'text', choices: [], retries: 0, retry_text: '' },
      ...{ save_to: { kind: 'variable', name: 'size' }, timeout_minutes: 60, next: 's', otherwise: null },
    };
    const sizes = await publish(world, 'Sizes', flowOf(keyword('sizes'), [ask, say('s', 'Noted.')]));
    const phone = freshPhone();
    const thread = await customerWrites(world, phone, 'sizes');
    await runIn(world, thread, sizes, 'ASKING');
    await customerSends(world, phone, {
      type: 'button',
      button: { text: 'Stop promotions', payload: 'Stop promotions' },
    });
    expect((await runIn(world, thread, sizes, 'STOPPED')).reason).toBe('opted_out');
    expect(await botTexts(world, thread)).toEqual(['Which size?', confirmed]);
  });

  test('runs that wait in other conversations of the customer end too', async () => {
    const tips = await publish(world, 'Tips', flowOf(keyword('tips'), [wait('w', 's'), say('s', 'Tip 1')]));
    const phone = freshPhone();
    const elsewhere = await customerWrites(world, freshPhone(), 'tips');
    await runIn(world, elsewhere, tips, 'WAITING');
    const thread = await customerWrites(world, phone, 'hello');
    // The same person with a second conversation, on another number of the account.
    await rows(world, 'update threads set contact_id = $2, channel_id = $3 where id = $1', [
      ...[elsewhere.id, thread.contact_id, await anotherNumber()],
    ]);
    await customerWrites(world, phone, 'STOP');
    expect((await runIn(world, elsewhere, tips, 'STOPPED')).reason).toBe('opted_out');
  });

  test('nothing greets or comforts, also where the account confirms nothing', async () => {
    await confirmNothing();
    await publish(world, 'Greeting', flowOf(anyMessage, [say('a', 'Hello!')]));
    const thread = await customerWrites(world, freshPhone(), 'stop');
    await untilRead(world);
    expect(await botTexts(world, thread, 0)).toEqual([]);
  });

  test('a flow with its own opt-out says so', async () => {
    await confirmNothing();
    const steps: FlowStep[] = [{ id: 'o', kind: 'opt_out', active: true, next: 's' }, say('s', 'Bye.')];
    await publish(world, 'Bye', flowOf(keyword('stop'), steps));
    expect(await botTexts(world, await customerWrites(world, freshPhone(), 'stop'))).toEqual(['Bye.']);
  });

  test('the next message of the customer is answered again', async () => {
    await publish(world, 'Hours', flowOf(keyword('hours'), [say('a', '9 to 5.')]));
    const phone = freshPhone();
    await customerWrites(world, phone, 'stop');
    const thread = await customerWrites(world, phone, 'hours?');
    expect(await botTexts(world, thread, 2)).toEqual([confirmed, '9 to 5.']);
  });
});

async function anotherNumber(): Promise<string> {
  const digits = freshPhone();
  const { body } = await world.api('POST /api/channels', {
    body: {
      ...{ kind: 'WHATSAPP', channel_label: 'Second', phone_number: `+${digits}`, phone_number_id: digits },
      ...{ waba_id: digits, access_token: `token-${digits}`, app_secret: `secret-${digits}` },
      verify_token: `verify-${digits}`,
    },
  });
  return body.id;
}

test('START from a customer who is not opted out is an ordinary message', async () => {
  await publish(world, 'Begin', flowOf(keyword('start'), [say('a', 'Let us begin.')]));
  const thread = await customerWrites(world, freshPhone(), 'Start');
  expect(await botTexts(world, thread)).toEqual(['Let us begin.']);
});
