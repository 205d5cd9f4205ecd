import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

type Group = { id: string; members: string[] };

test('a WhatsApp group: everybody is named, the team answers, and what groups don’t take is not offered', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  const group = await apiCall<Group>(server.url, 'POST', '/api/sandbox/groups', { name: 'Spring tour' }, token);
  expect(group.members).toHaveLength(3);
  const write = (text: string, as: number) =>
    apiCall(
      server.url,
      'POST',
      `/api/sandbox/phones/${encodeURIComponent(group.id)}/messages`,
      { type: 'text', text: { body: text }, as: group.members[as] },
      token,
    );
  await write('Is it on Saturday?', 0);
  await write('I think so', 1);
  const threadId = await waitForThread(server, token, 'I think so');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active`);
  const row = page.getByRole('option', { name: /Spring tour/ }).or(page.getByRole('link', { name: /Spring tour/ }));
  await expect(row.first()).toContainText('Jonas: I think so');
  await page.goto(`${server.url}/inbox/${threadId}?view=active`);
  const messages = page.getByRole('region', { name: 'Messages' });

  await test.step('who wrote stands above each, and who is in it in the header', async () => {
    await expect(messages.getByText('Layla Haddad', { exact: true })).toBeVisible();
    await expect(messages.getByText('Jonas Berg', { exact: true })).toBeVisible();
    await expect(page.getByText('3 participants: Jonas, Layla, Mei')).toBeVisible();
    await expect(messages.getByText(/joined the group/)).toBeVisible();
  });

  await test.step('an answer goes to all of them', async () => {
    await page.getByRole('textbox', { name: 'Reply' }).fill('Yes, at ten.');
    await page.keyboard.press('Enter');
    await expect(messages.getByText('Yes, at ten.')).toBeVisible();
    await expect(messages.getByRole('img', { name: 'Delivered' }).first()).toBeVisible();
    await page.getByText('Yes, at ten.').hover();
    await expect(page.getByRole('button', { name: 'React' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'More to send' })).toBeHidden();
  });

  await test.step('a deleted message names who deleted it', async () => {
    type Rows = { data: { provider_message_id: string; text?: { body: string } }[] };
    const { data } = await apiCall<Rows>(
      ...([server.url, 'GET', `/api/threads/${threadId}/messages`, undefined, token] as const),
    );
    const original = data.find((row) => row.text?.body === 'Is it on Saturday?')?.provider_message_id;
    const revoke = { original_message_id: original };
    const phone = `/api/sandbox/phones/${encodeURIComponent(group.id)}/messages`;
    await apiCall(server.url, 'POST', phone, { type: 'revoke', revoke, as: group.members[0] }, token);
    await expect(messages.getByText('Deleted by Layla Haddad')).toBeVisible();
  });

  await test.step('the panel names everybody', async () => {
    const panel = page.getByRole('complementary', { name: 'Group' });
    if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Group', exact: true }).click();
    await expect(panel.getByRole('link', { name: 'Mei Tanaka' })).toBeVisible();
    await expectAccessible(page, 'the panel of a group');
  });

  await test.step('after a reload, and on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/inbox/${threadId}?view=active`);
    await expect(messages.getByText('Jonas Berg', { exact: true })).toBeVisible();
    await expectNoHorizontalScroll(page, 'a group on a phone');
  });
});

test('a group of the sandbox is made on its page, and each of its people writes', async ({ page, home }) => {
  await signIn(page, home.server, home.user, '/sandbox');
  const customer = page.getByRole('region', { name: 'Customer’s phone' });
  await customer.getByRole('button', { name: 'Group' }).click();
  await customer.getByRole('textbox', { name: 'Subject of the new group' }).fill('Book club');
  await page.keyboard.press('Enter');
  await expect(customer.getByText('A group with no messages yet')).toBeVisible();
  await customer.getByRole('button', { name: /^Write as/ }).click();
  await page
    .getByRole('option', { name: 'Mei Tanaka' })
    .or(page.getByRole('menuitemradio', { name: 'Mei Tanaka' }))
    .click();
  await customer.getByRole('textbox', { name: 'Message' }).fill('Chapter two');
  await page.keyboard.press('Enter');
  const team = page.getByRole('region', { name: 'Your team' });
  await expect(team.getByText('Mei Tanaka', { exact: true })).toBeVisible();
  await expect(team.getByText('Chapter two')).toBeVisible();
});
