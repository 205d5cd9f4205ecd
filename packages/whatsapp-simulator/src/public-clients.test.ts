/** Clients that others wrote against the platform work against the simulator too: a misreading of ours would show here. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GreatDetail, Kapso, Parts, WhatsAppAPI } from './testing/public-clients.ts';
import { accountAt, accountInput, type SimulatorProcess, startProcess, type TestAccount } from './testing/sandbox.ts';

const numberId = '106540352242922011';
const input = accountInput(11, null);
const customer = '351910000011';
const otp = {
  name: 'sign_in_code',
  language: 'en_US',
  category: 'AUTHENTICATION' as const,
  components: [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 5 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ],
};

let simulator: SimulatorProcess;
let account: TestAccount;

beforeAll(async () => {
  simulator = await startProcess([]);
  await simulator.putAccount(numberId, input);
  account = accountAt(simulator.url, numberId, input);
  await account.control('POST', 'phones', { phone_number: customer });
});
afterAll(() => simulator.end());

const graph = (path: string, init: RequestInit = {}) =>
  fetch(`${simulator.url}/simulator/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${input.token}`, ...(init.headers as Record<string, string>) },
  }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as Record<string, never> }));

/** The customer writes first, so that anything may be answered. */
async function opened(): Promise<string> {
  const { body } = await account.control('POST', `phones/${customer}/messages`, { type: 'text', text: { body: 'Hi' } });
  return String(body.id ?? body.wamid);
}

const isWamid = expect.stringContaining('wamid.');

function pdfForm(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'a.pdf');
  form.set('type', 'application/pdf');
  form.set('messaging_product', 'whatsapp');
  return form;
}

describe('whatsapp-api-js', () => {
  const client = () =>
    new WhatsAppAPI({
      token: input.token,
      secure: false,
      v: 'v25.0',
      ponyfill: {
        fetch: ((url: string, init: RequestInit) =>
          fetch(url.replace('https://graph.facebook.com', `${simulator.url}/simulator`), init)) as typeof fetch,
      },
    });

  test('sends and marks as read', async () => {
    const wamid = await opened();
    const sent = await client().sendMessage(numberId, customer, new Parts.Text('Good morning'));
    expect(sent).toMatchObject({ messages: [{ id: expect.stringContaining('wamid.') }] });
    expect(await client().markAsRead(numberId, wamid)).toEqual({ success: true });
  });

  test('sends every kind of message', async () => {
    const wamid = await opened();
    const file = await client().uploadMedia(numberId, pdfForm());
    const button = new Parts.ActionButtons(new Parts.Button('fri', 'Friday'), new Parts.Button('mon', 'Monday'));
    const list = new Parts.ActionList('See times', new Parts.ListSection('Days', new Parts.Row('9', 'Nine', 'Full')));
    const body = new Parts.Body('Which day?');
    const language = new Parts.Language('en_US');
    const values = [new Parts.BodyParameter('Ana'), new Parts.BodyParameter('A-17')] as const;
    for (const message of [
      new Parts.Document((file as { id: string }).id, true, 'The prices', 'a.pdf'),
      new Parts.Image('https://shop.example/a.jpg'),
      new Parts.Video('https://shop.example/a.mp4'),
      new Parts.Audio('https://shop.example/a.mp3'),
      new Parts.Sticker('https://shop.example/a.webp'),
      new Parts.Location(-9.1, 38.7, 'Shop', '1 Road'),
      new Parts.Reaction(wamid, '👍'),
      new Parts.Contacts([new Parts.Name('Ana Dias', 'Ana'), new Parts.Phone('+351910000777', 'WORK')]),
      new Parts.Interactive(button, body, new Parts.Header('Repair'), new Parts.Footer('Until noon')),
      new Parts.Interactive(list, body),
      new Parts.Interactive(new Parts.ActionCTA('Prices', 'https://shop.example'), body),
      new Parts.Interactive(new Parts.ActionLocation(), body),
      new Parts.Template('hello_world', language),
      new Parts.Template('order_ready', language, new Parts.BodyComponent(...values), new Parts.URLComponent('A-17')),
    ]) {
      expect(await client().sendMessage(numberId, customer, message)).toMatchObject({ messages: [{ id: isWamid }] });
    }
    expect(await client().markAsRead(numberId, wamid, 'text')).toEqual({ success: true });
  });

  test('reads and deletes a file, and blocks a customer', async () => {
    const { id } = (await client().uploadMedia(numberId, pdfForm())) as { id: string };
    expect(await client().retrieveMedia(id, numberId)).toMatchObject({ id, mime_type: 'application/pdf' });
    expect(await client().deleteMedia(id, numberId)).toEqual({ success: true });
    expect(await client().blockUser(numberId, customer)).toMatchObject({ block_users: { added_users: [{}] } });
    expect(await client().unblockUser(numberId, customer)).toMatchObject({ block_users: { removed_users: [{}] } });
  });

  test('makes, reads and deletes a link with a picture, its format in lower case', async () => {
    const made = (await client().createQR(numberId, 'I would like a bike', 'svg')) as unknown as Record<string, string>;
    expect(made['qr_image_url']).toMatch(/\.svg$/);
    const code = made['code'] ?? '';
    expect(await client().retrieveQR(numberId, code)).toMatchObject({ data: [{ code }] });
    expect(await client().updateQR(numberId, code, 'Two bikes')).toMatchObject({
      code,
      prefilled_message: 'Two bikes',
    });
    expect(await client().retrieveQR(numberId)).toMatchObject({ data: [{ code, prefilled_message: 'Two bikes' }] });
    expect(await client().deleteQR(numberId, code)).toEqual({ success: true });
  });

  test('uploads a file, with the product beside the form', async () => {
    expect(await client().uploadMedia(numberId, pdfForm())).toEqual({ id: expect.any(String) });
  });

  test('is told that it may not call, and that there is no such call', async () => {
    expect(await client().initiateCall(numberId, customer, 'sdp' as never)).toMatchObject({ error: { code: 138_006 } });
    for (const answer of [
      await client().preacceptCall(numberId, 'wacid.call', 'sdp' as never),
      await client().acceptCall(numberId, 'wacid.call', 'sdp' as never),
      await client().rejectCall(numberId, 'wacid.call'),
      await client().terminateCall(numberId, 'wacid.call'),
    ]) {
      expect(answer).toMatchObject({ error: { code: 100 } });
    }
  });
});

