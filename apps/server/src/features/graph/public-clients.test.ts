/** Clients that others wrote for the Cloud API work with Parley in its place: every call that they have. */

import { fixtureIds } from '@parley/whatsapp-fixtures';
import { GreatDetail, Kapso, Parts, WhatsAppAPI } from '@parley/whatsapp-simulator/public-clients';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type FileServer, startFileServer } from '../../testing/file-server.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { mp4 } from '../../testing/media.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

const { phoneNumberId: numberId, wabaId } = fixtureIds;
const customer = freshPhone();
const isWamid = expect.stringMatching(/^wamid\.[\w-]{22}$/);
let world: World;
let files: FileServer;
let key: string;

beforeAll(async () => {
  files = await startFileServer();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: files.host }, fileHosts: [files.host] });
  const scopes = [
    ...['messages:read', 'messages:write', 'threads:read', 'threads:write', 'templates:read', 'templates:write'],
    ...['channels:read', 'channels:write'],
  ];
  // Made and not read: what else runs in this process may have blocked sharp's readers.
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#606060' } });
  const webp = await plain(512, 512).webp().toBuffer();
  const serve = (path: string, type: string, body: Buffer) =>
    files.files.set(path, { body, headers: { 'content-type': type } });
  serve('/a.jpg', 'image/jpeg', await plain(40, 30).jpeg().toBuffer());
  serve('/a.mp4', 'video/mp4', mp4(2_000));
  serve('/a.m4a', 'audio/mp4', mp4(2_000, 'soun'));
  serve('/a.webp', 'image/webp', webp);
  const made = await world.api('POST /api/api-keys', { body: { name: 'Bot', scopes } as never });
  key = (made.body as { key: string }).key;
  await world.phone('POST', '/phones', { phone_number: customer, name: 'Layla' });
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
});
afterAll(async () => {
  await world.close();
  await files.close();
});

const link = (name: string) => files.url(`/${name}`);
const success = { success: true };
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

/** The customer writes first, so that anything may be answered. @returns WhatsApp's id of their message */
async function opened(): Promise<string> {
  const text = `Hi ${newId()}`;
  await world.phone('POST', `/phones/${customer}/messages`, { type: 'text', text: { body: text } });
  return until(async () => {
    const [row] = await queryAsOwner<{ wamid: string }>(
      world.server.owner,
      "select provider_message_id as wamid from messages where client_id = $1 and content->>'body' = $2",
      [world.clientId, text],
    );
    return row?.wamid;
  });
}

