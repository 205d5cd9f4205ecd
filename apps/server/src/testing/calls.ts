import type { PhoneCall } from '@parley/contract/types';
import { newId } from '../platform/ids.ts';
import { type Api, until, type World } from './world.ts';

/** The answer of a browser to an offer of one audio line. Nobody listens there. */
export const answerSdp = [
  ...['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111'],
  ...['c=IN IP4 0.0.0.0', 'a=rtcp:9 IN IP4 0.0.0.0', 'a=ice-ufrag:abcd', 'a=ice-pwd:abcdefghijklmnopqrstuvwx'],
  `a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}`,
  ...['a=setup:active', 'a=mid:0', 'a=sendrecv', 'a=rtcp-mux', 'a=rtpmap:111 opus/48000/2', ''],
].join('\r\n');

/** The offer of a browser that calls. */
export const offerSdp = answerSdp.replace('a=setup:active', 'a=setup:actpass');

/** A page that calls the customer of a conversation. */
export const pageCalls = (
  api: Api,
  threadId: string,
  { id = newId(), deviceId = newId() }: { id?: string; deviceId?: string } = {},
) =>
  api('POST /api/threads/{id}/calls', {
    params: { id: threadId },
    body: { id, device_id: deviceId, sdp: offerSdp },
  });

/** A page that answers a call. */
export const pageAnswers = (api: Api, id: string, deviceId: string = newId()) =>
  api('POST /api/calls/{id}/answer', { params: { id }, body: { device_id: deviceId, sdp: answerSdp } });

export const callsSeen = async (api: Api): Promise<PhoneCall[]> => (await api('GET /api/calls')).body.data;

/** A simulated customer calls. @returns the call as it rings for `api` */
export async function customerCalls(world: World, from: string, api: Api = world.api): Promise<PhoneCall> {
  await world.phone('POST', '/phones', { phone_number: from, name: 'Layla Haddad' });
  await world.phone('POST', `/phones/${from}/calls`);
  return until(async () => (await callsSeen(api)).find(({ contact }) => contact.phone_number === from));
}