describe('@great-detail/whatsapp', () => {
  const client = () =>
    new GreatDetail({
      baseUrl: `${simulator.url}/simulator/`,
      graphVersion: 'v25.0',
      request: { headers: { Authorization: `Bearer ${input.token}` } },
    });

  /** It answers with the response, whose body is still to be read. */
  const read = async (answer: PromiseLike<unknown>): Promise<Record<string, unknown>> => {
    const given = await answer;
    return (given instanceof Response ? await given.json() : given) as Record<string, unknown>;
  };

  test('sends, reads the number, and makes an authentication template without a text', async () => {
    await opened();
    const text = { phoneNumberID: numberId, to: customer, type: 'text', text: { body: 'Hello' } };
    const sent = await read(client().message.createMessage(text as never));
    expect(sent).toMatchObject({ messages: [{ id: expect.any(String) }] });
    const number = await read(client().phoneNumbers.getPhoneNumber({ phoneNumberID: numberId } as never));
    expect(number).toMatchObject({ id: numberId });
    const made = await read(client().template.create(input.waba_id as never, otp as never));
    expect(made).toMatchObject({ status: 'PENDING', category: 'AUTHENTICATION' });
  });

  test('uploads and resolves a file', async () => {
    const file = new Blob(['%PDF-1.4'], { type: 'application/pdf' });
    const form = { phoneNumberID: numberId, file, filename: 'a.pdf', mimeType: 'application/pdf' };
    const { id } = await read(client().media.upload(form as never));
    expect(await read(client().media.getURL({ mediaID: id } as never))).toMatchObject({ id });
    expect(await read(client().media.delete({ mediaID: id } as never))).toEqual({ success: true });
  });

  test('reads and changes the number, its profile and its automation', async () => {
    const of = { phoneNumberID: numberId };
    const { businessProfile, conversationalAutomation, phoneNumbers, message } = client();
    const success = { success: true };
    expect(await read(businessProfile.updateBusinessProfile({ ...of, about: 'Bikes' } as never))).toEqual(success);
    expect(await read(businessProfile.getBusinessProfile({ ...of, fields: ['about'] } as never))).toMatchObject({
      data: [{ about: 'Bikes' }],
    });
    const commands = [{ command_name: 'hours', command_description: 'When we are open' }];
    expect(await read(conversationalAutomation.setConversationalAutomation({ ...of, commands } as never))).toEqual(
      success,
    );
    expect(await read(phoneNumbers.updatePhoneNumber({ ...of, new_display_name: 'Kestrel' } as never))).toEqual(
      success,
    );
    const fields = ['verified_name', 'new_display_name', 'new_name_status'];
    expect(await read(phoneNumbers.getPhoneNumber({ ...of, fields } as never))).toMatchObject({
      new_display_name: 'Kestrel',
      new_name_status: 'PENDING_REVIEW',
    });
    expect(await read(phoneNumbers.listPhoneNumbers({ businessAccountID: input.waba_id } as never))).toMatchObject({
      data: [{ id: numberId }],
    });
    const readBy = { ...of, status: 'read', message_id: await opened() };
    expect(await read(message.createStatus(readBy as never))).toEqual(success);
  });

  test('reads the account, its subscriptions, its templates and the library', async () => {
    const { subscribedApps, template, whatsappBusinessAccount } = client();
    const waba = input.waba_id as never;
    expect(await read(whatsappBusinessAccount.get(waba, { fields: ['id', 'currency'] } as never))).toEqual({
      id: input.waba_id,
      currency: 'USD',
    });
    expect(await read(subscribedApps.listSubscriptions({ businessAccountID: waba } as never))).toMatchObject({
      data: expect.any(Array),
    });
    const asked = { limit: 2, status: ['APPROVED'], name_or_content: 'hello_world', fields: ['id', 'name'] };
    const { data } = (await read(template.list(waba, asked as never))) as { data: { id: string; name: string }[] };
    expect(data).toMatchObject([{ name: 'hello_world' }]);
    expect(await read(template.get(data[0]?.id as never, { fields: ['name'] } as never))).toMatchObject({
      name: 'hello_world',
    });
    const component = { type: 'BODY', text: 'We are open again' };
    const plain = { name: 'open_again', language: 'en_US', category: 'UTILITY', components: [component] };
    expect(await read(template.create(waba, plain as never))).toMatchObject({ status: 'PENDING' });
    expect(await read(template.delete(waba, { name: 'open_again' } as never))).toEqual({ success: true });
    const found = await read(template.listLibrary({ search: 'order', limit: 5 } as never));
    expect(found['data']).toMatchObject([{ name: 'order_ready', category: 'UTILITY', body: expect.any(String) }]);
  });
});

