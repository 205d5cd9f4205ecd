import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RTCPeerConnection, RTCRtpCodecParameters } from 'werift';
import { type Simulator, startSimulator } from './index.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import { accountAt, accountInput, eventually, type TestAccount } from './testing/sandbox.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/calling/user-initiated-calls */

const ana = '351910000001';
const numberId = '106540352242922008';
let simulator: Simulator;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  const secrets = accountInput(8, null);
  receiver = createReceiver(secrets.app_secret, secrets.verify_token ?? '');
  await receiver.listen();
  simulator = await startSimulator({ limits: { throughput: false } });
  const input = accountInput(8, receiver.url);
  simulator.registerAccount(numberId, input);
  account = accountAt(simulator.url, numberId, input);
});
beforeEach(async () => {
  await account.control('POST', 'reset');
  receiver.posts.length = 0;
  await account.control('POST', 'phones', { phone_number: ana, name: 'Ana' });
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
});

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/calling/business-initiated-calls */

type CallEvent = { id: string; event: string; session?: { sdp: string } } & Record<string, unknown>;
const events = (): CallEvent[] =>
  receiver.posts.flatMap(({ raw }) => {
    const { entry } = JSON.parse(raw.toString()) as { entry: { changes: { value: { calls?: CallEvent[] } }[] }[] };
    return entry.flatMap((one) => one.changes.flatMap(({ value }) => value.calls ?? []));
  });
const told = (event: string) => eventually(event, () => events().find((one) => one.event === event));
const act = (action: string, call_id: string, more: object = {}) =>
  account.graph('POST', `${numberId}/calls`, { messaging_product: 'whatsapp', call_id, action, ...more });
const phoneCall = async (method = 'GET') =>
  (await account.control(method, `phones/${ana}/calls`)).body.call as { state: string; heard_packets: number };

test('a call that is taken carries sound both ways, and its end says how long it lasted', async () => {
  await phoneCall('POST');
  const { id, session, ...offer } = await told('connect');
  expect(offer).toMatchObject({ from: ana, direction: 'USER_INITIATED' });
  const opus = new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 111 });
  const business = new RTCPeerConnection({
    codecs: { audio: [opus] },
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  let heard = 0;
  business.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(() => {
      heard += 1;
    });
  });
  await business.setRemoteDescription({ type: 'offer', sdp: session?.sdp ?? '' });
  await business.setLocalDescription(await business.createAnswer());
  const sdp = business.localDescription?.sdp ?? '';
  for (const action of ['pre_accept', 'accept']) {
    expect((await act(action, id, { session: { sdp_type: 'answer', sdp } })).body, action).toMatchObject({
      success: true,
    });
  }
  expect((await phoneCall()).state).toBe('connected');
  await eventually('sound', () => heard > 10 || undefined);
  expect((await act('terminate', id)).status).toBe(200);
  expect(await told('terminate')).toMatchObject({ id, status: 'COMPLETED', duration: expect.any(Number) });
  await business.close();
});

test('a call that the customer ends, or the business rejects, has failed', async () => {
  await phoneCall('POST');
  await told('connect');
  expect((await phoneCall('DELETE')).state).toBe('ended');
  expect(await told('terminate')).toMatchObject({ status: 'FAILED' });
  receiver.posts.length = 0;
  await phoneCall('POST');
  const { id } = await told('connect');
  expect((await act('reject', id)).status).toBe(200);
  expect(await told('terminate')).toMatchObject({ id, status: 'FAILED' });
  expect((await act('reject', id)).body, 'again').toMatchObject({ error: { code: 100 } });
});

const permit = (reply: object) =>
  account.control('POST', `phones/${ana}/messages`, {
    type: 'interactive',
    interactive: { type: 'call_permission_reply', call_permission_reply: reply },
  });
