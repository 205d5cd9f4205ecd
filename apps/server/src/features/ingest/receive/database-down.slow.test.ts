import { signedBody, textFromCustomer } from '@parley/whatsapp-fixtures';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, textBody } from '../../../testing/inbox.ts';
import { type OwnPostgres, ownPostgres } from '../../../testing/own-postgres.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { signInSyncConnection } from '../../../testing/sync-connection.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

let postgres: OwnPostgres;
let world: World;
beforeAll(async () => {
  postgres = await ownPostgres();
  // Bodies that wait for memory on a busy machine would be refused before the queue is full.
  world = await testWorld({ templateUrl: postgres.templateUrl, env: { BODY_MEMORY_MB: '512' } });
});
afterAll(async () => {
  await world.close();
  await postgres.close();
});

const post = (body: string, id = freshWamid(), from = freshPhone()) =>
  world.deliver(textFromCustomer({ id, from, body, name: 'Amara', timestampS: nowS() }));

test('while the database is down everything is 503; when it is back everything continues without intervention', async () => {
  const thread = await customerWrites(world);
  const live = await signInSyncConnection(world.server.url, world.token);
  const seen = (body: string) =>
    live.changes().some((change) => (change.data as { text?: { body: string } } | null)?.text?.body === body);
  expect(await post('before')).toBe(200);
  await until(async () => seen('before'));

  await postgres.kill();
  const retried = freshWamid();
  const from = freshPhone();
  const statuses = [await post('while it is down', retried, from), await post('while it is down', retried, from)];
  expect(new Set(statuses)).toEqual(new Set([503]));
  const refused = await fetch(`${world.server.url}/api/threads`, {
    headers: { authorization: `Bearer ${world.token}` },
  });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
  const send = await world.api('POST /api/messages', { body: textBody(thread, 'not taken') });
  expect(send.status).toBe(503);
  // The channel directory's cache expires within a second: then the channel itself cannot be looked up.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await post('while it is down', retried, from)).toBe(503);
  const handshake = await fetch(
    `${world.server.url}/webhooks/whatsapp/${world.channelId}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=x`,
  );
  expect(handshake.status).toBe(503);
  expect((await fetch(`${world.server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${world.server.url}/readyz`)).status).toBe(503);

  await postgres.start();
  await until(async () => (await post('while it is down', retried, from)) === 200);
  await until(async () => (await fetch(`${world.server.url}/readyz`)).status === 200);
  expect(await post('afterwards')).toBe(200);
  const sent = await until(async () => {
    const answer = await world.api('POST /api/messages', { body: textBody(thread, 'sent afterwards') });
    return answer.status === 201 ? answer.body : null;
  });
  await until(async () => (await world.api('GET /api/messages/{id}', { params: { id: sent.id } })).body.status === 2);

  const owner = new pg.Client({ connectionString: world.server.ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    const { rows } = await owner.query("select content->>'body' as body from messages where provider_message_id = $1", [
      retried,
    ]);
    expect(rows).toEqual([{ body: 'while it is down' }]);
    const kept = await owner.query("select 1 from messages where content->>'body' in ('not taken')");
    expect(kept.rows).toEqual([]);
  } finally {
    await owner.end();
  }
  // The connection stayed open and delivers the later changes.
  await until(async () => seen('afterwards') && seen('sent afterwards'));
  live.close();
});

test('a stalled database fills the queue; then the answer is 503, and accepted deliveries are stored', async () => {
  const owner = new pg.Client({ connectionString: world.server.ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query('lock table webhook_events in access exclusive mode');
    const { body, signature } = signedBody(Buffer.alloc(3_900_000, 'x'), world.appSecret);
    const answers: number[] = [];
    const posts = Array.from({ length: 46 }, async () =>
      answers.push((await world.postWebhook(body, signature)).status),
    );
    await until(async () => answers.length > 0);
    expect(new Set(answers)).toEqual(new Set([503]));
    await owner.query('rollback');
    await Promise.all(posts);
    const taken = answers.filter((status) => status === 200).length;
    expect(new Set(answers)).toEqual(new Set([200, 503]));
    expect(taken).toBeGreaterThanOrEqual(30);
    const { rows } = await owner.query('select count(*)::int as n from webhook_events where body = $1', [body]);
    expect(rows[0].n).toBe(taken);
  } finally {
    await owner.end();
  }
});