describe('@kapso/whatsapp-cloud-api', () => {
  const client = () =>
    new Kapso({
      accessToken: input.token,
      baseUrl: `${simulator.url}/simulator`,
      graphVersion: 'v25.0',
    } as never);

  test('sends a text, a location, buttons and a template', async () => {
    await opened();
    const to = { phoneNumberId: numberId, to: customer };
    for (const sent of [
      await client().messages.sendText({ ...to, body: 'Hello' } as never),
      await client().messages.sendLocation({ ...to, location: { latitude: 38.7, longitude: -9.1 } } as never),
      await client().messages.sendInteractiveButtons({
        ...to,
        bodyText: 'Which day?',
        buttons: [{ id: 'fri', title: 'Friday' }],
      } as never),
      await client().messages.sendTemplate({
        ...to,
        template: { name: 'hello_world', language: { code: 'en_US' } },
      } as never),
    ]) {
      expect(sent).toMatchObject({ messages: [{ id: expect.stringContaining('wamid.') }] });
    }
  });

  test('sends files, cards, reactions and the other interactive kinds', async () => {
    const wamid = await opened();
    const { id } = await client().media.upload({
      phoneNumberId: numberId,
      type: 'application/pdf',
      file: new Blob(['%PDF-1.4'], { type: 'application/pdf' }),
      fileName: 'a.pdf',
    } as never);
    expect(await client().media.get({ mediaId: id })).toMatchObject({ id });
    const bytes = await client().media.download({ mediaId: id, auth: 'always' } as never);
    expect(Buffer.from(bytes as ArrayBuffer).toString()).toBe('%PDF-1.4');
    const to = { phoneNumberId: numberId, to: customer };
    const text = { ...to, bodyText: 'Choose' };
    const { messages } = client();
    const name = { formattedName: 'Ana Dias', firstName: 'Ana' };
    const section = { title: 'Days', rows: [{ id: 'fri', title: 'Friday' }] };
    for (const sent of [
      await messages.sendDocument({ ...to, document: { id, filename: 'a.pdf' } } as never),
      await messages.sendImage({ ...to, image: { link: 'https://shop.example/a.jpg' } } as never),
      await messages.sendVideo({ ...to, video: { link: 'https://shop.example/a.mp4' } } as never),
      await messages.sendAudio({ ...to, audio: { link: 'https://shop.example/a.ogg' } } as never),
      await messages.sendSticker({ ...to, sticker: { link: 'https://shop.example/a.webp' } } as never),
      await messages.sendContacts({ ...to, contacts: [{ name, phones: [{ phone: '+351910000777' }] }] } as never),
      await messages.sendReaction({ ...to, reaction: { messageId: wamid, emoji: '👍' } } as never),
      await messages.sendInteractiveList({ ...text, buttonText: 'Open', sections: [section] } as never),
      await messages.sendInteractiveCtaUrl({
        ...text,
        parameters: { displayText: 'Open', url: 'https://shop.example' },
      } as never),
      await messages.sendInteractiveFlow({
        ...text,
        parameters: { flowId: '1', flowCta: 'Open', flowMessageVersion: '3' },
      } as never),
      await messages.sendInteractiveProduct({ ...text, catalogId: 'c', productRetailerId: 'p' } as never),
      await messages.sendInteractiveCatalogMessage({
        ...text,
        parameters: { thumbnailProductRetailerId: 'p' },
      } as never),
    ]) {
      expect(sent).toMatchObject({ messages: [{ id: isWamid }] });
    }
    expect(await client().media.delete({ mediaId: id })).toEqual({ success: true });
  });

  test('reads and changes the settings, and is told that there is no such call and that flows are off', async () => {
    const of = { phoneNumberId: numberId };
    const { phoneNumbers, calls, flows } = client();
    expect(await phoneNumbers.settings.get(of)).toMatchObject({ calling: { status: 'ENABLED' } });
    expect(await phoneNumbers.settings.update({ ...of, calling: { status: 'DISABLED' } } as never)).toEqual({
      success: true,
    });
    expect(await phoneNumbers.requestCode({ ...of, codeMethod: 'SMS', language: 'en_US' } as never)).toEqual({
      success: true,
    });
    await expect(phoneNumbers.verifyCode({ ...of, code: '000000' })).rejects.toMatchObject({ code: 100 });
    await expect(calls.reject({ ...of, callId: 'call' })).rejects.toMatchObject({ code: 100 });
    const flow = { wabaId: input.waba_id, name: 'A form', categories: ['OTHER'] };
    await expect(flows.create(flow as never)).rejects.toMatchObject({ code: 139_000 });
  });

  test('lists templates', async () => {
    const listed = await client().templates.list({ businessAccountId: input.waba_id } as never);
    expect(listed.data.length).toBeGreaterThan(1);
  });
});