const callAna = (sdp = 'v=0') =>
  account.graph('POST', `${numberId}/calls`, {
    ...{ messaging_product: 'whatsapp', action: 'connect', to: ana, biz_opaque_callback_data: 'ours' },
    session: { sdp_type: 'offer', sdp },
  });
const permission = async () =>
  (await account.graph('GET', `${numberId}/call_permissions?user_wa_id=${ana}`)).body as Record<string, object>;
const statuses = () =>
  receiver.posts.flatMap(({ raw }) => {
    const { entry } = JSON.parse(raw.toString()) as {
      entry: { changes: { field: string; value: { statuses?: { status: string }[] } }[] }[];
    };
    return entry
      .flatMap(({ changes }) => changes)
      .filter(({ field }) => field === 'calls')
      .flatMap(({ value }) => (value.statuses ?? []).map(({ status }) => status));
  });

test('a customer who permits it is called: it rings, they take it, and both hear each other', async () => {
  expect((await callAna()).body).toMatchObject({ error: { code: 138_006 } });
  expect(await permission()).toMatchObject({ permission: { status: 'no_permission' } });
  await permit({ response: 'accept', is_permanent: true });
  expect(await permission()).toMatchObject({ permission: { status: 'permanent' } });
  const opus = new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 111 });
  const business = new RTCPeerConnection({
    codecs: { audio: [opus] },
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  let heard = 0;
  business.addTransceiver('audio', { direction: 'sendrecv' }).onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(() => {
      heard += 1;
    });
  });
  await business.setLocalDescription(await business.createOffer());
  const { body } = await callAna(business.localDescription?.sdp);
  const [{ id } = { id: '' }] = body.calls as { id: string }[];
  await eventually('ringing', () => statuses().includes('RINGING') || undefined);
  expect((await callAna()).body, 'again').toMatchObject({ error: { code: 138_003 } });
  expect((await phoneCall('PUT')).state).toBe('connected');
  const { session, ...connect } = await told('connect');
  expect(connect).toMatchObject({ id, to: ana, direction: 'BUSINESS_INITIATED', biz_opaque_callback_data: 'ours' });
  await business.setRemoteDescription({ type: 'answer', sdp: session?.sdp ?? '' });
  await eventually('sound', () => heard > 10 || undefined);
  expect((await act('terminate', id)).status).toBe(200);
  expect(await told('terminate')).toMatchObject({ id, status: 'COMPLETED', duration: expect.any(Number) });
  await business.close();
});

test('a customer who takes four calls in a row not permits none any more, and declining is told', async () => {
  await permit({ response: 'accept', is_permanent: true });
  for (let call = 0; call < 4; call += 1) {
    expect((await callAna()).status, String(call)).toBe(200);
    expect((await phoneCall('DELETE')).state).toBe('ended');
  }
  await eventually('declined', () => statuses().includes('REJECTED') || undefined);
  expect((await callAna()).body).toMatchObject({ error: { code: 138_006 } });
});

test('a customer is asked once a day, and says yes for a week', async () => {
  const ask = () =>
    account.graph('POST', `${numberId}/messages`, {
      ...{ messaging_product: 'whatsapp', to: ana, type: 'interactive' },
      interactive: {
        type: 'call_permission_request',
        body: { text: 'May we?' },
        action: { name: 'call_permission_request' },
      },
    });
  await account.control('POST', `phones/${ana}/messages`, { type: 'text', text: { body: 'Hello' } });
  const { body } = await ask();
  expect((await ask()).body).toMatchObject({ error: { code: 138_009 } });
  expect(await permission()).toMatchObject({ actions: [{ can_perform_action: false }, { can_perform_action: false }] });
  const [{ id } = { id: '' }] = body.messages as { id: string }[];
  await eventually('delivered', async () => {
    const { body: found } = await account.control('POST', `phones/${ana}/taps`, { message_id: id, button: 0 });
    return found.error === undefined || undefined;
  });
  expect(await permission()).toMatchObject({
    permission: { status: 'temporary', expiration_time: expect.any(Number) },
  });
});

