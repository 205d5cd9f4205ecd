import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailTo } from '../../testing/emails.ts';
import { type PushService, startPushService } from '../../testing/push-service.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';

let push: PushService;
let server: TestServer;
let team: Team;
beforeAll(async () => {
  push = await startPushService();
  server = await testServer({ env: { ALLOWED_PRIVATE_HOSTS: push.host, SMTP_URL: 'smtp://127.0.0.1:1' } });
  team = await createTeam(server);
});
afterAll(async () => {
  await server.close();
  await push.close();
});

type Asked = { method: 'GET' | 'POST' | 'PUT'; url: string; payload?: object };

async function ask(language: string | null, { method, url, payload }: Asked, user: Member | null = team.owner) {
  const headers = {
    ...(user && { authorization: `Bearer ${await team.tokenOf(user)}` }),
    ...(language !== null && { 'accept-language': language }),
  };
  return server.app.http.inject({ method, url, headers, ...(payload && { payload }) });
}

const nothing: Asked = { method: 'GET', url: '/api/contacts/0190c2a4-8f3e-7cc1-9b1a-2f6d5e4c3b2a' };
const invalid: Asked = { method: 'POST', url: '/api/contact-lists', payload: { colour: 'red' } };

test('a refusal is in the language that the caller accepts', async () => {
  const said = async (language: string | null) => (await ask(language, nothing)).json().error.message;
  expect(await said(null)).toBe('This contact was not found.');
  expect(await said('de-AT,de;q=0.9,en;q=0.8')).toBe('Dieser Kontakt wurde nicht gefunden.');
  expect(await said('fr,xx;q=0.5')).toBe('This contact was not found.');
  expect(await said('de;q=0.3,en;q=0.9')).toBe('This contact was not found.');
});

const textsOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >;

test('what is wrong with each field', async () => {
  const english = (await ask(null, invalid)).json().error;
  expect(english.data).toEqual([
    { field: 'name', msg: 'Name is required.' },
    { field: 'colour', msg: 'Unknown field.' },
  ]);
  const german = (await ask('de', invalid)).json().error;
  expect(german).toMatchObject({ code: english.code, message: 'Dieses Feld ist erforderlich.' });
  expect(german.data).toEqual([
    { field: 'name', msg: 'Dieses Feld ist erforderlich.' },
    { field: 'colour', msg: 'Unbekanntes Feld.' },
  ]);
});

test('a stored reason is in the language of whoever reads it', async () => {
  const { endpoint, keys } = push.subscribe();
  const device = { endpoint, keys, name: 'This file is empty.', kind: 'phone' };
  await ask(null, { method: 'POST', url: '/api/push-devices', payload: device });
  await server.owner.query(`update push_devices set last_error = 'This file is empty.'`);
  const read = async (language: string) => (await ask(language, { method: 'GET', url: '/api/push-devices' })).body;
  expect(await read('de')).toContain('"last_error":"Diese Datei ist leer."');
  expect(await read('de')).toContain('"name":"This file is empty."');
  expect(await read('en')).toContain('"last_error":"This file is empty."');
});

test('an email is in the language that its recipient chose, else the one that a page last showed them', async () => {
  const member = await team.add('User', 'Greta');
  const code = (language: string | null) =>
    ask(language, { method: 'POST', url: '/api/auth/send-code', payload: { email: member.email } }, null);
  await code(null);
  expect((await emailTo(server, member.email)).subject).toBe('Your Parley sign-in code');
  await server.owner.query(`update users set page_language = 'de' where id = $1`, [member.uid]);
  await code('ar');
  const german = await emailTo(server, member.email);
  expect(german.subject).toBe(textsOf('de')['Your Parley sign-in code']);
  expect(german.text).toContain(textsOf('de')['Enter this code to sign in:']);
  await ask(null, { method: 'PUT', url: '/api/auth/preferences', payload: { language: 'en' } }, member);
  await code('de');
  expect((await emailTo(server, member.email)).subject).toBe('Your Parley sign-in code');
});

test('who has no account gets an email in the language of whoever causes it', async () => {
  const inviter = await team.add('Admin', 'Ines');
  await server.owner.query(`update users set page_language = 'es' where id = $1`, [inviter.uid]);
  const stranger = 'nobody@elsewhere.example';
  const payload = { email: stranger, role: 'User' };
  await ask(null, { method: 'POST', url: '/api/invitations', payload }, inviter);
  const invitation = await emailTo(server, stranger);
  expect(invitation.text).toContain(textsOf('es')['View invitation']);
  const settings = { destination: 'email', email: 'reports@elsewhere.example' };
  await ask(null, { method: 'PUT', url: '/api/feedback-settings', payload: settings }, inviter);
  await ask(null, { method: 'POST', url: '/api/feedback-settings/send-code', payload: {} }, inviter);
  const { subject } = await emailTo(server, settings.email);
  expect(Object.values(textsOf('es'))).toContain(subject);
});

test('a push is in the language of its member', async () => {
  const member = await team.add('User', 'Amal');
  await server.owner.query(`update users set page_language = 'ar' where id = $1`, [member.uid]);
  const browser = push.subscribe();
  const { endpoint, keys } = browser;
  const device = { endpoint, keys, name: 'Chrome', kind: 'desktop' };
  expect((await ask(null, { method: 'POST', url: '/api/push-devices', payload: device }, member)).statusCode).toBe(200);
  await ask(null, { method: 'POST', url: '/api/notifications/check', payload: {} }, member);
  expect(push.of(browser)[0]?.payload).toMatchObject({
    title: textsOf('ar')['Test notification'],
    body: textsOf('ar')['Push notifications reach this browser.'],
  });
});

test('the heads of a report are in the language of its reader, those of a list are not', async () => {
  const file = async (url: string) => (await ask('de', { method: 'GET', url })).body;
  const report = await file('/api/reports/export?from=2026-11-01&to=2026-11-02');
  const german = textsOf('de');
  const heads = ['Received', 'Sent', 'New conversations'].map((head) => german[head]);
  expect(report).toContain(heads.join(','));
  expect(heads).not.toContain('Received');
  expect(await file('/api/contacts/export')).toContain('Phone number,Name,Lists');
});