describe('the ways in which Graph takes parameters', () => {
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const text = { messaging_product: 'whatsapp', to: customer, type: 'text', text: '{"body": "From a form"}' };

  test('a form body with JSON as text', async () => {
    await opened();
    expect(await graph(`v25.0/${numberId}/messages`, form(text))).toMatchObject({ status: 200 });
    const data = new FormData();
    for (const [name, value] of Object.entries(text)) data.set(name, value);
    expect(await graph(`v25.0/${numberId}/messages`, { method: 'POST', body: data })).toMatchObject({ status: 200 });
  });

  test('JSON with JSON as text', async () => {
    const body = JSON.stringify(text);
    const headers = { 'content-type': 'application/json' };
    expect(await graph(`v25.0/${numberId}/messages`, { method: 'POST', body, headers })).toMatchObject({ status: 200 });
  });

  test('a path without a version', async () => {
    expect((await graph(numberId)).body).toMatchObject({ id: numberId });
    expect(await graph(`${numberId}/messages`, form(text))).toMatchObject({ status: 200 });
  });

  test('the product of an upload in the address', async () => {
    const data = new FormData();
    data.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'a.pdf');
    const path = `v25.0/${numberId}/media?messaging_product=whatsapp`;
    expect((await graph(path, { method: 'POST', body: data })).body).toEqual({ id: expect.any(String) });
  });
});

test('settings are read; calls and flows answer with a documented error', async () => {
  expect((await graph(`v25.0/${numberId}/settings`)).body).toMatchObject({
    user_identity_change: { enable_identity_key_check: false },
  });
  const post = { method: 'POST', body: new URLSearchParams({ name: 'a form' }) };
  expect(await graph(`v25.0/${input.waba_id}/flows`, post)).toMatchObject({ body: { error: { code: 139_000 } } });
  expect((await graph(`v25.0/${input.waba_id}/flows`)).body).toEqual({ data: [] });
});

test('a one-time code goes out with the text that WhatsApp gives it', async () => {
  const name = 'door_code';
  await account.graph('POST', `${input.waba_id}/message_templates`, { ...otp, name });
  const { body } = await account.graph('GET', `${input.waba_id}/message_templates?name=${name}`);
  const [template] = (body as unknown as { data: Array<{ components: Array<{ type: string; text?: string }> }> }).data;
  expect(template?.components.find(({ type }) => type === 'BODY')?.text).toContain('{{1}}');
  expect(template?.components.find(({ type }) => type === 'FOOTER')?.text).toBe('This code expires in 5 minutes.');
});
