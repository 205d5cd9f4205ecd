import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('a chat link is made, a customer uses it, and the conversation shows where they came from', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, home.user, '/integrations');
  await page.getByRole('button', { name: 'Chat links' }).click();
  const panel = page.getByRole('complementary', { name: 'Chat links' });
  await panel.getByRole('button', { name: 'Add chat link' }).click();
  const form = page.getByRole('dialog', { name: 'Add chat link' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Poster in the window');
  await form.getByRole('button', { name: 'Add chat link' }).click();
  await expect(form.getByText('Enter a message.')).toBeVisible();
  await form.getByRole('textbox', { name: /^Prepared message/ }).fill('Hello, is my bike ready?');
  await form.getByRole('button', { name: 'Add chat link' }).click();

  const message = panel.getByText(/^Hello, is my bike ready\? \(ref [A-Z0-9]{6}\)$/);
  await expect(message).toBeVisible();
  await expect(panel.getByText(/^https:\/\/wa\.me\/\d+\?text=Hello/)).toBeVisible();
  await expect(panel.getByText(/^<a href="https:\/\/wa\.me/)).toBeVisible();
  for (const [button, ending] of [
    ['Save as image', 'svg'],
    ['Save as PNG', 'png'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await panel.getByText(button).click();
    expect((await saved).suggestedFilename()).toBe(`Poster in the window.${ending}`);
  }
  await expectAccessible(page, 'a chat link');

  await writeAsCustomer(server, token, (await message.textContent()) ?? '');
  const thread = await waitForThread(server, token, 'is my bike ready');
  await expect(panel.getByText('1 conversation · 1 in 24 h')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page, 'a chat link');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}/inbox/${thread}`);
  await expect(page.getByRole('heading', { name: 'Came from' })).toBeVisible();
  await expect(page.getByText('Poster in the window')).toBeVisible();
});
