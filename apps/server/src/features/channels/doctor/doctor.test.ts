import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DoctorCheck } from '@parley/contract/types';
import { SUBSCRIBED_FIELDS } from '@parley/whatsapp-client';
import { fixtureIds, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';
import { runChecks } from './checks.ts';
import { measureSkewMs } from './clock-skew.ts';
import type { Facts } from './facts.ts';
import { checkFields } from './fields.ts';
import { checkWebhookReachable } from './own-webhook.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());
afterEach(() => world.phone('DELETE', '/faults'));

const fault = (faults: object) => world.phone('POST', '/faults', faults);
const examine = async () =>
  (await world.api('POST /api/channels/{id}/doctor', { params: { id: world.channelId } })).body.checks;
const one = async (name: string): Promise<DoctorCheck> => {
  const found = (await examine()).find((check) => check.name === name);
  if (found === undefined) throw new Error(`no check is called ${name}`);
  return found;
};
const red = (check: DoctorCheck) => {
  expect(check.fix).not.toBeNull();
  return check;
};

describe('a healthy channel', () => {
  test('has no failed check', async () => {
    await world.deliver(
      textFromCustomer({ id: freshWamid(), from: '447700900123', body: 'Hello', timestampS: nowS() }),
    );
    const checks = await until(async () => {
      const found = await examine();
      return found.some(({ name, state }) => name === 'deliveries' && state === 'ok') ? found : null;
    }, 90_000);
    expect(checks.filter(({ state }) => state === 'failed' || state === 'unproven')).toEqual([]);
    // Only the address of a test is not public.
    expect(checks.filter(({ state }) => state === 'warning').map(({ name }) => name)).toEqual(['webhook_reachable']);
    expect(checks.map(({ name }) => name)).toEqual([
      ...['state', 'token', 'permissions', 'app_secret', 'number', 'account', 'verified', 'registered'],
      ...['display_name', 'quality', 'throughput', 'subscribed', 'fields', 'notices', 'health'],
      ...['marketing', 'webhook_reachable', 'deliveries', 'clock'],
    ]);
  });
});

test('deliveries: those to the operator’s own address count, as in the list of channels', async () => {
  await world.deliver(textFromCustomer({ id: freshWamid(), from: '447700900124', body: 'Hello', timestampS: nowS() }));
  await untilApplied(world.server.owner);
  // Nothing was noted at the channel's own address.
  await queryAsOwner(world.server.owner, 'update channel_health set last_webhook_at = null where channel_id = $1', [
    world.channelId,
  ]);
  expect(await one('deliveries')).toMatchObject({ state: 'ok' });
});

// The faults of each check are tested in red-by-fault.test.ts; here are warnings, and incomplete data.
describe('warnings', () => {
  const faults: Array<[check: string, state: DoctorCheck['state'], faults: object, words: RegExp]> = [
    ['registered', 'warning', { number: { status: 'RATE_LIMITED' } }, /RATE_LIMITED/],
    ['display_name', 'warning', { number: { name_status: 'PENDING_REVIEW' } }, /reviews/],
    ['quality', 'warning', { number: { quality_rating: 'YELLOW' } }, /is medium/],
    ['allowance', 'warning', { messaging_limit: 'TIER_250' }, /of 250 people.*not verified/],
    ['health', 'warning', { health: { entity: 'WABA', state: 'LIMITED' } }, /LIMITED/],
    ['number', 'failed', { every_call_error: 368 }, /./],
  ];
  test.each(faults)('%s is %s', async (name, state, faults, words) => {
    await fault(faults);
    expect(red(await one(name))).toMatchObject({ name, state, detail: expect.stringMatching(words) });
  });

  test('allowance: nearly all of it used', () => {
    const facts = {
      row: { phone_number: '1', phone_number_id: '2', waba_id: '3', state: 'ACTIVE', kind: 'WHATSAPP', sandbox: false },
      answers: {
        kind: 'WHATSAPP',
        ...Object.fromEntries(
          ['token', 'apps', 'account', 'numberIds'].map((name) => [name, { kind: 'retry', error: { title: 'x' } }]),
        ),
        secret: null,
        fields: null,
        previousToken: null,
        number: { kind: 'ok', value: { messagingLimit: 'TIER_2K', displayPhoneNumber: '1' } },
      },
      webhook: { ok: true, publicly: true },
      accountUpdates: [],
      deliveries: { last_webhook_at: new Date(), bad_signatures: 0, last_bad_signature_at: null },
      skewMs: null,
      nowMs: Date.now(),
    } as unknown as Facts;
    const of = (writtenTo: number) =>
      runChecks({ ...facts, contactedToday: writtenTo }).find(({ name }) => name === 'allowance')?.state;
    expect([of(10), of(1_700), of(2_000)]).toEqual(['ok', 'warning', 'failed']);
  });

  test('notices: WhatsApp’s account notices, until they end', async () => {
    const { owner } = world.server;
    const tell = (name: string, value: string, ends: string | null, detail: object | null) =>
      owner.query(
        `insert into channel_facts (client_id, channel_id, name, value, ends_at, detail, provider_at)
         values ($1, $2, $3, $4, now() + $5::interval, $6, now())`,
        [world.clientId, world.channelId, name, value, ends, detail],
      );
    await tell('restriction:RESTRICTED_BIZ_INITIATED_MESSAGING', 'RESTRICTED_BIZ_INITIATED_MESSAGING', '1 day', {
      remediation: 'Verify the business.',
    });
    await tell('restriction:OVER', 'OVER', '-1 day', null);
    await tell('alert:SOMETHING', 'WARNING', null, { description: 'Look at your payments.' });
    const notices = (await examine()).filter(({ name }) => name === 'notices');
    expect(notices.map(({ state, fix }) => [state, fix])).toEqual([
      ['warning', expect.any(String)],
      ['failed', 'Verify the business.'],
    ]);
    await owner.query('delete from channel_facts where channel_id = $1', [world.channelId]);
  });

  test('fields: what the app is not subscribed to is subscribed, unless the app’s address is another system’s', async () => {
    await fault({ missing_fields: ['standby', 'messaging_handovers'] });
    expect(await one('fields')).toMatchObject({ state: 'ok' });
    const { faults } = await world.phone<{ faults: { missing_fields: string[] } }>('GET', '/faults');
    expect(faults.missing_fields).toEqual([]);
    const answer = (missing: string[], callbackUrl: string) => {
      const fields = SUBSCRIBED_FIELDS.filter((field) => !missing.includes(field));
      return checkFields({ kind: 'ok', value: { callbackUrl, fields } });
    };
    expect(answer(['standby'], 'https://another.example')).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(/standby.*AI agent/),
    });
    expect(answer(['messages'], 'https://another.example')).toMatchObject({ state: 'failed' });
  });

  test('subscribed: webhooks that go to another address, and Connect webhooks', async () => {
    const other = createServer((request, response) => {
      response.end(new URL(request.url ?? '', 'http://x').searchParams.get('hub.challenge'));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/hook`;
    const moved = await fetch(`${world.simulator.url}/v25.0/${fixtureIds.wabaId}/subscribed_apps`, {
      method: 'POST',
      headers: { authorization: 'Bearer EAA-token-of-the-test-channel', 'content-type': 'application/json' },
      body: JSON.stringify({ override_callback_uri: address, verify_token: 'x' }),
    });
    expect(moved.status).toBe(200);
    other.close();
    expect(red(await one('subscribed'))).toMatchObject({ state: 'failed', detail: expect.stringContaining(address) });
    const repaired = await world.api('POST /api/channels/{id}/subscribe', { params: { id: world.channelId } });
    expect(repaired.body.checks.find(({ name }) => name === 'subscribed')?.state).toBe('ok');
  });

  test('webhook_reachable: no answer, a wrong one, or a redirect at the public address', async () => {
    const answers: Array<[status: number, body: string]> = [
      [502, 'Bad gateway'],
      [200, 'a landing page'],
      [302, ''],
    ];
    for (const [status, body] of answers) {
      const impostor = createServer((_request, response) => {
        response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end(body);
      });
      await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
      const { port } = impostor.address() as AddressInfo;
      expect(await checkWebhookReachable(`http://127.0.0.1:${port}/webhooks/whatsapp/x`, 'token')).toMatchObject({
        ok: false,
      });
      impostor.closeAllConnections();
      impostor.close();
      expect(await checkWebhookReachable(`http://127.0.0.1:${port}/webhooks/whatsapp/x`, 'token')).toEqual({
        ok: false,
        reason: 'ECONNREFUSED',
      });
    }
  });

  test('clock: a provider with another time', async () => {
    const provider = createServer((_request, response) => {
      response.writeHead(404, { date: new Date(Date.now() - 600_000).toUTCString() }).end();
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const skewMs = await measureSkewMs(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
    provider.closeAllConnections();
    provider.close();
    expect(Math.abs((skewMs ?? 0) - 600_000)).toBeLessThan(60_000);
    const facts = {
      row: { state: 'ACTIVE', kind: 'SESSION' },
      answers: { kind: 'SESSION', address: 'private', greeting: { kind: 'retry', error: { title: 'Down' } } },
      webhook: { ok: true, publicly: true },
      deliveries: { last_webhook_at: null, bad_signatures: 0, last_bad_signature_at: null },
      skewMs,
    } as unknown as Facts;
    expect(runChecks(facts).map(({ name, state }) => [name, state])).toEqual([
      ['state', 'ok'],
      ['address', 'failed'],
      ['adapter', 'failed'],
      ['webhook_reachable', 'ok'],
      ['deliveries', 'unproven'],
      ['clock', 'failed'],
    ]);
  });
});
