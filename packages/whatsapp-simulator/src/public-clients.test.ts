/** Clients that others wrote against the platform work against the simulator too: a misreading of ours would show here. */
import GreatDetail from '@great-detail/whatsapp';
import { WhatsAppClient } from '@kapso/whatsapp-cloud-api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WhatsAppAPI } from 'whatsapp-api-js';
import { Text } from 'whatsapp-api-js/messages';
import { accountAt, accountInput, type SimulatorProcess, startProcess, type TestAccount } from './testing/sandbox.ts';

// Waiting for an event may take long on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

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
    const sent = await client().sendMessage(numberId, customer, new Text('Good morning'));
    expect(sent).toMatchObject({ messages: [{ id: expect.stringContaining('wamid.') }] });
    expect(await client().markAsRead(numberId, wamid)).toEqual({ success: true });
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
    const form = new FormData();
    form.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'a.pdf');
    form.set('type', 'application/pdf');
    form.set('messaging_product', 'whatsapp');
    expect(await client().uploadMedia(numberId, form)).toEqual({ id: expect.any(String) });
  });

  test('is told that calls are off', async () => {
    const answer = await client().initiateCall(numberId, customer, 'sdp' as never);
    expect(answer).toMatchObject({ error: { code: 138_000 } });
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
  });
});

describe('@kapso/whatsapp-cloud-api', () => {
  const client = () =>
    new WhatsAppClient({
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
