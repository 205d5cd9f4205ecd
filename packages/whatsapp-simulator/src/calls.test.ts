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
