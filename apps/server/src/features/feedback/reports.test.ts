import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BugReport, BugReportDetail, OutputOf } from '@parley/contract/types';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { decryptEmail } from '../../platform/mail/outbox.ts';
import { webhookSignature } from '../../platform/outbound/sign-webhook.ts';
import { secretsFrom } from '../../platform/secrets.ts';
import { codeTo, emailsTo } from '../../testing/emails.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { until } from '../../testing/world.ts';
import { settleRestoredReports } from './restore-repo.ts';
import { resealFeedbackSecrets } from './settings.ts';

type Settings = OutputOf<'PUT /api/feedback-settings'>;
type Posted = { body: string; headers: Record<string, string | string[] | undefined> };

let server: TestServer;
let team: Team;
let dana: Member;
let admin: Member;
let picture: string;
const posted: Posted[] = [];
let answer = 200;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    posted.push({ body: Buffer.concat(chunks).toString('utf8'), headers: request.headers });
    response.writeHead(answer).end();
  });
});
let webhook: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  webhook = `http://127.0.0.1:${port}/reports?token=hush`;
  server = await testServer({ env: { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}` } });
  team = await createTeam(server);
  [dana, admin] = [await team.add('User', 'Dana'), await team.add('Admin', 'Ada')];
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#334455' } })
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .png()
    .toBuffer();
  picture = png.toString('base64');
});
afterAll(async () => {
  await server.close();
  receiver.close();
});

const details = {
  page: '/inbox/{thread_id}',
  version: 'Parley 0.1.0',
  browser: 'Chromium 156, Linux',
  language: 'en',
  time_zone: 'Europe/London',
  window: { width: 1440, height: 900, theme: 'light' },
  connection: 'online',
  request_ids: ['req-1'],
  events: [
    { at: '2026-11-23T10:05:31.000Z', kind: 'call', what: 'POST /api/labels', status: 409, request_id: 'req-1' },
  ],
};
const report = (more: object = {}) => ({
  what_happened: 'Two of three got the label.\nThe third has none after a reload.',
  severity: 'slows',
  may_reply: true,
  ...more,
});
const send = (member: Member, more: object = {}) => team.call<BugReport>(member, 'POST', '/bug-reports', report(more));
const read = (member: Member, id: string) => team.call<BugReportDetail>(member, 'GET', `/bug-reports/${id}`);
const setDestination = (body: object) => team.call<Settings>(admin, 'PUT', '/feedback-settings', body);
const sendCode = () => team.call(admin, 'POST', '/feedback-settings/send-code');
const confirm = (code: string) => team.call<Settings>(admin, 'POST', '/feedback-settings/confirm-email', { code });
const reportsTo = async (to: string) =>
  (await emailsTo(server, to)).filter(({ kind }) => kind === 'feedback.bug_report');

async function setConfirmed(email: string): Promise<void> {
  expect((await setDestination({ destination: 'email', email })).body.email_confirmed).toBe(false);
  expect((await sendCode()).status).toBe(204);
  expect((await confirm(await codeTo(server, email))).body.email_confirmed).toBe(true);
}

describe('a bug report', () => {
  it('gets the next number, is in the reporter’s list and holds exactly what was sent', async () => {
    const sent = await send(dana, { expected: 'All three have it.', details });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      number: 1,
      title: 'Two of three got the label.',
      state: 'received',
      delivery: { destination: 'stored', sent_to: null, state: 'none' },
    });
    expect((await read(dana, sent.body.id)).body).toMatchObject({
      expected: 'All three have it.',
      details,
      conversation: null,
      reply_to: dana.email,
    });
    const mine = await team.call<{ data: BugReport[] }>(dana, 'GET', '/bug-reports');
    expect(mine.body.data.map(({ number }) => number)).toEqual([1]);
  });

  it('is stored once however often it is sent, without a gap in the numbers', async () => {
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(dana, { id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect((await send(dana, { id, severity: 'blocks' })).code).toBe('id_conflict');
    const numbers = await Promise.all(Array.from({ length: 5 }, () => send(admin)));
    expect(numbers.map(({ body }) => body.number).sort()).toEqual([3, 4, 5, 6, 7]);
  });

  it('is another member’s secret, but not from Admins, who change its state', async () => {
    const other = await team.add('User');
    const { id } = (await send(dana)).body;
    expect((await read(other, id)).status).toBe(404);
    expect((await team.call(other, 'GET', '/bug-reports?of=all')).status).toBe(403);
    expect((await read(admin, id)).status).toBe(200);
    const changed = await team.call(admin, 'PUT', `/bug-reports/${id}`, { state: 'fixed', state_note: 'Fixed in 0.2' });
    expect(changed.body).toMatchObject({ state: 'fixed', state_note: 'Fixed in 0.2' });
    const fixed = await team.call<{ data: BugReport[] }>(admin, 'GET', '/bug-reports?of=all&state=fixed');
    expect(fixed.body.data.map((row) => row.id)).toEqual([id]);
    expect((await team.call(dana, 'PUT', `/bug-reports/${id}`, { state: 'closed' })).status).toBe(403);
  });

  it('has its images encoded again, without what else was in the file', async () => {
    const { id, screenshots } = (await send(dana, { screenshots: [{ base64: picture }] })).body;
    expect(screenshots).toBe(1);
    const headers = { authorization: `Bearer ${await team.tokenOf(dana)}` };
    const file = await server.app.http.inject({ url: `/api/bug-reports/${id}/screenshots/0`, headers });
    expect(file.headers['content-type']).toBe('image/webp');
    expect(file.rawPayload.includes('SECRET-PLACE')).toBe(false);
    expect(file.rawPayload.toString('latin1', 0, 12)).toMatch(/^RIFF....WEBP$/s);
    const { rows } = await server.owner.query('select width, height from bug_report_screenshots where report_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ width: 60, height: 40 }]);
    const missing = await server.app.http.inject({ url: `/api/bug-reports/${id}/screenshots/1`, headers });
    expect(missing.statusCode).toBe(404);
  });

  it.each([
    ['nothing happened', { what_happened: '  ' }, 'what_happened'],
    ['an unknown severity', { severity: 'bad' }, 'severity'],
    ['a text file as picture', { screenshots: [{ base64: Buffer.from('hello').toString('base64') }] }, 'screenshots.0'],
    ['no base64', { screenshots: [{ base64: '<svg>' }] }, 'screenshots.0.base64'],
    ['four pictures', { screenshots: Array(4).fill({ base64: 'AAAA' }) }, 'screenshots'],
    ['51 events', { details: { ...details, events: Array(51).fill(details.events[0]) } }, 'details.events'],
  ])('is refused with %s', async (_what, more, field) => {
    const refused = await send(dana, more);
    expect([refused.status, (refused.body as { error?: { data: { field: string }[] } }).error?.data[0]?.field]).toEqual(
      [422, field],
    );
  });

  it('includes a conversation only of those whom its reporter may see, and loses it with the contact', async () => {
    const [contact, thread] = [newId(), newId()];
    await queryAsOwner(server.owner, `insert into contacts (client_id, id, name) values ($1, $2, 'Otto')`, [
      team.clientId,
      contact,
    ]);
    await queryAsOwner(
      server.owner,
      `insert into threads (client_id, id, channel_id, contact_id)
       select $1, $2, (select id from channels where client_id = $1 limit 1), $3`,
      [team.clientId, thread, contact],
    );
    const conversation = { thread_id: thread, contact: { name: 'Otto', phone_number: null } };
    expect((await send(dana, { conversation: { ...conversation, thread_id: newId() } })).status).toBe(404);
    const { id } = (await send(dana, { conversation })).body;
    expect((await read(dana, id)).body.conversation).toEqual(conversation);
    await team.call(admin, 'POST', `/contacts/${contact}/erase`, { confirm: 'ERASE' });
    await until(async () => (await read(dana, id)).body.conversation === null);
  });

  it('is refused after thirty in an hour', async () => {
    const busy = await team.add('User');
    await queryAsOwner(
      server.owner,
      `insert into bug_reports (client_id, id, number, what_happened, severity, destination, delivery, created_by, request_hash)
       select $1, gen_random_uuid(), 1000 + n, 'x', 'slows', 'stored', 'none', $2, '' from generate_series(1, 30) n`,
      [team.clientId, busy.uid],
    );
    expect((await send(busy)).status).toBe(429);
  });
});

describe('the destination', () => {
  it('is checked, audited, and shown to Users without what only Admins need', async () => {
    const wrong = await setDestination({ destination: 'email', email: 'nobody' });
    expect((wrong.body as unknown as { error: { data: { field: string }[] } }).error.data[0]?.field).toBe('email');
    expect((await setDestination({ destination: 'webhook' })).status).toBe(422);
    expect((await setDestination({ destination: 'webhook', webhook_url: 'http://10.0.0.1/x' })).status).toBe(422);
    const set = await setDestination({ destination: 'webhook', webhook_url: webhook });
    expect(set.body.webhook_secret).toMatch(/^whsec_/);
    expect((await setDestination({ destination: 'webhook' })).body.webhook_secret).toBeNull();
    const seen = await team.call<Settings>(dana, 'GET', '/feedback-settings');
    expect(seen.body).toEqual({
      destination: 'webhook',
      sent_to: new URL(webhook).host,
      file_available: false,
      email: null,
      email_confirmed: true,
      webhook_url: null,
      forge_kind: null,
      forge_url: null,
      forge_repository: null,
    });
    const events = await queryAsOwner<{ text: string }>(
      server.owner,
      `select detail::text as text from audit_events where client_id = $1 and action = 'feedback.destination_changed'`,
      [team.clientId],
    );
    expect(events).toHaveLength(1);
    expect(events[0]?.text).not.toContain('hush');
    await setDestination({ destination: 'stored' });
  });

  it('by email writes one email with everything, and the picture as a file', async () => {
    await setConfirmed('support@kestrel.example');
    const { id, number } = (await send(dana, { details, screenshots: [{ base64: picture }] })).body;
    await until(async () => (await read(dana, id)).body.delivery.state === 'delivered');
    const [email] = await reportsTo('support@kestrel.example');
    expect(email?.subject).toBe(`Bug report #${number}: Two of three got the label.`);
    expect(email?.text).toContain('The third has none after a reload.');
    expect(email?.text).toContain(dana.email);
    expect(email?.text).toContain('POST /api/labels');
    const { rows } = await server.owner.query(
      `select id, body_enc from email_outbox where recipient = 'support@kestrel.example' and kind = 'feedback.bug_report'`,
    );
    expect(rows).toHaveLength(1);
    const { attachments } = decryptEmail(server.platform.secrets, rows[0].id, rows[0].body_enc);
    expect(attachments?.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['screenshot-1.webp', 'image/webp'],
    ]);
  });

  it('by email waits until the reader of the address has agreed, and goes then', async () => {
    const to = 'reader@victim.example';
    await setDestination({ destination: 'email', email: to });
    const { id } = (await send(dana, { what_happened: 'Buy now' })).body;
    const settled = await until(async () => {
      const { delivery } = (await read(dana, id)).body;
      return delivery.state !== 'waiting' && delivery;
    });
    expect(settled).toMatchObject({ state: 'failed', error: expect.stringContaining('has not been confirmed yet') });
    expect(await emailsTo(server, to)).toEqual([]);

    expect((await sendCode()).status).toBe(204);
    const [asked] = await emailsTo(server, to);
    expect(asked?.text).not.toContain('Buy now');
    const code = await codeTo(server, to);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) expect((await confirm(wrong)).status).toBe(422);
    // Guessed too often: the right one is not taken any more.
    expect((await confirm(code)).status).toBe(422);
    expect((await setDestination({ destination: 'email', email: to })).body.email_confirmed).toBe(false);
    await sendCode();
    expect((await confirm(await codeTo(server, to))).body.email_confirmed).toBe(true);
    await until(async () => (await read(dana, id)).body.delivery.state === 'delivered');
    expect(await reportsTo(to)).toHaveLength(1);
    expect((await setDestination({ destination: 'email', email: 'other@victim.example' })).body.email_confirmed).toBe(
      false,
    );
    expect((await setDestination({ destination: 'email', email: to })).body.email_confirmed).toBe(false);
    await setDestination({ destination: 'stored' });
    expect((await sendCode()).status).toBe(409);
  });

  it('an address gets a limited number of codes a day, whichever accounts ask', async () => {
    const to = 'flooded@victim.example';
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const stranger = await createTeam(server);
      const as = (method: string, path: string, body?: object) => stranger.call(stranger.owner, method, path, body);
      await as('PUT', '/feedback-settings', { destination: 'email', email: to });
      for (let m = 0; m < 5; m += 1) statuses.push((await as('POST', '/feedback-settings/send-code')).status);
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429, 429]);
    expect(await emailsTo(server, to)).toHaveLength(10);
  });

  it('is sent elsewhere only after a recent sign-in', async () => {
    const late = await team.add('Admin');
    await server.owner.query(`update sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      late.uid,
    ]);
    const body = { destination: 'webhook', webhook_url: webhook };
    const refused = await team.call(late, 'PUT', '/feedback-settings', body);
    expect([refused.status, refused.code]).toEqual([403, 'requires-recent-login']);
  });

  it('by email sends no links from a business that nobody knows, and a limited number a day', async () => {
    const to = 'stranger@victim.example';
    const writer = await team.add('User');
    await setConfirmed(to);
    const what_happened = 'You won, see https://prize.example/claim';
    const first = (await send(writer, { what_happened })).body;
    await until(async () => (await read(writer, first.id)).body.delivery.state === 'delivered');
    const letters = await reportsTo(to);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain('You won');
    expect(JSON.stringify(letters)).not.toContain('prize.example');
    await queryAsOwner(
      server.owner,
      `insert into bug_reports (client_id, id, number, what_happened, severity, destination, delivery, created_by, request_hash, delivered_at)
       select $1, gen_random_uuid(), 90000 + n, 'Filled', 'slows', 'email', 'delivered', $2, '', now() from generate_series(1, 50) n`,
      [team.clientId, (await team.add('User')).uid],
    );
    const delayed = (await send(writer)).body;
    const settled = await until(async () => {
      const { delivery } = (await read(writer, delayed.id)).body;
      return delivery.state !== 'waiting' && delivery;
    });
    expect(settled).toMatchObject({ state: 'failed', error: expect.stringContaining('within a day') });
    expect(await reportsTo(to)).toHaveLength(1);
    await queryAsOwner(server.owner, 'delete from bug_reports where client_id = $1 and number > 90000', [
      team.clientId,
    ]);
    await setDestination({ destination: 'stored' });
  });

  it('by webhook posts it signed, and says when the other side does not take it', async () => {
    await setDestination({ destination: 'stored' });
    const { secret } = await newSecret();
    const { id } = (await send(dana, { details })).body;
    await until(async () => (await read(dana, id)).body.delivery.state === 'delivered');
    const call = posted.find(({ headers }) => headers['webhook-id'] === id);
    const timestamp = String(call?.headers['webhook-timestamp']);
    const expected = webhookSignature(secret, id, timestamp, Buffer.from(call?.body ?? '')).toString('base64');
    expect(call?.headers['webhook-signature']).toBe(`v1,${expected}`);
    expect(JSON.parse(call?.body ?? '{}')).toMatchObject({
      type: 'bug_report.created',
      data: { id, details, reporter: { name: 'Dana' }, account: { name: 'Kestrel shop' } },
    });
    answer = 500;
    const failed = (await send(dana)).body;
    await until(async () => posted.some(({ headers }) => headers['webhook-id'] === failed.id));
    // As after the last try.
    await server.owner.query(`update bug_reports set delivery = 'failed', delivery_error = 'x' where id = $1`, [
      failed.id,
    ]);
    answer = 200;
    expect((await team.call(admin, 'POST', `/bug-reports/${failed.id}/deliver`)).status).toBe(202);
    await until(async () => (await read(dana, failed.id)).body.delivery.state === 'delivered');
    expect((await team.call(admin, 'POST', `/bug-reports/${failed.id}/deliver`)).code).toBe('not_retriable');
  });

  it('is not used again by itself after a restore: the report may have arrived', async () => {
    await setDestination({ destination: 'stored' });
    const { id } = (await send(dana)).body;
    await server.owner.query(`update bug_reports set delivery = 'waiting' where id = $1`, [id]);
    await server.platform.db.system.transaction('maintenance', (tx) => settleRestoredReports(tx));
    expect((await read(dana, id)).body.delivery.state).toBe('failed');
  });

  it('keeps its secret over a change of the installation’s key', async () => {
    const before = await server.owner.query(
      'select webhook_secret_enc as sealed from feedback_settings where client_id = $1',
      [team.clientId],
    );
    const key = Buffer.alloc(32, 7);
    const next = secretsFrom(key, []);
    const both = {
      ...next,
      open: server.platform.secrets.open,
      isSealedBefore: (sealed: Buffer) => next.isSealedBefore(sealed),
    };
    const platform = { ...server.platform, secrets: both };
    expect(await resealFeedbackSecrets(platform)).toBe(1);
    const after = await server.owner.query(
      'select webhook_secret_enc as sealed from feedback_settings where client_id = $1',
      [team.clientId],
    );
    const place = `feedback_settings.webhook_secret:${team.clientId}`;
    expect(next.open(after.rows[0].sealed, place)).toBe(server.platform.secrets.open(before.rows[0].sealed, place));
    expect(await resealFeedbackSecrets(platform)).toBe(0);
  });
});

async function newSecret(): Promise<{ secret: string }> {
  await queryAsOwner(
    server.owner,
    'update feedback_settings set webhook_url = null, webhook_secret_enc = null where client_id = $1',
    [team.clientId],
  );
  const { body } = await setDestination({ destination: 'webhook', webhook_url: webhook });
  return { secret: body.webhook_secret ?? '' };
}
