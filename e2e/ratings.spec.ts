import type { RatingRule } from '@parley/contract/types';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const rule: RatingRule = {
  ...{ scale: 5, delay_minutes: 0, every_days: 0, comments: true },
  texts: [{ language: 'en', question: 'How was the repair?', button: 'Rate', thanks: 'Anything we could do better?' }],
};

type Update = { id: string; type: string; content: unknown };

test('a rating: asked after Done, shown in the conversation, its panel and the reports', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  const call = <T>(method: string, path: string, body?: object) => apiCall<T>(server.url, method, path, body, token);
  const phone = await writeAsCustomer(server, token, 'Is my bicycle ready?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is my bicycle ready?');
  await call('PUT', '/api/client', { rating_rule: rule });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, home.user, `/inbox/${threadId}`);
  await page.getByRole('button', { name: 'Done' }).first().click();
  await waitForThread(server, token, 'How was the repair?');

  await test.step('the customer chooses four stars, and the conversation stays done', async () => {
    const path = `/api/sandbox/phones/${encodeURIComponent(phone)}`;
    const asked = async () => {
      const { messages } = await call<{ messages: Update[] }>('GET', `${path}/updates?timeout=0`);
      const question = messages.find(({ type }) => type === 'interactive');
      const row_id = /rating:[0-9a-f-]+:4/.exec(JSON.stringify(question?.content ?? ''))?.[0];
      return row_id === undefined ? null : { message_id: question?.id, row_id };
    };
    await expect.poll(asked).not.toBeNull();
    await call('POST', `${path}/taps`, (await asked()) ?? {});
    await page.goto(`${server.url}/inbox/${threadId}`);
    await expect(page.getByText('The customer rated 4 of 5').first()).toBeVisible();
    await expect(page.getByText('Anything we could do better?').first()).toBeVisible();
  });

  await test.step('the report counts it and leads to the conversation', async () => {
    await page.goto(`${server.url}/reports?period=7d`);
    const figure = page.getByRole('region', { name: 'Satisfaction' });
    await expect(figure.getByText('4 of 5')).toBeVisible();
    await expect(figure.getByText('1 rating, 1 customer asked', { exact: false })).toBeVisible();
    await expectAccessible(page, 'satisfaction in a report');
    await figure.getByRole('button', { name: 'Show 1 rating of 4' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ratings of 4' });
    await expectAccessible(page, 'ratings behind a figure');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoHorizontalScroll(page, 'ratings behind a figure');
    await dialog.getByRole('link', { name: 'Ana Silva' }).click();
    await expect(page).toHaveURL(new RegExp(`/inbox/${threadId}`));
  });
});
