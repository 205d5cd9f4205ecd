import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { broadcastsOf, sandboxPhones } from './support/broadcasts.ts';
import { expect, signIn, test } from './support/test.ts';

/** Counting, sending and statuses may take long on a busy machine. */
const patient = { timeout: 60_000 };

test('a recurring broadcast is scheduled, shown in the calendar, paused and ended', async ({
  page,
  freshServer: server,
}) => {
  test.setTimeout(300_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const broadcasts = await broadcastsOf(server, token);
  const draft = await broadcasts.draft('Workshop slots', sandboxPhones(3));
  await apiCall(server.url, 'POST', '/api/custom-fields', { name: 'Birthday', type: 'date' }, token);
  await signIn(page, server, owner, `/broadcast?id=${draft.id}&step=when`);
  const when = page.getByRole('region', { name: /When$/ });

  await test.step('weekly on two days, or on a date of each contact', async () => {
    await when.getByLabel('Recurring').check();
    await when.getByLabel('Thursday').check();
    await expect(when.getByText(/^Next times: /)).toBeVisible();
    await when.getByLabel('On a contact’s date').check();
    await expect(when.getByLabel('Date')).toHaveValue('Birthday');
    await when.getByLabel('Monthly').check();
    await when.getByLabel('Day of the month').fill('31');
    await expect(when.getByText('In shorter months, the last day is used.')).toBeVisible();
    await when.getByLabel('Weekly').check();
    await expectAccessible(page, 'recurring');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoHorizontalScroll(page, 'recurring on a phone');
    await page.setViewportSize({ width: 1_280, height: 800 });
    await expect(page.getByText('Saved')).toBeVisible(patient);
    await page.reload();
    await expect(when.getByLabel('Monday')).toBeChecked(patient);
  });

  await test.step('scheduled, its page names the next time', async () => {
    await page.goto(`${server.url}/broadcast?id=${draft.id}&step=check`);
    await page.getByRole('button', { name: 'Schedule' }).first().click();
    await expect(page.getByText(/^Every Monday at/).first()).toBeVisible(patient);
    await expect(page.getByText('No broadcasts yet')).toBeVisible(patient);
    await expectAccessible(page, 'a recurring broadcast');
  });

  await test.step('the calendar shows it by month and by week, and by keyboard its actions', async () => {
    await page.goto(`${server.url}/broadcast/history?view=month`);
    await page.getByRole('button', { name: 'Next month' }).click();
    const entry = page.getByRole('button', { name: /Workshop slots.*Recurring$/ }).first();
    await expect(entry).toBeVisible(patient);
    await expectAccessible(page, 'the calendar');
    await page.getByLabel('Week').check();
    await expect(page).toHaveURL(/view=week/);
    await page.reload();
    await expect(page.getByLabel('Week')).toBeChecked(patient);
    await page.goto(`${server.url}/broadcast/history?view=month`);
    await page.getByRole('button', { name: 'Next month' }).click();
    await entry.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await expect(entry).toBeHidden(patient);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(page.getByText('No broadcasts this month')).toBeVisible(patient);
    await expectNoHorizontalScroll(page, 'the calendar on a phone');
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  await test.step('resumed and ended on its page', async () => {
    await page.goto(`${server.url}/broadcast/history/${draft.id}`);
    await expect(page.getByText('Paused. No broadcasts are created.', { exact: false })).toBeVisible(patient);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('Recurring').first()).toBeVisible(patient);
    await page.getByRole('button', { name: 'End' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End recurring broadcast' }).click();
    await expect(page.getByText('Cancelled').first()).toBeVisible(patient);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText(/stopped the broadcast$/)).toBeVisible(patient);
  });
});
