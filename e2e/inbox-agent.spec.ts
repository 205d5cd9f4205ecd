import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test("while Meta's AI agent answers, the team sees it, takes over, and hands back", async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  const phone = await writeAsCustomer(server, token, 'Hello from Ana', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Hello from Ana');
  const behave = (behaviour: object) =>
    apiCall(server.url, 'PUT', `/api/sandbox/phones/${encodeURIComponent(phone)}`, behaviour, token);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}?view=active`);
  const messages = page.getByRole('region', { name: 'Messages' });
  const banner = page.getByText('Meta’s AI agent is answering this customer. Take over, or just send a message.');
  const events = messages.locator('[data-event]');
  await expect(messages.getByText('Hello from Ana')).toBeVisible();
  await expect(banner).toBeHidden();

  await test.step('the agent answers: both sides and who answers appear without a reload', async () => {
    await behave({ agent_holds: true, agent_text: 'I am an assistant.' });
    await writeAsCustomer(server, token, 'Do you deliver on Sunday?', 'Ana Silva');
    await expect(messages.getByText('I am an assistant.')).toBeVisible();
    await expect(messages.getByText('Meta’s AI agent', { exact: true })).toBeVisible();
    await expect(banner).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
  });

  await test.step('taken over and handed back', async () => {
    await page.getByRole('button', { name: 'Take over' }).click();
    await expect(banner).toBeHidden();
    await expect(events.last()).toContainText('You took this over');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Hand back to Meta’s AI agent' }).click();
    await expect(banner).toBeVisible();
    await expect(events.last()).toContainText('You handed this back to Meta’s AI agent');
  });

  await test.step('a message takes over by itself', async () => {
    await page.getByRole('textbox', { name: 'Reply' }).fill('I am Dana, a person.');
    await page.keyboard.press('Enter');
    await expect(messages.getByText('I am Dana, a person.')).toBeVisible();
    await expect(banner).toBeHidden();
  });

  await test.step('the agent hands over', async () => {
    await behave({ agent_holds: true });
    await writeAsCustomer(server, token, 'One more question', 'Ana Silva');
    await expect(banner).toBeVisible();
    await behave({ agent_holds: false });
    await expect(banner).toBeHidden();
    await expect(events.last()).toContainText('Handed over to your team');
  });
});