/** Everything that was sent has left. */
async function untilSent(): Promise<void> {
  await until(async () => {
    const [row] = await queryAsOwner<{ waiting: number }>(
      world.server.owner,
      "select count(*)::int as waiting from triggers where client_id = $1 and state in ('waiting', 'started')",
      [world.clientId],
    );
    return row?.waiting === 0;
  });
}

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
      token: key,
      secure: false,
      v: 'v25.0',
      ponyfill: {
        fetch: ((url: string, init: RequestInit) =>
          fetch(url.replace('https://graph.facebook.com', `${world.server.url}/graph`), init)) as typeof fetch,
      },
    });

  test('sends every kind of message, and marks as read', async () => {
    const wamid = await opened();
    const file = await client().uploadMedia(numberId, pdfForm());
    const button = new Parts.ActionButtons(new Parts.Button('fri', 'Friday'), new Parts.Button('mon', 'Monday'));
    const list = new Parts.ActionList('See times', new Parts.ListSection('Days', new Parts.Row('9', 'Nine', 'Full')));
    const body = new Parts.Body('Which day?');
    const language = new Parts.Language('en_US');
    const values = [new Parts.BodyParameter('Ana'), new Parts.BodyParameter('A-17')] as const;
    for (const message of [
      new Parts.Text('Good morning'),
      new Parts.Document((file as { id: string }).id, true, 'The prices', 'a.pdf'),
      new Parts.Image(link('a.jpg')),
      new Parts.Video(link('a.mp4')),
      new Parts.Audio(link('a.m4a')),
      new Parts.Sticker(link('a.webp')),
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
      const sent = await client().sendMessage(numberId, customer, message);
      expect([message._type, sent]).toMatchObject([
        message._type,
        { messages: [{ id: expect.stringMatching(/^wamid/) }] },
      ]);
    }
    expect(await client().markAsRead(numberId, wamid)).toEqual(success);
    expect(await client().markAsRead(numberId, wamid, 'text')).toEqual(success);
  });

  test('reads and deletes a file, and blocks a customer', async () => {
    await opened();
    await untilSent();
    const { id } = (await client().uploadMedia(numberId, pdfForm())) as { id: string };
    const read = await client().retrieveMedia(id, numberId);
    expect(read).toMatchObject({ id, mime_type: 'application/pdf', file_size: 8 });
    expect(await client().deleteMedia(id, numberId)).toEqual(success);
    expect(await client().blockUser(numberId, customer)).toMatchObject({ block_users: { added_users: [{}] } });
    expect(await client().unblockUser(numberId, customer)).toMatchObject({ block_users: { removed_users: [{}] } });
  });

  test('makes, reads and deletes a link with a picture', async () => {
    const made = (await client().createQR(numberId, 'I would like a bike', 'svg')) as unknown as Record<string, string>;
    expect(made['qr_image_url']).toMatch(/\.svg$/);
    const code = made['code'] ?? '';
    expect(await client().retrieveQR(numberId, code)).toMatchObject({ data: [{ code }] });
    expect(await client().updateQR(numberId, code, 'Two bikes')).toMatchObject({ prefilled_message: 'Two bikes' });
    expect(await client().retrieveQR(numberId)).toMatchObject({ data: [{ code, prefilled_message: 'Two bikes' }] });
    expect(await client().deleteQR(numberId, code)).toEqual(success);
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
      baseUrl: `${world.server.url}/graph/`,
      graphVersion: 'v25.0',
      request: { headers: { Authorization: `Bearer ${key}` } },
    });

  /** It answers with the response, whose body is still to be read. */
  const read = async (answer: PromiseLike<unknown>): Promise<Record<string, unknown>> => {
    const given = await answer;
    return (given instanceof Response ? await given.json() : given) as Record<string, unknown>;
  };

  test('sends, reads the number, and makes an authentication template without a text', async () => {
    await opened();
    const text = { phoneNumberID: numberId, to: customer, type: 'text', text: { body: 'Hello' } };
    expect(await read(client().message.createMessage(text as never))).toMatchObject({ messages: [{ id: isWamid }] });
    expect(await read(client().phoneNumbers.getPhoneNumber({ phoneNumberID: numberId } as never))).toMatchObject({
      id: numberId,
    });
    const made = await read(client().template.create(wabaId as never, otp as never));
    expect(made).toMatchObject({ status: 'PENDING', category: 'AUTHENTICATION' });
  });

  test('uploads and resolves a file', async () => {
    const file = new Blob(['%PDF-1.4'], { type: 'application/pdf' });
    const form = { phoneNumberID: numberId, file, filename: 'a.pdf', mimeType: 'application/pdf' };
    const { id } = await read(client().media.upload(form as never));
    expect(await read(client().media.getURL({ mediaID: id } as never))).toMatchObject({ id });
    expect(await read(client().media.delete({ mediaID: id } as never))).toEqual(success);
  });

  test('reads and changes the number, its profile and its automation', async () => {
    const of = { phoneNumberID: numberId };
    const { businessProfile, conversationalAutomation, phoneNumbers, message } = client();
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
    });
    expect(await read(phoneNumbers.listPhoneNumbers({ businessAccountID: wabaId } as never))).toMatchObject({
      data: [{ id: numberId }],
    });
    const readBy = { ...of, status: 'read', message_id: await opened() };
    expect(await read(message.createStatus(readBy as never))).toEqual(success);
  });

  test('reads the account, its subscriptions, its templates and the library', async () => {
    const { subscribedApps, template, whatsappBusinessAccount } = client();
    const waba = wabaId as never;
    expect(await read(whatsappBusinessAccount.get(waba, { fields: ['id', 'currency'] } as never))).toMatchObject({
      id: wabaId,
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
    expect(await read(template.delete(waba, { name: 'open_again' } as never))).toEqual(success);
    const found = await read(template.listLibrary({ search: 'order', limit: 5 } as never));
    expect(found['data']).toMatchObject([{ name: 'order_ready', category: 'UTILITY', body: expect.any(String) }]);
  });
});

