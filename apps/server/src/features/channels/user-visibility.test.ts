import type { Channel } from '@parley/contract/types';
import { fixtureIds } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../../testing/auth.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { addMember, createUser } from '../../testing/users.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/* Users see the label and health of a channel: no WhatsApp ids, no ends of credentials, no adapter. */

let world: World;
let tokens: Record<'User' | 'Admin', string>;
beforeAll(async () => {
  world = await testWorld();
  const auth = await createAuth(world.server.platform);
  const tokenOf = async (role: 'User' | 'Admin') => {
    const user = await createUser(world.server.owner);
    await addMember(world.server.owner, world.clientId, user, role);
    return auth.idTokens.sign({ uid: user.uid, sid: user.sid, account: { clientId: world.clientId, role } });
  };
  tokens = { User: await tokenOf('User'), Admin: await tokenOf('Admin') };
});
afterAll(() => world.close());

const rename = (label: string) =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { channel_label: label } });

/** A change of the channel over the live connection. */
async function byLive(token: string): Promise<Channel> {
  const live = await signInSyncConnection(world.server.url, token);
  await rename(`Live ${Math.random()}`);
  const found = await until(async () => live.changes().find(({ id }) => id === world.channelId));
  live.close();
  return found.data as Channel;
}

/** The same by the long poll. */
async function byPoll(token: string): Promise<Channel> {
  const api = world.apiAs(token);
  const { body } = await api('GET /api/sync/poll', { query: {} });
  await rename(`Poll ${Math.random()}`);
  let { cursor } = body as { cursor: string };
  return until(async () => {
    const page = await api('GET /api/sync/poll', { query: { cursor, timeout: 5 } as never });
    cursor = page.body.cursor;
    const changes = 'changes' in page.body ? page.body.changes : [];
    return (changes as { id: string; data: Channel }[]).find(({ id }) => id === world.channelId)?.data;
  });
}

const readers: Array<[name: string, take: (token: string) => Promise<Channel | undefined>]> = [
  ['the list', async (token) => ofList((await world.apiAs(token)('GET /api/channels')).body.data)],
  ['the start', async (token) => ofList((await world.apiAs(token)('GET /api/bootstrap')).body.channels)],
  ['the live connection', byLive],
  ['the long poll', byPoll],
];
const ofList = (rows: readonly Channel[]) => rows.find(({ id }) => id === world.channelId);

test.each(readers)('by %s a User gets no ids, an Admin does', async (_name, take) => {
  const plain = await take(tokens.User);
  expect(plain).toMatchObject({
    state: 'ACTIVE',
    phone_number_id: '',
    waba_id: '',
    secrets: { access_token: '', app_secret: '', verify_token: '' },
    adapter_url: null,
    previous_until: null,
  });
  expect(plain?.channel_label).not.toBe('');
  const { phoneNumberId, wabaId } = fixtureIds;
  expect(JSON.stringify(plain)).not.toContain(phoneNumberId);
  expect(JSON.stringify(plain)).not.toContain(wabaId);
  expect(await take(tokens.Admin)).toMatchObject({ phone_number_id: phoneNumberId, waba_id: wabaId });
});

test('the health of a channel omits the details of its checks', async () => {
  await world.phone('POST', '/faults', { number: { quality_rating: 'RED' } });
  await world.api('POST /api/channels/{id}/doctor', { params: { id: world.channelId } });
  const of = async (token: string) => {
    const { status, body } = await world.apiAs(token)('GET /api/channels/health');
    expect(status).toBe(200);
    return body.data.find(({ channel_id: id }) => id === world.channelId);
  };
  const plain = await of(tokens.User);
  expect(plain).toMatchObject({ token: { state: 'unknown' }, number: { quality: 'RED', verified_name: null } });
  expect(plain?.report?.checks).toContainEqual({ name: 'quality', state: 'failed', detail: '', fix: null });
  expect(JSON.stringify(plain)).not.toContain(fixtureIds.wabaId);
  const whole = await of(tokens.Admin);
  expect(whole?.report?.checks.find(({ name }) => name === 'quality')?.fix).toContain('Send fewer broadcasts');
});
