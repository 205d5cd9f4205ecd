import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import type { TestUser } from './support/api.ts';
import type { ParleyServer } from './support/server.ts';
import { expect, firstHome, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

type Words = Record<string, string>;

const verifier = randomBytes(32).toString('base64url');
let program: Server;
let redirect: string;

// A program on the device, which waits for the code.
test.beforeAll(async () => {
  program = createServer((_request, response) => response.end('<title>Done</title><h1>Back in the program</h1>'));
  await new Promise<void>((done) => program.listen(0, '127.0.0.1', done));
  redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
});
test.afterAll(() => void program.close());

async function post(url: string, body: URLSearchParams | string): Promise<Words> {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
  const answer = await fetch(url, { method: 'POST', body, ...(headers && { headers }) });
  return (await answer.json()) as Words;
}

async function register({ url }: ParleyServer): Promise<string> {
  const about = { client_name: 'Claude', redirect_uris: [redirect] };
  return (await post(`${url}/oauth/register`, JSON.stringify(about)))['client_id'] ?? '';
}

function pageFor({ url }: ParleyServer, clientId: string, more: Words = {}): string {
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = { client_id: clientId, redirect_uri: redirect, response_type: 'code', code_challenge };
  // A state that a page could take for a number.
  const query = { ...asked, code_challenge_method: 'S256', state: '12345678901234567890', ...more };
  return `${url}/oauth/authorize?${new URLSearchParams(query)}`;
}

async function signInAt(page: Page, { email, password }: TestUser): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('an assistant is added by its address: sign-in, consent, a call, kill -9, and its end', async ({
  page,
  freshServer,
  watch,
}) => {
  const { server, user } = await firstHome(freshServer);
  const clientId = await register(server);
  const heading = page.getByRole('heading', { name: 'Allow access for Claude?' });
  // The page of the program is open meanwhile.
  const restart = async () => {
    watch.expect(...noAnswer);
    await server.kill();
    await server.start();
    watch.expectNothing();
  };
  const callTool = (token: string) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'list_channels', arguments: {} },
      }),
    });

  await test.step('a signed-out member signs in and comes back to the question', async () => {
    await page.goto(pageFor(server, clientId));
    await signInAt(page, user);
    await expect(heading).toBeVisible();
    await expect(page.getByText('A program on this device')).toBeVisible();
    await expect(page.getByText(user.email)).toBeVisible();
  });

  await test.step('it fits a phone, in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await expect(heading).toBeVisible();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoHorizontalScroll(page, `consent, ${colorScheme}, ${width}`);
        await expectAccessible(page, `consent, ${colorScheme}, ${width}`);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('refused, the program is told so', async () => {
    await page.getByRole('button', { name: 'Don’t allow' }).click();
    await page.waitForURL((url) => url.href.startsWith(redirect));
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    expect(new URL(page.url()).searchParams.get('state')).toBe('12345678901234567890');
  });

  const tokens = await test.step('allowed by keyboard to read, it gets a code', async () => {
    await page.goto(pageFor(server, clientId));
    await page.getByRole('radio', { name: 'Read and write' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: 'Read' })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Allow access' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.startsWith(redirect));
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: redirect };
    await restart();
    return post(`${server.url}/oauth/token`, new URLSearchParams({ ...form, code_verifier: verifier }));
  });
  expect(tokens['scope']).toBe('read');
  const { access_token: token = '', refresh_token: refresh = '' } = tokens;
  await restart();
  expect((await callTool(token)).status).toBe(200);
  const again = new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh });
  const { access_token: renewed = '' } = await post(`${server.url}/oauth/token`, again);
  expect((await callTool(token)).status).toBe(401);
  expect((await callTool(renewed)).status).toBe(200);

  await test.step('it is among the member’s sessions, and under Integrations, where it ends', async () => {
    await page.goto(`${server.url}/settings/personal`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Claude' }).getByText('Application')).toBeVisible();
    await page.goto(`${server.url}/integrations`);
    await page.getByRole('button', { name: 'Assistants' }).click();
    const panel = page.getByRole('complementary', { name: 'Assistants' });
    await expect(panel.getByRole('list', { name: 'Connected applications' })).toContainText('Claude');
    await expectAccessible(page, 'connected applications');
    await panel.getByRole('button', { name: 'Disconnect Claude' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(panel.getByText('No application is connected.')).toBeVisible();
    expect((await callTool(renewed)).status).toBe(401);
  });
});

test('a wrong request is explained and leads nowhere', async ({ page, home, watch }) => {
  const { server, user } = home;
  const clientId = await register(server);
  watch.expect(/422/);
  await page.goto(pageFor(server, clientId, { redirect_uri: 'https://evil.example/callback' }));
  await signInAt(page, user);
  await expect(page.getByRole('heading', { name: 'Couldn’t connect the application' })).toBeVisible();
  await expect(page.getByText('did not register the address', { exact: false })).toBeVisible();
  await expectAccessible(page, 'a wrong request');
  await page.goto(`${server.url}/authorize?request=nonsense`);
  await expect(page.getByText('This link is incomplete', { exact: false })).toBeVisible();
});
