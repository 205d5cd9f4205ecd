import { apiCall } from '../scripts/api-call.ts';
import { layerWidthsPx } from './support/layers.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor } from './support/users.ts';

test('a member chooses a language: at once, after reloading and on another device', async ({ page, home, browser }) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/personal/edit');
  const language = page.getByRole('combobox', { name: 'Language' });
  await expect(language).toHaveValue('Same as browser: English');
  await language.fill('Deut');
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: 'Sprache und Region' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  // The region’s formats with the language’s words: Monday first.
  await expect(page.getByRole('region', { name: 'Beispiel' }).getByText(/^Mo Di Mi/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sprache und Region' })).toBeVisible();

  const other = await newVisitor(browser);
  await signIn(other, server, user, '/settings/personal');
  await expect(other.getByRole('heading', { name: 'Sprache und Region' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Sprache' }).fill('Wie im');
  await page.getByRole('option', { name: /English$/ }).click();
  await expect(page.getByRole('heading', { name: 'Language and region' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Language and region' })).toBeVisible();
});

test('the browser’s language is the first one, from right to left too', async ({ home, browser }) => {
  const page = await newVisitor(browser, { locale: 'ar-EG' });
  await page.goto(`${home.server.url}/login`);
  await expect(page.getByRole('heading', { name: 'تسجيل الدخول', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('texts that cannot be loaded are English, and the page works', async ({ home, browser }) => {
  const page = await newVisitor(browser, { locale: 'hi-IN' });
  await page.route('**/assets/*texts-hi*', (route) => route.abort());
  await page.goto(`${home.server.url}/login`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

/** Words of the heads of a table that stand on two lines. */
const brokenHeads = `[...document.querySelectorAll('dialog:modal thead th')].flatMap((head) => {
  const text = head.firstChild;
  return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
  });
})`;

test('heads of the notification settings break between words only, in every language and at every width', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await signIn(page, server, user, '/contacts');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Notification settings' }).click();
  await expect(page.locator('dialog:modal thead th')).toHaveCount(5);
  for (const language of ['en', 'es', 'pt-BR', 'de', 'ar', 'hi']) {
    await apiCall(server.url, 'PUT', '/api/auth/preferences', { language }, token);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const width of layerWidthsPx) {
      await page.setViewportSize({ width, height: 844 });
      const fits = page.locator('dialog:modal');
      expect.soft(await page.evaluate<string[]>(brokenHeads), `${language} at ${width} px`).toEqual([]);
      const isWider = await fits.evaluate((layer) =>
        [...layer.querySelectorAll('*')].some((one) => one.scrollWidth > layer.clientWidth),
      );
      expect.soft(isWider, `${language} at ${width} px fits`).toBe(false);
    }
  }
});
