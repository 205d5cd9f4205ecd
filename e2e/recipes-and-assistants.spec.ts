import { readFile } from 'node:fs/promises';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

type Row = { id: string; direction: string; text?: { body: string } };
type Field = { name: string; value: string };
type Workflow = { nodes: { type: string; parameters: { url?: string; bodyParameters?: { parameters: Field[] } } }[] };

test('recipes answer a customer as they are written', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Are you open today?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Are you open today?');
  const call = <T>(path: string) => apiCall<T>(server.url, 'GET', path, undefined, token);
  const rows = async () => (await call<{ data: Row[] }>(`/api/threads/${threadId}/messages`)).data;
  const received = (await rows()).find(({ direction }) => direction === 'INCOMING');
  const event = { data: await call<Record<string, string>>(`/api/messages/${received?.id}`) };
  const scopes = ['messages:write'];
  const key = await apiCall<{ id: string; key: string }>(
    server.url,
    'POST',
    '/api/api-keys',
    { name: 'Recipe', scopes },
    token,
  );
  /** Replaces a tool's placeholders by values of the event. */
  const filled = (text: string) =>
    text.replaceAll(/\{\{(?:1\.data\.|data__)(\w+)\}\}/g, (_, name: string) => event.data[name] ?? '');
  const send = (url: string, headers: Record<string, string>, body: string) =>
    fetch(url, { method: 'POST', headers, body });
  const answers = async () => (await rows()).filter(({ direction }) => direction === 'OUTGOING').length;
  await signIn(page, server, home.user, '/integrations');
  const panel = page.getByRole('complementary', { name: 'Recipes' });

  await test.step('n8n: the workflow as downloaded', async () => {
    await page.getByRole('button', { name: 'n8n', exact: false }).click();
    await expectAccessible(page, 'the recipe for n8n');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download workflow' }).click(),
    ]);
    const workflow = JSON.parse(await readFile(await file.path(), 'utf8')) as Workflow;
    const request = workflow.nodes.find(({ type }) => type.endsWith('.httpRequest'))?.parameters;
    const fields = request?.bodyParameters?.parameters ?? [];
    const resolved = (value: string) => {
      const expression = /^=\{\{ (.+) \}\}$/.exec(value)?.[1];
      if (expression === undefined) return value;
      const name = /^\$json\.body\.data\.(\w+)$/.exec(expression)?.[1];
      return name === undefined ? (JSON.parse(expression) as object) : event.data[name];
    };
    const body = Object.fromEntries(fields.map(({ name, value }) => [name, resolved(value)]));
    const headers = {
      authorization: `Bearer ${key.key}`,
      'content-type': 'application/json',
      'idempotency-key': 'event-1',
    };
    expect((await send(String(request?.url), headers, JSON.stringify(body))).status).toBe(201);
    await expect.poll(answers).toBe(1);
  });

  for (const [tool, sent] of [
    ['Make', 2],
    ['Zapier', 3],
  ] as const) {
    await test.step(`${tool}: address, headers and body as shown, twice for an event that arrives twice`, async () => {
      await panel.getByRole('tab', { name: tool }).click();
      const url = await panel.getByLabel('Address').inputValue();
      const given = await panel.getByLabel('Header').all();
      const lines = await Promise.all(given.map((line) => line.inputValue()));
      const headers = Object.fromEntries(
        lines.map((line) => filled(line).replace('wa_live_…', key.key).split(': ') as [string, string]),
      );
      // Another tool's answer to the same event is another answer.
      headers['Idempotency-Key'] = `${tool}-${headers['Idempotency-Key']}`;
      const body = filled(await panel.getByLabel('Body').inputValue());
      for (const status of [201, 200]) expect((await send(url, headers, body)).status).toBe(status);
      await expect.poll(answers).toBe(sent);
    });
  }

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoHorizontalScroll(page, 'recipes on a phone');
    await expectAccessible(page, 'the recipe for Zapier on a phone');
  });

  await test.step('the answers have the id of the key as their author, with its name beside it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/inbox/${threadId}`);
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages.getByText(`api:${key.id}`).first()).toBeVisible();
    await expect(messages.getByText('· Recipe', { exact: false }).first()).toBeVisible();
  });
});

test('assistants: the card, how to connect, what they can do, and their calls in the log', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await signIn(page, server, home.user, '/integrations');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Assistants' }) });
  await expect(card).toContainText('Not connected');
  await test.step('cards are found by words and by state', async () => {
    const cards = page.getByRole('main').getByRole('listitem');
    const search = page.getByRole('searchbox', { name: 'Search integrations' });
    await search.fill('protocol model');
    await expect(cards).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Infrastructure' })).toBeHidden();
    await expectAccessible(page, 'integrations, searched');
    await page.getByRole('radio', { name: 'Connected' }).check();
    await expect(page.getByText('No integration found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(search).toHaveValue('');
    await expect(page.getByText('No integration found')).toBeHidden();
  });
  await test.step('while nothing is connected, what fits the business is recommended', async () => {
    await page
      .getByRole('region', { name: 'Recommended' })
      .getByRole('button', { name: 'without code', exact: false })
      .click();
    const recipe = page.getByRole('complementary', { name: 'Recipes' });
    await expect(recipe.getByRole('tab', { name: 'Zapier' })).toHaveAttribute('aria-selected', 'true');
    await recipe.getByRole('button', { name: 'Close' }).click();
  });
  await page.getByRole('button', { name: 'Assistants' }).click();
  const panel = page.getByRole('complementary', { name: 'Assistants' });
  await expect(panel.getByRole('listitem').filter({ hasText: 'send_message' })).toContainText('messages:write');
  await expectAccessible(page, 'assistants');
  const url = await panel.getByLabel('Server address').inputValue();
  expect(url).toBe(`${server.url}/mcp`);
  const configuration = JSON.parse(await panel.getByLabel('Configuration').inputValue()) as {
    mcpServers: { parley: { url: string } };
  };
  expect(configuration.mcpServers.parley.url).toBe(url);

  const made = { name: 'Claude', scopes: ['contacts:read'] };
  const key = await apiCall<{ key: string }>(server.url, 'POST', '/api/api-keys', made, token);
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_contacts', arguments: {} },
    }),
  });
  expect(answer.status).toBe(200);
  // Requests are counted shortly after they are answered.
  type Counted = { api: { assistant_requests_24h: number } };
  const counted = () => apiCall<Counted>(server.url, 'GET', '/api/integrations', undefined, token);
  await expect.poll(async () => (await counted()).api.assistant_requests_24h).toBe(1);
  await page.reload();
  await expect(card).toContainText('1 request in 24 h');
  await page.goto(`${server.url}/settings/api-keys`);
  await page.getByRole('button', { name: /1 request in 24 hours/ }).click();
  const line = page.getByRole('region', { name: 'Requests' }).getByRole('listitem').first();
  await expect(line).toContainText('GET /api/contacts');
  await expect(line).toContainText('Assistant');
});