describe('@kapso/whatsapp-cloud-api', () => {
  const client = () =>
    new Kapso({ accessToken: key, baseUrl: `${world.server.url}/graph`, graphVersion: 'v25.0' } as never);

  test('sends every kind of message', async () => {
    const wamid = await opened();
    const upload = { phoneNumberId: numberId, type: 'application/pdf', fileName: 'a.pdf' };
    const file = new Blob(['%PDF-1.4'], { type: 'application/pdf' });
    const { id } = await client().media.upload({ ...upload, file } as never);
    expect(await client().media.get({ mediaId: id })).toMatchObject({ id });
    const bytes = await client().media.download({ mediaId: id, auth: 'always' } as never);
    expect(Buffer.from(bytes as ArrayBuffer).toString()).toBe('%PDF-1.4');
    const to = { phoneNumberId: numberId, to: customer };
    const text = { ...to, bodyText: 'Choose' };
    const { messages } = client();
    const name = { formattedName: 'Ana Dias', firstName: 'Ana' };
    const section = { title: 'Days', rows: [{ id: 'fri', title: 'Friday' }] };
    const template = { name: 'hello_world', language: { code: 'en_US' } };
    const location = { latitude: 38.7, longitude: -9.1 };
    const flow = { flowId: '1', flowCta: 'Open', flowMessageVersion: '3' };
    const url = 'https://shop.example';
    const sends: Record<string, () => Promise<unknown>> = {
      text: () => messages.sendText({ ...to, body: 'Hello' } as never),
      location: () => messages.sendLocation({ ...to, location } as never),
      buttons: () => messages.sendInteractiveButtons({ ...text, buttons: [{ id: 'fri', title: 'Friday' }] } as never),
      template: () => messages.sendTemplate({ ...to, template } as never),
      document: () => messages.sendDocument({ ...to, document: { id, filename: 'a.pdf' } } as never),
      image: () => messages.sendImage({ ...to, image: { link: link('a.jpg') } } as never),
      video: () => messages.sendVideo({ ...to, video: { link: link('a.mp4') } } as never),
      audio: () => messages.sendAudio({ ...to, audio: { link: link('a.m4a') } } as never),
      sticker: () => messages.sendSticker({ ...to, sticker: { link: link('a.webp') } } as never),
      contacts: () =>
        messages.sendContacts({ ...to, contacts: [{ name, phones: [{ phone: '+351910000777' }] }] } as never),
      reaction: () => messages.sendReaction({ ...to, reaction: { messageId: wamid, emoji: '👍' } } as never),
      list: () => messages.sendInteractiveList({ ...text, buttonText: 'Open', sections: [section] } as never),
      link: () => messages.sendInteractiveCtaUrl({ ...text, parameters: { displayText: 'Open', url } } as never),
      flow: () => messages.sendInteractiveFlow({ ...text, parameters: flow } as never),
      product: () => messages.sendInteractiveProduct({ ...text, catalogId: 'c', productRetailerId: 'p' } as never),
      catalog: () =>
        messages.sendInteractiveCatalogMessage({ ...text, parameters: { thumbnailProductRetailerId: 'p' } } as never),
    };
    for (const [kind, send] of Object.entries(sends)) {
      const sent = await send().catch((error: unknown) => error);
      expect([kind, sent]).toMatchObject([kind, { messages: [{ id: expect.stringMatching(/^wamid\./) }] }]);
    }
    expect(await client().media.delete({ mediaId: id })).toEqual(success);
  });

  test('reads and changes the settings, and is told that there is no such call and that flows are off', async () => {
    const of = { phoneNumberId: numberId };
    const { phoneNumbers, calls, flows } = client();
    expect(await phoneNumbers.settings.get(of)).toMatchObject({ calling: { status: 'ENABLED' } });
    const calling = { status: 'DISABLED' };
    expect(await phoneNumbers.settings.update({ ...of, calling } as never)).toEqual(success);
    expect(await phoneNumbers.requestCode({ ...of, codeMethod: 'SMS', language: 'en_US' } as never)).toEqual(success);
    await expect(phoneNumbers.verifyCode({ ...of, code: '000000' })).rejects.toMatchObject({ code: 100 });
    await expect(calls.reject({ ...of, callId: 'call' })).rejects.toMatchObject({ code: 100 });
    const flow = { wabaId, name: 'A form', categories: ['OTHER'] };
    await expect(flows.create(flow as never)).rejects.toMatchObject({ code: 139_000 });
  });

  test('lists templates', async () => {
    const listed = await client().templates.list({ businessAccountId: wabaId } as never);
    expect(listed.data.length).toBeGreaterThan(1);
  });
});

test('what they sent left through the queue of the channel, once each', async () => {
  await untilSent();
  const failed = await queryAsOwner(
    world.server.owner,
    "select type, content, error from messages where client_id = $1 and direction = 'OUTGOING' and status = -1",
    [world.clientId],
  );
  expect(failed).toEqual([]);
});
