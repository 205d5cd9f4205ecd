// @module-tag data
import { fixtureIds, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { bodyOf, type CloudApiProgram, startCloudApiProgram } from '../../testing/cloud-api-program.ts';
import { customerSends, untilApplied } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { postAccountUpdate } from '../../testing/webhooks.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */

const { phoneNumberId, displayPhoneNumber } = fixtureIds;
let program: CloudApiProgram;
let world: World;
let key: string;

beforeAll(async () => {
  program = await startCloudApiProgram();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: program.host } });
  const scopes = ['messages:write', 'templates:read', 'templates:write'] as const;
  const made = await world.api('POST /api/api-keys', { body: { name: 'Program', scopes: [...scopes] } });
  key = (made.body as { key: string }).key;
  const webhook = await world.api('POST /api/webhooks', {
    body: {
      url: program.url,
      events: ['message.received', 'message.sent', 'message.status'],
      format: 'cloud_api',
      verify_token: program.verifyToken,
    },
  });
  program.secret = (webhook.body as { secret: string }).secret;
});
afterAll(async () => {
  await world.close();
  program.close();
});

async function post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${world.server.url}/graph/v25.0/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', ...body }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** What a customer does with an earlier message. */
async function deliver(from: string, change: object, timestampS: number): Promise<void> {
  const value = textFromCustomer({ id: freshWamid(), from, body: '', name: 'Amara Okafor', timestampS });
  const [message] = (value as unknown as { messages: Record<string, unknown>[] }).messages;
  delete message?.['text'];
  Object.assign(message ?? {}, change);
  await world.deliver(value);
  await untilApplied(world.server.owner);
}

async function written(): Promise<{ from: string; id: string }> {
  const [from, id, words] = [freshPhone(), freshWamid(), `Where is it? ${newId()}`];
  await customerSends(world, from, { id, type: 'text', text: { body: words } });
  await program.untilTold('messages', (one) => bodyOf(one) === words);
  return { from, id };
}

test('every status has what the program gave with its message, a failure too', async () => {
  const { from } = await written();
  const order = `order ${newId()}`;
  const text = { to: from, type: 'text', text: { body: 'On its way' } };
  const sent = await post(`${phoneNumberId}/messages`, { ...text, biz_opaque_callback_data: order });
  expect(sent.status).toBe(200);
  for (const status of ['sent', 'delivered']) {
    const one = await program.untilTold(
      'statuses',
      (told) => told['status'] === status && told['biz_opaque_callback_data'] === order,
    );
    expect(one['recipient_id']).toBe(from);
  }
  await world.phone('POST', '/faults', { next_send_error: 131_026 });
  const failing = `failing ${newId()}`;
  await post(`${phoneNumberId}/messages`, { ...text, biz_opaque_callback_data: failing });
  const ofFailing = (told: Record<string, unknown>) => told['biz_opaque_callback_data'] === failing;
  expect(await program.untilTold('statuses', ofFailing)).toMatchObject({
    status: 'failed',
    errors: [{ code: 131_026 }],
  });
  const plain = await post(`${phoneNumberId}/messages`, text);
  const [{ id = '' } = {}] = plain.body['messages'] as { id: string }[];
  expect(await program.untilTold('statuses', (told) => told['id'] === id)).not.toHaveProperty(
    'biz_opaque_callback_data',
  );
  const tooLong = { ...text, biz_opaque_callback_data: 'a'.repeat(513) };
  expect(await post(`${phoneNumberId}/messages`, tooLong)).toMatchObject({
    status: 400,
    body: { error: { code: 100 } },
  });
});

test('the API takes the same as callback_data and shows it, and refuses it for what has no statuses of its own', async () => {
  const { from } = await written();
  const body = {
    channel_id: world.channelId,
    to: `+${from}`,
    source: 'API',
    type: 'text',
    text: { body: 'Hi' },
  } as const;
  const sent = await world.api('POST /api/messages', { body: { ...body, callback_data: 'order 1' } });
  expect(sent).toMatchObject({ status: 201, body: { callback_data: 'order 1' } });
  const later = { ...body, callback_data: 'order 1', send_at: 'reply' as const };
  expect(await world.api('POST /api/messages', { body: later })).toMatchObject({
    status: 422,
    body: { error: { data: [{ field: 'callback_data' }] } },
  });
});