test('what is wrong is refused, and the call rings on', async () => {
  await phoneCall('POST');
  const { id } = await told('connect');
  for (const [code, body] of [
    [131_008, act('accept', id)],
    [131_009, act('accept', id, { session: { sdp_type: 'offer', sdp: 'v=0' } })],
    [100, act('accept', 'wacid.none', { session: { sdp_type: 'answer', sdp: 'v=0' } })],
    [100, act('terminate', id)],
    [
      138_006,
      account.graph('POST', `${numberId}/calls`, { messaging_product: 'whatsapp', action: 'connect', to: ana }),
    ],
  ] as const) {
    expect((await body).body).toMatchObject({ error: { code } });
  }
  expect((await phoneCall()).state).toBe('ringing');
});

test('a number whose calling is off, hidden or outside its hours is not called, and one that is off calls nobody', async () => {
  const setting = (calling: object) => account.graph('POST', `${numberId}/settings`, { calling });
  const customerCalls = () => account.control('POST', `phones/${ana}/calls`);
  const refused = { status: 409, body: { error: { code: 'calling_off' } } };
  expect((await setting({ status: 'DISABLED' })).status).toBe(200);
  expect(await customerCalls()).toMatchObject(refused);
  await permit({ response: 'accept', is_permanent: true });
  expect((await callAna()).body).toMatchObject({ error: { code: 138_000 } });
  await setting({ status: 'ENABLED', call_icon_visibility: 'DISABLE_ALL' });
  expect(await customerCalls()).toMatchObject(refused);
  const on = (day: number) =>
    new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
      .format(Date.now() + day * 86_400_000)
      .toUpperCase();
  const hours = (day: number) => ({
    status: 'ENABLED',
    timezone_id: 'UTC',
    weekly_operating_hours: [{ day_of_week: on(day), open_time: '0000', close_time: '2359' }],
  });
  await setting({ call_icon_visibility: 'DEFAULT', call_hours: hours(3) });
  expect(await customerCalls()).toMatchObject(refused);
  await setting({ call_hours: hours(0) });
  expect((await customerCalls()).status).toBe(201);
  expect((await account.graph('GET', `${numberId}/settings`)).body).toMatchObject({
    calling: { status: 'ENABLED', call_hours: { ...hours(0), holiday_schedule: [] } },
  });
  await phoneCall('DELETE');
  await setting({ call_hours: { ...hours(3), status: 'DISABLED' } });
  expect((await customerCalls()).status).toBe(201);
});

test.each([
  ['no status', { status: 'on' }],
  ['no hours', { call_hours: { status: 'ENABLED', timezone_id: 'UTC', weekly_operating_hours: [] } }],
  ['no zone', { call_hours: { status: 'ENABLED', timezone_id: 'Mars', weekly_operating_hours: [monday()] } }],
  ['backwards', { call_hours: week(monday('1700', '0900')) }],
  ['overlapping', { call_hours: week(monday('0900', '1200'), monday('1100', '1700')) }],
  ['three a day', { call_hours: week(monday('0900', '1000'), monday('1100', '1200'), monday('1300', '1400')) }],
  ['a past form of a day', { call_hours: { ...week(monday()), holiday_schedule: [{ date: 'tomorrow' }] } }],
])('wrong settings of calling are refused and change nothing: %s', async (_what, calling) => {
  const before = (await account.graph('GET', `${numberId}/settings`)).body;
  expect((await account.graph('POST', `${numberId}/settings`, { calling })).status).toBe(400);
  expect((await account.graph('GET', `${numberId}/settings`)).body).toEqual(before);
});

function monday(open_time = '0900', close_time = '1700') {
  return { day_of_week: 'MONDAY', open_time, close_time };
}

function week(...weekly_operating_hours: object[]) {
  return { status: 'ENABLED', timezone_id: 'UTC', weekly_operating_hours };
}
