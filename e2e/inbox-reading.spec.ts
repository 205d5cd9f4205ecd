import { claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('what a customer writes is found and linked in their script', async ({ page, freshServer: server }) => {
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const text = 'شاهد shop.example/cart، أو https://instagram.com/maria_ أو mail@example.com (+44 7700 900123)';
  await writeAsCustomer(server, token, text, 'أَحْمَد');
  const thread = await waitForThread(server, token, text);
  await signIn(page, server, owner);

  await test.step('websites, email addresses and numbers are links, up to the punctuation of the sentence', async () => {
    await page.goto(`${server.url}/inbox/${thread}`);
    const hrefs = page.getByRole('region', { name: 'Messages' }).getByRole('link');
    await expect(hrefs).toHaveText([
      'shop.example/cart',
      'https://instagram.com/maria_',
      'mail@example.com',
      '+44 7700 900123',
    ]);
    expect(
      await hrefs.evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])),
    ).toEqual([
      ['https://shop.example/cart', '_blank'],
      ['https://instagram.com/maria_', '_blank'],
      ['mailto:mail@example.com', null],
      ['tel:+447700900123', null],
    ]);
  });

  await test.step('a search finds them without vowel marks, and marks the hit', async () => {
    await page.getByRole('button', { name: 'Search conversations' }).click();
    await page.getByRole('searchbox', { name: 'Search conversations by name or number' }).fill('احمد');
    await expect(page.getByRole('region', { name: 'Conversations' }).getByText('أَحْمَد')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search conversations by name or number' }).fill('او mail');
    await expect(page.getByRole('region', { name: 'Conversations' }).locator('mark')).toHaveText('أو mail');
  });
});
