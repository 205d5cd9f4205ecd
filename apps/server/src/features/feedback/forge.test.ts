import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BugReport, BugReportDetail, FeedbackSettings, OutputOf } from '@parley/contract/types';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { until } from '../../testing/world.ts';

type Settings = OutputOf<'PUT /api/feedback-settings'>;
type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: { [field: string]: string } };
type Refusal = { error: { data: { field: string; msg: string }[] } };

/** A stand-in with the part of the three APIs that is called. Its issues are those that were opened. */
const asked: Asked[] = [];
let issues: { [field: string]: string }[] = [];
let loseNextAnswer = false;
let hasIssues = true;
const forge = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const path = request.url ?? '';
    const method = request.method ?? '';
    const text = Buffer.concat(chunks).toString('utf8');
    asked.push({ method, path, headers: request.headers, body: text === '' ? {} : JSON.parse(text) });
    const { authorization, 'private-token': ofGitLab } = request.headers;
    if (![authorization?.split(' ')[1], ofGitLab].includes('right')) return response.writeHead(401).end('{}');
    const repositories = [
      '/api/v3/repos/kestrel/shop',
      '/api/v1/repos/kestrel/shop',
      '/api/v4/projects/kestrel%2Fshop',
    ];
    const repository = repositories.find((known) => path.startsWith(known));
    if (repository === undefined) return response.writeHead(404).end('{}');
    if (path === repository) return response.end(JSON.stringify({ has_issues: hasIssues, issues_enabled: hasIssues }));
    if (method === 'GET') return response.end(JSON.stringify(issues));
    const page = `https://forge.example/kestrel/shop/issues/${issues.length + 1}`;
    const issue = { ...JSON.parse(text), [repository.includes('/v4/') ? 'web_url' : 'html_url']: page };
    issues.push(issue);
    if (loseNextAnswer) {
      loseNextAnswer = false;
      return response.destroy();
    }
    return response.writeHead(201).end(JSON.stringify(issue));
  });
});

let server: TestServer;
let team: Team;
let dana: Member;
let admin: Member;
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => forge.listen(0, '127.0.0.1', resolve));
  const { port } = forge.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  server = await testServer({ env: { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}` } });
  team = await createTeam(server);
  [dana, admin] = [await team.add('User', 'Dana'), await team.add('Admin', 'Ada')];
});
afterAll(async () => {
  await server.close();
  forge.close();
});
beforeEach(() => {
  asked.length = 0;
  issues = [];
});

const repository = { forge_kind: 'github', forge_repository: 'kestrel/shop', forge_token: 'right' };
const set = (body: object) =>
  team.call<Settings>(admin, 'PUT', '/feedback-settings', { destination: 'forge', forge_url: url, ...body });
const refusedField = async (body: object) => {
  const answer = await set(body);
  return [answer.status, (answer.body as unknown as Refusal).error?.data[0]?.field];
};
const send = (more: object = {}) =>
  team.call<BugReport>(dana, 'POST', '/bug-reports', {
    what_happened: 'It broke.\nSee ``` and @everyone',
    severity: 'blocks',
    may_reply: true,
    ...more,
  });
const delivered = (id: string) =>
  until(async () => {
    const { body } = await team.call<BugReportDetail>(dana, 'GET', `/bug-reports/${id}`);
    return body.delivery.state === 'delivered' && body.delivery;
  });

