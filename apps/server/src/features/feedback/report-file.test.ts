import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BugReport, BugReportDetail, FeedbackSettings } from '@parley/contract/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { until } from '../../testing/world.ts';

let folder: string;
let server: TestServer;
let team: Team;
let dana: Member;
let admin: Member;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-reports-'));
  server = await testServer({ env: { BUG_REPORTS_DIR: join(folder, 'made', 'when needed') } });
  team = await createTeam(server);
  [dana, admin] = [await team.add('User', 'Dana'), await team.add('Admin', 'Ada')];
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

it('writes each report to a file of the server, without what belongs to the account alone', async () => {
  const chosen = await team.call<FeedbackSettings>(admin, 'PUT', '/feedback-settings', { destination: 'file' });
  expect([chosen.status, chosen.body.sent_to, chosen.body.file_available]).toEqual([200, null, true]);
  const sent = await team.call<BugReport>(dana, 'POST', '/bug-reports', {
    ...{ what_happened: 'The label is missing.', severity: 'slows', may_reply: true },
  });
  const { id, number } = sent.body;
  const delivered = await until(async () => {
    const { body } = await team.call<BugReportDetail>(dana, 'GET', `/bug-reports/${id}`);
    return body.delivery.state === 'waiting' ? null : body;
  });
  expect(delivered.delivery).toMatchObject({ destination: 'file', state: 'delivered', error: null });
  const files = await readdir(join(folder, 'made', 'when needed'), { recursive: true });
  const name = `${String(number).padStart(6, '0')}-${id}.json`;
  expect(files.filter((file) => !file.endsWith('.json'))).toHaveLength(1);
  const path = files.find((file) => file.endsWith(name)) ?? '';
  const content = JSON.parse(await readFile(join(folder, 'made', 'when needed', path), 'utf8'));
  expect(content).toMatchObject({ id, number, reporter: 'Dana', what_happened: 'The label is missing.' });
  expect(content).not.toHaveProperty('reply_to');
  expect(content).not.toHaveProperty('conversation');
});

it('is not offered where the server has no folder for it', async () => {
  const other = await testServer({});
  try {
    const otherTeam = await createTeam(other);
    const ada = await otherTeam.add('Admin', 'Ada');
    const refused = await otherTeam.call<{ error: { data: { field: string }[] } }>(ada, 'PUT', '/feedback-settings', {
      destination: 'file',
    });
    expect([refused.status, refused.body.error.data[0]?.field]).toEqual([422, 'destination']);
    const { body } = await otherTeam.call<FeedbackSettings>(ada, 'GET', '/feedback-settings');
    expect([body.destination, body.file_available]).toEqual(['stored', false]);
  } finally {
    await other.close();
  }
});