test('a reaction and that it was taken back are told, each once', async () => {
  const { from, id } = await written();
  const react = (emoji: string, at: number) =>
    deliver(from, { type: 'reaction', reaction: { message_id: id, emoji } }, at);
  const ofTarget = (emoji: string) => (one: Record<string, unknown>) => {
    const reaction = one['reaction'] as { message_id: string; emoji: string } | undefined;
    return reaction?.message_id === id && reaction.emoji === emoji;
  };
  await react('👍', nowS() - 2);
  await program.untilTold('messages', ofTarget('👍'));
  const at = nowS() - 1;
  await react('', at);
  expect(await program.untilTold('messages', ofTarget(''))).toMatchObject({
    from,
    type: 'reaction',
    timestamp: String(at),
  });
  await written();
  expect(program.told('messages').filter(ofTarget(''))).toHaveLength(1);
});

test('an edit and a deletion by the customer are told as WhatsApp tells them', async () => {
  const { from, id } = await written();
  const after = { type: 'text', text: { body: `Corrected ${newId()}` } };
  await deliver(from, { type: 'edit', edit: { original_message_id: id, message: after } }, nowS() - 1);
  const edited = await program.untilTold('messages', ({ edit }) => JSON.stringify(edit)?.includes(after.text.body));
  expect(edited).toMatchObject({ from, type: 'edit', edit: { original_message_id: id, message: after } });
  expect(edited['id']).not.toBe(id);
  await deliver(from, { type: 'revoke', revoke: { original_message_id: id } }, nowS());
  const isRevoked = ({ revoke }: Record<string, unknown>) =>
    (revoke as { original_message_id?: string } | undefined)?.original_message_id === id;
  expect(await program.untilTold('messages', isRevoked)).toMatchObject({ from, type: 'revoke', field: 'messages' });
  await written();
  expect(program.told('messages').filter(isRevoked)).toHaveLength(1);
});

test('an edit and a deletion on the phone of the number are told as echoes', async () => {
  const [to, id, words] = [freshPhone(), freshWamid(), `Tomorow ${newId()}`];
  const metadata = { display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId };
  const echo = (content: object, timestamp: number) =>
    postAccountUpdate(world, 'smb_message_echoes', {
      metadata,
      message_echoes: [{ from: displayPhoneNumber, to, id: freshWamid(), timestamp: String(timestamp), ...content }],
    });
  await echo({ id, type: 'text', text: { body: words } }, nowS() - 2);
  const told = await program.untilTold('message_echoes', (one) => bodyOf(one) === words);
  const message = { type: 'text', text: { body: `Tomorrow ${newId()}` } };
  await echo({ type: 'edit', edit: { original_message_id: id, message } }, nowS() - 1);
  const ofIt = { original_message_id: told['id'] };
  const edited = await program.untilTold('message_echoes', ({ type }) => type === 'edit');
  expect(edited).toMatchObject({ field: 'smb_message_echoes', to, edit: { ...ofIt, message } });
  await echo({ type: 'revoke', revoke: { original_message_id: id } }, nowS());
  expect(await program.untilTold('message_echoes', ({ type }) => type === 'revoke')).toMatchObject({
    to,
    revoke: ofIt,
  });
});

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/template-management */
test('a template is edited by its id and goes to review again', async () => {
  const { wabaId } = fixtureIds;
  const components = (text: string) => [{ type: 'BODY', text }];
  const draft = { name: 'opening', language: 'en_US', category: 'UTILITY', components: components('We are open') };
  await world.phone('POST', '/faults', { review_ms: 20 });
  const made = await post(`${wabaId}/message_templates`, draft);
  const id = String(made.body['id']);
  const read = async () => (await world.api('GET /api/templates/{id}', { params: { id } })).body;
  await until(async () => (await read()).status === 'ACTIVE');
  await world.phone('POST', '/faults', { review_ms: 60_000 });
  const edited = await post(id, { components: components('We are open again') });
  expect(edited).toMatchObject({ status: 200, body: { success: true } });
  expect(await read()).toMatchObject({ status: 'PENDING', components: components('We are open again') });
  expect(await post(newId(), { components: components('Nothing') })).toMatchObject({
    status: 400,
    body: { error: { code: 100 } },
  });
});
