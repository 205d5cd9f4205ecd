import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { writeAsCustomer } from './support/api.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

type Told = { messages?: { from: string; text?: { body: string } }[] };

test('a bot for the Cloud API is pointed at Parley with the values that the page shows, and answers', async ({
  page,
  watch,
}) => {
  const received: Told[] = [];
  const bot = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://bot');
    if (request.method === 'GET') {
      const isMine = url.searchParams.get('hub.verify_token') === 'kestrel bot';
      response.writeHead(isMine ? 200 : 403).end(isMine ? url.searchParams.get('hub.challenge') : '');
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { entry } = JSON.parse(Buffer.concat(chunks).toString()) as { entry: { changes: { value: Told }[] }[] };
      received.push(...entry.flatMap(({ changes }) => changes.map(({ value }) => value)));
      response.end();
    });
  });
  await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(bot.address() as AddressInfo).port}`;
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: host });
  try {
    const { user, token: tokenOf } = await firstHome(server);
    const token = await tokenOf();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, server, user, '/integrations');
    await page.getByRole('button', { name: 'WhatsApp Cloud API' }).click();
    const panel = page.getByRole('complementary', { name: 'WhatsApp Cloud API' });
    await expectAccessible(page, 'the values for a bot');
    const base = await panel.getByLabel('Base address').inputValue();
    const number = await panel.getByLabel('Phone number ID', { exact: false }).first().inputValue();

    await test.step('its webhook is confirmed by the bot, whose refusal is told', async () => {
      await panel.getByRole('button', { name: 'Add webhook' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add webhook' });
      await expect(dialog.getByRole('radio', { name: 'WhatsApp Cloud API' })).toBeChecked();
      await expect(dialog.getByRole('checkbox')).toHaveCount(3);
      await dialog.getByLabel('Address').fill(`http://${host}/hook`);
      watch.expect(/422/);
      await dialog.getByLabel('Verify token').fill('another');
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      await expect(dialog.getByText('Your program refused this verify token', { exact: false })).toBeVisible();
      await expectAccessible(page, 'a webhook in WhatsApp’s format');
      await dialog.getByLabel('Verify token').fill('kestrel bot');
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      const secret = page.getByRole('dialog', { name: 'Webhook secret' });
      await expect(secret.getByText('app secret', { exact: false })).toBeVisible();
      await secret.getByRole('button', { name: 'Copy' }).click();
      await secret.getByRole('button', { name: 'Done' }).click();
    });

    await test.step('it is told of a message and answers it', async () => {
      const scopes = ['messages:read', 'messages:write'];
      const made = await apiCall<{ key: string }>(server.url, 'POST', '/api/api-keys', { name: 'Bot', scopes }, token);
      await writeAsCustomer(server, token, 'Is the shop open?', 'Ana Silva');
      const asked = () =>
        received.flatMap(({ messages = [] }) => messages).find(({ text }) => text?.body === 'Is the shop open?');
      await expect.poll(() => asked()?.from).toMatch(/^\d+$/);
      const answer = await fetch(`${base}/v25.0/${number}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          to: asked()?.from,
          type: 'text',
          text: { body: 'Until six.' },
        }),
      });
      expect(await answer.json()).toMatchObject({ messages: [{ id: expect.stringContaining('wamid.') }] });
    });

    await test.step('on a phone', async () => {
      await page.goto(`${server.url}/integrations`);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'WhatsApp Cloud API' }).click();
      await expectNoHorizontalScroll(page, 'the values for a bot on a phone');
    });
  } finally {
    watch.stop();
    await server.close();
    bot.closeAllConnections();
    bot.close();
  }
});
