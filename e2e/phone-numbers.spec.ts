import { expect, signIn, test } from './support/test.ts';

/* Whatever form and script a number is typed or pasted in, it is saved as it is dialled today. */

test('a number is read in WhatsApp’s form, an old form of its country, and other scripts', async ({
  page,
  home,
  watch,
}) => {
  const { server, user } = home;
  await signIn(page, server, user);

  for (const [typed, saved, name] of [
    ['+521 55 1234 5678', '+52 55 1234 5678', 'Lupita Reyes'],
    ['22507123456', '+225 07 07 12 3456', 'Aya Kouassi'],
    ['\u202a+٣٣ ٦ ٣٩ ٩٨ ٤١ ٠٧\u202c', '+33 6 39 98 41 07', 'Leila Haddad'],
  ] as const) {
    await test.step(`${typed} is saved as ${saved}`, async () => {
      await page.goto(`${server.url}/contacts/add`);
      await page.getByLabel('Phone').fill(typed);
      await page.getByLabel('Name').fill(name);
      await expect(page.getByText(`Saved as ${saved}`)).toBeVisible();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText(`${name} is added.`)).toBeVisible();
    });
  }

  await test.step('so is one that the address of the page names', async () => {
    await page.goto(`${server.url}/contacts/add?phone=5215512345678`);
    await expect(page.getByText('Saved as +52 55 1234 5678')).toBeVisible();
  });
  watch.expectNothing();
});
