import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { botTexts, flowOf, keyword, publish, say } from '../../../testing/automations.ts';
import { customerWrites } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/*
 * A customer with a username is asked for their number and shares it.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids/
 */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const threadWith = async (text: string) =>
  until(async () => {
    const { data } = (await world.api('GET /api/threads')).body;
    return data.find(({ last_message: last }) => last?.preview === text) ?? null;
  });

test('a customer who hides their number shares it when asked, and it is on the contact', async () => {
  const phone = freshPhone();
  await world.phone('POST', '/phones', { phone_number: phone, name: 'Mia', username: 'mia.k', hides_number: true });
  await world.phone('POST', `/phones/${phone}/messages`, { type: 'text', text: { body: 'Do you deliver?' } });
  const thread = await threadWith('Do you deliver?');
  const contactOf = async () => (await world.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } })).body;
  expect(await contactOf()).toMatchObject({ phone_number: null, username: 'mia.k' });
  const id = newId();
  const interactive = {
    type: 'request_contact_info',
    body: { text: 'May we call you about the delivery?' },
    action: { name: 'request_contact_info' },
  };
  const asked = { id, channel_id: thread.channel_id, thread_id: thread.id, source: 'INBOX' as const };
  const sent = await world.api('POST /api/messages', { body: { ...asked, type: 'interactive', interactive } });
  expect(sent.status).toBe(201);
  const received = await until(async () => {
    const { data } = await world.phone<{ data: { id: string; type: string }[] }>('GET', `/phones/${phone}/messages`);
    return data.find(({ type }) => type === 'interactive') ?? null;
  });
  // Somebody else's card changes nothing, whoever sends it.
  const friend = { name: { formatted_name: 'Jo' }, phones: [{ phone: '+351910000001', wa_id: '351910000001' }] };
  await world.phone('POST', `/phones/${phone}/messages`, { type: 'contacts', contacts: [friend] });
  await until(async () => {
    const { data } = (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body;
    return data.some(({ type }) => type === 'contacts');
  });
  expect((await contactOf()).phone_number).toBeNull();
  await world.phone('POST', `/phones/${phone}/taps`, { message_id: received.id, button: 0 });
  await until(async () => (await contactOf()).phone_number === phone);
  expect(await contactOf()).toMatchObject({ username: 'mia.k', name: expect.stringContaining('Mia') });
});

test('an automation asks for the number where it is not known, and goes on where it is', async () => {
  const flow = flowOf(keyword('order'), [
    { id: 'a', kind: 'ask_number', text: 'May we call you about it?', next: 'b' },
    say('b', 'Thank you.'),
  ]);
  await publish(world, 'Numbers', flow);
  const phone = freshPhone();
  await world.phone('POST', '/phones', { phone_number: phone, name: 'Ria', username: 'ria.k', hides_number: true });
  await world.phone('POST', `/phones/${phone}/messages`, { type: 'text', text: { body: 'I order one' } });
  const received = await until(async () => {
    const { data } = await world.phone<{ data: { id: string; type: string }[] }>('GET', `/phones/${phone}/messages`);
    return data.length > 1 ? data : null;
  });
  const asked = received.find(({ type }) => type === 'interactive');
  await world.phone('POST', `/phones/${phone}/taps`, { message_id: asked?.id, button: 0 });
  const known = await customerWrites(world, freshPhone(), 'I order two');
  expect(await botTexts(world, known)).toEqual(['Thank you.']);
  const thread = (await world.api('GET /api/threads')).body.data.find(({ contact }) => contact.username === 'ria.k');
  expect(await botTexts(world, thread ?? known, 2)).toEqual(['May we call you about it?', 'Thank you.']);
  await until(async () => {
    const params = { id: thread?.contact_id ?? '' };
    return (await world.api('GET /api/contacts/{id}', { params })).body.phone_number === phone;
  });
  const dryRun = async (thread_id?: string) => {
    const body = { flow, messages: [{ text: 'order' }], ...(thread_id && { thread_id }) };
    const { steps } = (await world.api('POST /api/automations/dry-run', { body })).body;
    return steps.map(({ kind, outcome }) => `${kind} ${outcome}`);
  };
  expect(await dryRun(known.id)).toEqual(['trigger matched', 'ask_number number_known', 'send_text sent']);
  expect(await dryRun()).toEqual(['trigger matched', 'ask_number sent', 'send_text sent']);
});
