import { startFileServer } from '../apps/server/src/testing/file-server.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

const slow = { timeout: 30_000 };

test('a CSV address is tested, mapped, imported, repaired after a failure, paused and removed', async ({
  page,
  watch,
}) => {
  test.setTimeout(300_000);
  const files = await startFileServer();
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: files.host });
  try {
    files.files.set('/people.csv', {
      body: 'Mobile,Full name,Till\n+447700900321,Vera Lind,3\n+447700900322,Jonas,4\n',
    });
    files.files.set('/page', { body: '<html></html>', headers: { 'content-type': 'text/html' } });
    const { user } = await firstHome(server);
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, server, user, '/integrations');
    await page.getByRole('button', { name: 'Scheduled CSV imports' }).click();
    const panel = page.getByRole('complementary', { name: 'Scheduled CSV imports' });
    await panel.getByRole('button', { name: 'Add address' }).click();

    const form = page.getByRole('dialog', { name: 'Add CSV address' });
    const read = form.getByRole('button', { name: 'Test and continue' });
    await read.click();
    await expect(form.getByText('Enter a name.')).toBeVisible();
    await form.getByLabel('Name').fill('Shop customers');
    watch.expect(/422/);
    await form.getByLabel('Address').fill('https://10.0.0.1/people.csv');
    await read.click();
    await expect(form.getByText('private network', { exact: false })).toBeVisible();
    await form.getByLabel('Address').fill(files.url('/page'));
    await read.click();
    await expect(form.getByText('leads to a web page', { exact: false })).toBeVisible();
    await form.getByLabel('Address').fill(files.url('/people.csv'));
    await form.getByLabel(/^Access header/).fill('X-Key');
    await form.getByLabel(/^Header value/).fill('secret-of-the-shop');
    await expectAccessible(page, 'the address of a CSV file');
    await read.click();
    await expect(form.getByLabel('Field for Mobile')).toHaveValue('phone', slow);
    await expect(form.getByRole('cell', { name: 'Vera Lind' })).toBeVisible();
    await form.getByLabel('Field for Till').selectOption('Exclude');
    await expectAccessible(page, 'the columns of a CSV address');
    await expectNoHorizontalScroll(page, 'the columns of a CSV address');
    await form.getByRole('button', { name: 'Next: rules and schedule' }).click();
    await form.getByRole('radio', { name: 'Weekly' }).check();
    await form.getByLabel('Time').fill('07:15');
    await expectAccessible(page, 'the rules and schedule of a CSV address');
    await expectNoHorizontalScroll(page, 'the rules and schedule of a CSV address');
    await form.getByRole('button', { name: 'Add address' }).click();
    await expect(panel.getByText(/Every Monday at 07:15/)).toBeVisible();

    const row = (result: string) => panel.getByRole('row').filter({ hasText: result }).first();
    await panel.getByRole('button', { name: 'Run now' }).click();
    await expect(row('Imported')).toContainText('2 added', slow);
    expect(files.asked('/people.csv').at(-1)?.['x-key']).toBe('secret-of-the-shop');
    files.files.set('/people.csv', { status: 503 });
    await panel.getByRole('button', { name: 'Run now' }).click();
    await expect(row('Failed')).toBeVisible(slow);
    await row('Failed').getByRole('button').click();
    await expect(panel.getByText('The server answered 503.', { exact: false })).toBeVisible();
    await expectAccessible(page, 'the runs of a CSV address');
    files.files.set('/people.csv', { body: 'Full name,Mobile\nVera Berg,+447700900321\n' });
    await panel.getByRole('button', { name: 'Run again' }).click();
    await expect(row('Imported')).toContainText('1 updated', slow);
    // The check goes through narrow pages, where the panel is another one.
    await expectNoHorizontalScroll(page, 'the runs of a CSV address');

    await panel.getByRole('button', { name: 'Pause' }).click();
    await expect(panel.getByText('Paused. Contacts are imported again when you resume.')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Scheduled CSV imports' }).click();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await expect(panel.getByText(/Next run/)).toBeVisible();
    await row('1 updated').getByRole('button').click();
    await panel.getByRole('link', { name: 'Show import and undo' }).click();
    await expect(page.getByRole('button', { name: /Undo/ }).first()).toBeVisible(slow);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/integrations`);
    await page.getByRole('button', { name: 'Scheduled CSV imports' }).click();
    const sheet = page.getByRole('dialog', { name: 'Scheduled CSV imports' });
    await sheet.getByRole('tab', { name: 'Settings' }).click();
    await expect(sheet.getByText('X-Key')).toBeVisible();
    await sheet.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit CSV address' });
    await edit.getByLabel('Name').fill('Shop people');
    await edit.getByRole('button', { name: 'Test and continue' }).click();
    await expect(edit.getByLabel('Field for Mobile')).toHaveValue('phone', slow);
    await edit.getByRole('button', { name: 'Next: rules and schedule' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toBeHidden();
    await expect(sheet.getByRole('combobox', { name: 'CSV address' })).toHaveValue('Shop people');
    await sheet.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(sheet.getByText('No CSV addresses yet')).toBeVisible();
  } finally {
    watch.stop();
    await server.close();
    await files.close();
  }
});
