import type { DoctorCheck } from '@parley/contract/types';
import { fixtureIds, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Adapter } from '../../../../../../examples/session-adapter/adapter.ts';
import { createAuth } from '../../../testing/auth.ts';
import { serverBeside } from '../../../testing/server.ts';
import { startTestProxy, type TestProxy } from '../../../testing/test-proxy.ts';
import { createAccount, createUser } from '../../../testing/users.ts';
import { type Api, freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';
import { type CheckName, checkNames } from './check.ts';

/*
 * Every check of the doctor, and the fault of the simulator, or the real condition of the running product, that makes
 * it red. A check without a row fails.
 */

const { wabaId, phoneNumberId, displayPhoneNumber } = fixtureIds;
const token = 'EAA-token-of-the-test-channel';
const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const customer = '447700900123';

let throughProxy: TestProxy;
let world: World;
let adapter: Adapter;
let sessionId: string;
beforeAll(async () => {
  throughProxy = await startTestProxy();
  const probe = new Adapter({ parleyUrl: '', secret });
  const adapterUrl = await probe.start();
  const port = Number(new URL(adapterUrl).port);
  await probe.stop();
  adapter = new Adapter({ parleyUrl: '', secret, port });
  await adapter.start();
  world = await testWorld({ publicUrl: throughProxy.url, env: { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}` } });
  throughProxy.target = world.server.url;
  // Connected before its address answered: the webhooks are subscribed now.
  await world.api('POST /api/channels/{id}/subscribe', { params: { id: world.channelId } });
  const session = await world.api('POST /api/channels', {
    body: {
      kind: 'SESSION',
      channel_label: 'Own line',
      phone_number: '+442079460200',
      adapter_url: adapterUrl,
      signing_secret: secret,
    },
  });
  sessionId = session.body.id;
  await world.deliver(textFromCustomer({ id: freshWamid(), from: customer, body: 'Hello', timestampS: nowS() }));
  await until(async () => (await world.api('GET /api/threads')).body.data.length === 1);
});
afterAll(async () => {
  await world.close();
  await adapter.stop();
  await throughProxy.close();
});
afterEach(() => world.phone('DELETE', '/faults'));

const examine = async (api: Api, id: string) =>
  (await api('POST /api/channels/{id}/doctor', { params: { id } })).body.checks;

/** Polls until a check has the expected state: some faults first pass through webhooks. */
const seen = (wanted: Row, id: string, api: Api = world.api): Promise<DoctorCheck> =>
  until(async () => {
    const found = await examine(api, id);
    return found.find(({ name, state, detail }) => {
      return name === wanted.check && state === wanted.state && wanted.words.test(detail);
    });
  });

const fault = (faults: object) => () => world.phone('POST', '/faults', faults);
const account = (change: object) =>
  world.simulator.registerAccount(phoneNumberId, {
    token,
    app_secret: world.appSecret,
    waba_id: wabaId,
    display_phone_number: displayPhoneNumber,
    verified_name: 'Kestrel shop',
    windows: false,
    ...change,
  });
const params = () => ({ id: world.channelId });

async function say(body: string): Promise<string> {
  const [thread] = (await world.api('GET /api/threads')).body.data;
  const sent = await world.api('POST /api/messages', {
    body: {
      channel_id: world.channelId,
      thread_id: thread?.id ?? '',
      source: 'INBOX',
      type: 'text',
      text: { body },
    },
  });
  expect(sent.status).toBe(201);
  return sent.body.id;
}

type Row = {
  check: CheckName;
  state: DoctorCheck['state'];
  words: RegExp;
  /** Causes the fault; its result undoes it, along with the simulator's own faults. */
  make: () => Promise<unknown>;
  undo?: () => Promise<unknown> | unknown;
  channel?: () => string;
  /** Its own check, where the default ones are not enough. */
  look?: (row: Row) => Promise<DoctorCheck>;
};

const rows: Row[] = [
  {
    check: 'state',
    state: 'failed',
    words: /paused: The access token has expired/,
    async make() {
      await world.phone('POST', '/faults', { next_send_error: 190 });
      await say('This waits');
    },
    undo: () => world.api('PUT /api/channels/{id}', { params: params(), body: { state: 'ACTIVE' } }),
  },
  {
    check: 'address',
    state: 'failed',
    words: /is not called/,
    // The operator no longer allows the address, and starts the server again.
    make: async () => undefined,
    async look(row) {
      const { platform } = world.server;
      const config = { ...platform.config, ALLOWED_PRIVATE_HOSTS: [] };
      const strict = await serverBeside({ ...world.server, platform: { ...platform, config } });
      try {
        const answer = await fetch(`${strict.url}/api/channels/${sessionId}/doctor`, {
          method: 'POST',
          headers: { authorization: `Bearer ${world.token}` },
        });
        const { checks } = (await answer.json()) as { checks: DoctorCheck[] };
        const found = checks.find(({ name, state }) => name === row.check && state === row.state);
        if (found === undefined) throw new Error(JSON.stringify(checks));
        return found;
      } finally {
        await strict.close();
      }
    },
  },
  {
    check: 'adapter',
    state: 'failed',
    words: /couldn’t be reached/,
    make: () => adapter.stop(),
    channel: () => sessionId,
  },
  { check: 'token', state: 'failed', words: /not valid/, make: fault({ token_expired: true }) },
  { check: 'token', state: 'unproven', words: /./, make: fault({ every_call_error: 2 }) },
  {
    check: 'token',
    state: 'warning',
    words: /expires in 2 days/,
    make: fault({ token_expires_in_s: 2 * 86_400 + 600 }),
  },
  {
    check: 'permissions',
    state: 'failed',
    words: /lacks whatsapp_business_messaging/,
    make: fault({ missing_permissions: ['whatsapp_business_messaging'] }),
  },
  {
    check: 'app_secret',
    state: 'failed',
    words: /not that of the token’s app/,
    make: async () => account({ app_secret: 'another-secret-of-the-app' }),
    undo: () => account({}),
  },
  {
    check: 'earlier_credentials',
    state: 'warning',
    words: /The token is refused.*messages are sent with the previous one/,
    async make() {
      account({ token: 'EAA-the-token-after-it' });
      const rotated = await world.api('POST /api/channels/{id}/rotate', {
        params: params(),
        body: { access_token: 'EAA-the-token-after-it' },
      });
      expect(rotated.status).toBe(200);
      account({});
    },
    async undo() {
      const id = await say('With the token before');
      await until(async () => {
        return (await world.api('GET /api/messages/{id}', { params: { id } })).body.send_state === 'accepted';
      });
      expect((await world.api('POST /api/channels/{id}/rotate-back', { params: params() })).status).toBe(200);
    },
  },
  {
    check: 'number',
    state: 'failed',
    words: /./,
    make: fault({ missing_permissions: ['whatsapp_business_management'] }),
  },
  {
    check: 'number',
    state: 'failed',
    words: /belongs to \+447700900999/,
    make: async () => account({ display_phone_number: '447700900999' }),
    undo: () => account({}),
  },
  { check: 'account', state: 'failed', words: /not among those/, make: fault({ wrong_waba: true }) },
  { check: 'verified', state: 'failed', words: /not been verified/, make: fault({ unverified: true }) },
  { check: 'registered', state: 'failed', words: /not registered/, make: fault({ unregistered: true }) },
  {
    check: 'registered',
    state: 'failed',
    words: /on WhatsApp already/,
    make: fault({ number: { platform_type: 'ON_PREMISE' } }),
  },
  { check: 'registered', state: 'failed', words: /banned/, make: fault({ number: { status: 'BANNED' } }) },
  {
    check: 'display_name',
    state: 'failed',
    words: /not approved/,
    make: fault({ number: { name_status: 'DECLINED' } }),
  },
  { check: 'quality', state: 'failed', words: /is low/, make: fault({ number: { quality_rating: 'RED' } }) },
  {
    check: 'throughput',
    state: 'warning',
    words: /also stays in the WhatsApp Business app: fixed 20 messages per second/,
    make: fault({ number: { is_on_biz_app: true } }),
  },
  { check: 'subscribed', state: 'failed', words: /does not get/, make: fault({ unsubscribed: true }) },
  {
    check: 'fields',
    state: 'warning',
    words: /standby/,
    // The app's own address is another system's, so that its fields cannot be chosen from here.
    async make() {
      account({ webhook_url: 'http://127.0.0.1:9/another' });
      await world.phone('POST', '/faults', { missing_fields: ['standby'] });
    },
    async undo() {
      account({ webhook_url: null });
      await world.api('POST /api/channels/{id}/subscribe', { params: params() });
    },
  },
  {
    check: 'notices',
    state: 'failed',
    words: /restricts the account.*RESTRICTED_BIZ_INITIATED_MESSAGING/,
    make: () =>
      world.phone('POST', '/webhooks', {
        field: 'account_update',
        value: {
          event: 'ACCOUNT_RESTRICTION',
          restriction_info: [
            { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: String(nowS() + 86_400) },
          ],
        },
      }),
  },
  {
    check: 'health',
    state: 'failed',
    words: /BLOCKED about the business/,
    make: fault({ health: { entity: 'BUSINESS', state: 'BLOCKED' } }),
  },
  {
    check: 'allowance',
    state: 'failed',
    words: /went to 1 of 1 people/,
    async make() {
      const id = await say('Your order is on its way');
      await until(async () => {
        return (await world.api('GET /api/messages/{id}', { params: { id } })).body.status > 0;
      });
      // Only a template outside of the reply window counts.
      await world.server.owner.query(`update messages set type = 'template' where id = $1`, [id]);
      await world.server.owner.query(
        `update messages set sort_at = sort_at - interval '2 days' where direction = 'INCOMING'
           and thread_id = (select thread_id from messages where id = $1)`,
        [id],
      );
      await world.phone('POST', '/faults', { number: { whatsapp_business_manager_messaging_limit: 'TIER_1' } });
    },
  },
  {
    check: 'marketing',
    state: 'ok',
    words: /through WhatsApp’s Marketing/,
    make: fault({ marketing_onboarded: true }),
  },
  {
    check: 'webhook_reachable',
    state: 'failed',
    words: /HTTP 502/,
    make: async () => {
      throughProxy.target = null;
    },
    undo: () => {
      throughProxy.target = world.server.url;
    },
  },
  {
    check: 'deliveries',
    state: 'failed',
    words: /wrong signature/,
    async make() {
      await world.phone('POST', '/faults', { webhooks: { wrong_signature: true } });
      await world.phone('POST', '/phones', { name: 'Layla', phone_number: customer });
      await world.phone('POST', `/phones/${customer}/messages`, {
        id: 'm-1',
        type: 'text',
        text: { body: 'Anybody there?' },
      });
    },
  },
  { check: 'clock', state: 'failed', words: /10 minutes behind/, make: fault({ date_offset_ms: 600_000 }) },
  { check: 'clock', state: 'failed', words: /10 minutes ahead/, make: fault({ date_offset_ms: -600_000 }) },
  {
    check: 'claim',
    state: 'failed',
    words: /Another channel uses this number/,
    make: async () => undefined,
    // Another account of this installation names the same number.
    async look(row) {
      const { owner, platform } = world.server;
      const user = await createUser(owner, 'Bela Other');
      const clientId = await createAccount(owner, user);
      const auth = await createAuth(platform);
      const api = world.apiAs(
        await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account: { clientId, role: 'Owner' } }),
      );
      const claimed = await api('POST /api/channels', {
        body: {
          kind: 'WHATSAPP',
          channel_label: 'Mine too',
          phone_number: `+${displayPhoneNumber}`,
          phone_number_id: phoneNumberId,
          waba_id: wabaId,
          access_token: token,
          app_secret: world.appSecret,
          verify_token: 'verify-token-of-another',
        },
      });
      expect(claimed.body.verified).toBe(false);
      return seen(row, claimed.body.id, api);
    },
  },
];

test('every check of the doctor has a row', () => {
  const named = new Set(rows.map(({ check }) => check));
  expect(checkNames.filter((name) => !named.has(name))).toEqual([]);
});

test.each(rows.map((row) => ({ name: `${row.check} is ${row.state}: ${row.words.source}`, row })))(
  '$name',
  async ({ row }) => {
    await row.make();
    try {
      const check = await (row.look?.(row) ?? seen(row, row.channel?.() ?? world.channelId));
      expect(check.fix).toEqual(row.state === 'ok' ? null : expect.stringMatching(/\S/));
    } finally {
      await row.undo?.();
    }
  },
);
