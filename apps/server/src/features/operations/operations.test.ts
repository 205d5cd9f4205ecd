import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { createUser } from '../../testing/users.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { operationsHealth } from './health.ts';
import { tellOperator } from './notices.ts';
import { problemsOf } from './status.ts';

const deploy = join(import.meta.dirname, '..', '..', '..', '..', '..', 'deploy');
const metricsToken = 'a-token-for-the-scraper';

let world: World;
beforeAll(async () => {
  world = await testWorld({ env: { METRICS_TOKEN: metricsToken } });
  await sql('insert into setup_claims (user_id) values ($1)', [world.user.uid]);
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const status = async () => (await world.api('GET /api/operator/status')).body.status;

async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(`${world.server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

describe('the status of the installation', () => {
  test('is for the user who set it up, and null for others', async () => {
    const found = await status();
    expect(found?.problems).toEqual([]);
    expect(found?.database.bytes).toBeGreaterThan(1_000_000);
    expect(found?.disk?.total_bytes).toBeGreaterThan(0);
    const other = await createUser(world.server.owner);
    const { createAuth } = await import('../../testing/auth.ts');
    const auth = await createAuth(world.server.platform);
    const token = await auth.idTokens.sign({ uid: other.uid, sid: other.sid, account: null });
    expect((await world.apiAs(token)('GET /api/operator/status')).body).toEqual({ status: null });
  });

  test('counts what failed and what is late', async () => {
    await sql(
      `insert into jobs (client_id, id, kind, key, weight, payload, state, ended_at)
       values ($1, $2, 'test', 'test', 'light', '{}', 'failed', now())`,
      [world.clientId, newId()],
    );
    await sql(
      `insert into email_outbox (id, kind, recipient, subject, state, expires_at)
       values ($1, 'test.mail', 'a@example.com', 'x', 'failed', now() + interval '1 day')`,
      [newId()],
    );
    await sql(`insert into changes_new (client_id, collection, row_id, marker, version, created_at)
      values (gen_random_uuid(), 'none', 'x', 'NEW', 1, now() - interval '1 minute')`);
    await sql(`update installation set last_backup_at = now() - interval '5 days'`);
    const found = await status();
    expect(found?.problems).toEqual(expect.arrayContaining(['jobs_failed', 'emails_failed']));
  });
});

describe('a scrape', () => {
  test('needs the token from other machines, and has every metric of the alert rules and the dashboard', async () => {
    const refused = await fetch(`${world.server.url}/metrics`, {
      headers: { authorization: 'Bearer something-else-entirely' },
    });
    expect(refused.status).toBe(403);
    await sql('insert into installation (key_id, last_backup_at) values ($1, now()) on conflict do nothing', [
      '00000000',
    ]);
    const metrics = await scrape();
    const names = new Set([...metrics.keys()].map((key) => key.split('{')[0] ?? ''));
    const files = ['prometheus/alerts.yml', 'grafana/parley.json'].map((file) =>
      readFileSync(join(deploy, file), 'utf8'),
    );
    const used = new Set(files.join('\n').match(/\b(?:parley|process|nodejs)_[a-z0-9_]+/g));
    // It has samples only while there is a problem.
    used.delete('parley_problem');
    expect([...used].filter((name) => !names.has(name))).toEqual([]);
    expect(used.size).toBeGreaterThan(15);
    expect(metrics.get('parley_database_up')).toBe(1);
    expect(metrics.get('parley_events_total{event="calls_2xx"}')).toBeGreaterThan(0);
    expect(metrics.get('parley_events_total{event="refused_403"}')).toBeGreaterThan(0);
  });

  test('names each problem', async () => {
    world.server.platform.db.faults.note(Object.assign(new Error('No space left on device'), { code: '53100' }));
    const found = await status();
    expect(found?.problems[0]).toBe('disk_full');
    expect(found?.fault).toBe('No space left on device');
  });
});

test('from the second day on it is a problem that no backup was ever made, for every way of looking', async () => {
  await sql(`insert into installation (key_id, created_at) values ('00000000', now() - interval '25 hours')
    on conflict (only_one) do update set created_at = excluded.created_at, last_backup_at = null`);
  expect((await status())?.problems).toContain('backup_missing');
  const checks = operationsHealth(
    world.server.platform.db.system.statements('operations'),
    world.server.platform.config,
  );
  expect(await checks.find(({ name }) => name === 'Backup')?.run()).toMatchObject({ state: 'problem' });
  // Scrapes share an answer for two seconds.
  await until(async () => (await scrape()).get('parley_problem{problem="backup_missing"}') === 1);
  expect((await scrape()).get('parley_backup_age_seconds')).toBeGreaterThan(86_400);
});

describe('the operator', () => {
  test('gets one email a day for a problem, whatever the number of processes', async () => {
    const { platform } = world.server;
    const reported = await Promise.all([
      tellOperator(platform, ['disk_full', 'jobs_failed'], 'No space left on device'),
      tellOperator(platform, ['disk_full'], null),
    ]);
    expect(reported.flat()).toEqual(['disk_full']);
    const mails = await sql<{ recipient: string }>(
      `select recipient from email_outbox where kind = 'operations.problem'`,
    );
    expect(mails).toEqual([{ recipient: world.user.email }]);
    await sql(`update operator_notices set reported_at = now() - interval '25 hours'`);
    expect(await tellOperator(platform, ['disk_full'], null)).toEqual(['disk_full']);
  });
});

test('problems follow from the figures', () => {
  const quiet = { waiting: 0, oldest_s: null };
  const fine = {
    versions: { parley: '0', node: '0', postgres: '0' },
    processes: 1,
    disk: { free_bytes: 50e9, total_bytes: 100e9 },
    database: { bytes: 1, dead_rows: 0, live_rows: 0, connections: 1, most_connections: 100 },
    sends: { ...quiet, without_outcome: 0 },
    webhooks: quiet,
    feed: quiet,
    jobs: { waiting: 0, running: 0, failed: 0 },
    emails: { waiting: 0, failed: 0, oldest_s: null },
    backup_age_s: null,
    installed_s: 3_600,
  };
  expect(problemsOf(fine, [])).toEqual([]);
  expect(problemsOf({ ...fine, disk: { free_bytes: 5e8, total_bytes: 1e9 } }, [])).toEqual(['disk_low']);
  expect(problemsOf({ ...fine, disk: { free_bytes: 1e6, total_bytes: 1e9 } }, [])).toEqual(['disk_full']);
  expect(problemsOf({ ...fine, sends: { waiting: 4, oldest_s: 301, without_outcome: 0 } }, [])).toEqual(['sends_late']);
  expect(problemsOf({ ...fine, installed_s: 86_401 }, [])).toEqual(['backup_missing']);
  expect(problemsOf({ ...fine, backup_age_s: 4 * 86_400 }, [])).toEqual(['backup_old']);
  expect(problemsOf(fine, [{ reason: 'storage_damaged' }])).toEqual(['storage_damaged']);
});