describe('a repository as the destination of bug reports', () => {
  it('is refused at the field that is wrong, before anything is stored', async () => {
    expect(await refusedField({ ...repository, forge_token: 'wrong' })).toEqual([422, 'forge_token']);
    expect(await refusedField({ ...repository, forge_token: undefined })).toEqual([422, 'forge_token']);
    expect(await refusedField({ ...repository, forge_repository: 'kestrel/other' })).toEqual([422, 'forge_repository']);
    expect(await refusedField({ ...repository, forge_repository: 'shop' })).toEqual([422, 'forge_repository']);
    expect(await refusedField({ ...repository, forge_url: 'http://10.0.0.1' })).toEqual([422, 'forge_url']);
    expect(await refusedField({ ...repository, forge_url: 'ftp://forge.example' })).toEqual([422, 'forge_url']);
    hasIssues = false;
    expect(await refusedField(repository)).toEqual([422, 'forge_repository']);
    hasIssues = true;
    const { body } = await team.call<FeedbackSettings>(admin, 'GET', '/feedback-settings');
    expect(body).toMatchObject({ destination: 'stored', forge_url: null });
  });

  it.each([
    ['github', '/api/v3/repos/kestrel/shop/issues', 'body', { authorization: 'Bearer right' }],
    ['gitlab', '/api/v4/projects/kestrel%2Fshop/issues', 'description', { 'private-token': 'right' }],
    ['forgejo', '/api/v1/repos/kestrel/shop/issues', 'body', { authorization: 'token right' }],
  ])('of the kind %s gets an issue for each report', async (kind, path, text, headers) => {
    expect((await set({ ...repository, forge_kind: kind })).status).toBe(200);
    const { id, number } = (await send()).body;
    const page = 'https://forge.example/kestrel/shop/issues/1';
    expect(await delivered(id)).toMatchObject({ sent_to: `${new URL(url).host}/kestrel/shop`, issue_url: page });
    const posted = asked.find(({ method }) => method === 'POST');
    expect(posted).toMatchObject({ path, headers });
    expect(posted?.body['title']).toBe(`#${number}: It broke.`);
    // Between longer fences, so that nobody is mentioned.
    expect(posted?.body[text]).toContain('````text\nIt broke.\nSee ``` and @everyone\n````');
    expect(posted?.body[text]).toContain('Severity: Blocks work');
  });

  it('is not sent customer data, screenshots and the address of the reporter', async () => {
    await set(repository);
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
    const conversation = { thread_id: thread, contact: { name: 'Otto Lind', phone_number: null } };
    const { id } = (await send({ conversation })).body;
    await delivered(id);
    const text = issues[0]?.['body'] ?? '';
    expect(text).toContain('Only in Parley: customer data, the reporter’s email address.');
    expect(text).not.toContain('Otto Lind');
    expect(text).not.toContain(dana.email);
  });

  it('gets one issue although the answer was lost', async () => {
    await set(repository);
    loseNextAnswer = true;
    const { id } = (await send()).body;
    await until(async () => issues.length === 1);
    // As after the last try.
    await until(async () => asked.filter(({ method }) => method === 'POST').length === 1);
    await server.owner.query(`update bug_reports set delivery = 'failed' where id = $1`, [id]);
    expect((await team.call(admin, 'POST', `/bug-reports/${id}/deliver`)).status).toBe(202);
    expect(await delivered(id)).toMatchObject({ issue_url: 'https://forge.example/kestrel/shop/issues/1' });
    expect(issues).toHaveLength(1);
  });

  it('keeps its token, which nobody reads and which goes to no other address', async () => {
    await set(repository);
    expect((await set({ forge_kind: 'github', forge_repository: 'kestrel/shop' })).status).toBe(200);
    expect(await refusedField({ forge_kind: 'gitlab' })).toEqual([422, 'forge_token']);
    expect(await refusedField({ forge_url: `${url}/other` })).toEqual([422, 'forge_token']);
    const { body: shown } = await team.call<FeedbackSettings>(dana, 'GET', '/feedback-settings');
    expect(shown).toMatchObject({ destination: 'forge', forge_url: null, forge_repository: null });
    const [stored] = await queryAsOwner<{ text: string }>(
      server.owner,
      `select (select row_to_json(s)::text from feedback_settings s where client_id = $1) || string_agg(detail::text, '')
       as text from audit_events where client_id = $1 and action = 'feedback.destination_changed'`,
      [team.clientId],
    );
    expect(stored?.text).toContain('access_token');
    expect(stored?.text).not.toContain('"right"');
  });
});
