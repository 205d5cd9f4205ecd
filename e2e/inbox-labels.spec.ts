import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForInboxKeyboard, waitForListKeyboard } from './support/keys.ts';
import { expectLayersFit } from './support/layers.ts';
import { expect, signIn, test } from './support/test.ts';

test('a label is made, put on a conversation and found by; the activity says it', { tag: '@smoke' }, async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  for (const name of ['Ana Silva', 'Jon Berg']) {
    await writeAsCustomer(server, token, `Hello from ${name}`, name);
    await waitForThread(server, token, `Hello from ${name}`);
  }
  const threadId = await waitForThread(server, token, 'Hello from Ana Silva');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}?view=active`);
  const rows = page.getByRole('region', { name: 'Conversations' }).getByRole('link');
  // Beside the open contact panel the header has no room for the button.
  const openLabels = async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Labels' }).click();
  };
  const events = page.getByRole('region', { name: 'Messages' }).locator('[data-event]');

  await test.step('a new label with a color', async () => {
    await openLabels();
    await page.getByRole('button', { name: 'Manage labels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Labels' });
    await dialog.getByRole('textbox', { name: 'New label' }).fill('Service');
    await dialog.getByRole('button', { name: 'Green' }).click();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name of Service' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('on the conversation, in its row, its activity and its view, also after a reload', async () => {
    await openLabels();
    await page.getByRole('option', { name: 'Service' }).click();
    await page.keyboard.press('Escape');
    await expect(events).toContainText('You added Service');
    await page.reload();
    await expect(events).toContainText('You added Service');
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /^Service/ })
      .click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Service');
  });

  await test.step('done, and open again when the customer writes', async () => {
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('No active conversations')).toBeVisible();
    await writeAsCustomer(server, token, 'One more thing', 'Ana Silva');
    await expect(rows).toHaveCount(1);
    await rows.click();
    await expect(events.last()).toContainText('Reopened by a new message');
  });

  await test.step('on a phone labels and snoozing are behind "More"', async () => {
    await page.setViewportSize({ width: 320, height: 720 });
    await page.goto(`${server.url}/inbox/${threadId}?view=active`);
    await expectNoHorizontalScroll(page, 'conversation on a phone');
    await openLabels();
    await page.getByRole('option', { name: 'Service' }).click();
    await expect(events.last()).toContainText('You removed Service');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Snooze' }).click();
    await expect(page.getByRole('menuitem', { name: 'Until they reply' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
});

test('many conversations are chosen by keys and range, marked as done, and brought back', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  const names = ['Ana Silva', 'Jon Berg', 'Noor Haddad'];
  for (const name of names) {
    await writeAsCustomer(server, token, `Hello from ${name}`, name);
    await waitForThread(server, token, `Hello from ${name}`);
  }
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active`);
  const rows = page.getByRole('region', { name: 'Conversations' }).getByRole('link');
  await expect(rows).toHaveCount(3);
  const bar = page.getByRole('region', { name: 'Selected conversations' });
  await rows.first().focus();
  // X on a chosen row would take it off again.
  await waitForListKeyboard(page);
  await page.keyboard.press('x');
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  await page.getByRole('checkbox', { name: 'Select Ana Silva' }).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await page.getByRole('checkbox', { name: 'Select Jon Berg' }).click();
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await bar.getByRole('button', { name: 'Done' }).click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.goto(`${server.url}/inbox?view=done`);
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: 'Select conversations' }).click();
  await bar.getByRole('button', { name: 'Select all 2' }).click();
  await bar.getByRole('button', { name: 'Reopen' }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);

  await test.step('one text to many is a broadcast', async () => {
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitem', { name: 'Select conversations' }).click();
    await bar.getByRole('button', { name: 'Select all 2' }).click();
    await bar.getByRole('button', { name: 'Send broadcast' }).click();
    await expect(page).toHaveURL(/\/broadcast\?step=audience$/);
    await expect(page.getByText('2 contacts in the audience')).toBeVisible();
    await page.goBack();
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    await page.reload();
    await expect(bar.getByRole('status')).toHaveText('2 selected');
  });

  await test.step('given up, it does not come back', async () => {
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await page.reload();
    await expect(rows).toHaveCount(2);
    await expect(bar).toBeHidden();
  });
});

test('several labels are chosen without closing the list, which filters as one types and makes a missing one', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  for (const name of ['Repair', 'Service', 'Wholesale']) {
    await apiCall(server.url, 'POST', '/api/labels', { name, color: 'green' }, token);
  }
  for (const name of ['Ana Silva', 'Jon Berg']) {
    await writeAsCustomer(server, token, `Hello from ${name}`, name);
    await waitForThread(server, token, `Hello from ${name}`);
  }
  const threadId = await waitForThread(server, token, 'Hello from Ana Silva');
  await signIn(page, server, user, `/inbox/${threadId}`);
  const row = (name: RegExp) => page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name });
  const search = page.getByRole('combobox', { name: 'Find or create a label' });
  const option = (name: string) => page.getByRole('option', { name });

  await test.step('in a conversation, by its key, by mouse and by keyboard', async () => {
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
    await waitForInboxKeyboard(page);
    await page.keyboard.press('l');
    await expect(search).toBeFocused();
    await expectAccessible(page, 'the list of labels');
    await expectLayersFit(page, 'the list of labels');
    await option('Service').click();
    await expect(option('Service')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('rep');
    await expect(page.getByRole('option')).toHaveText(['Repair', 'Create “rep”']);
    await page.keyboard.press('Enter');
    await expect(option('Repair')).toHaveAttribute('aria-selected', 'true');
    await search.fill('vip');
    await expect(page.getByRole('option')).toHaveText(['Create “vip”']);
    await page.keyboard.press('Enter');
    await expect(option('vip')).toHaveAttribute('aria-selected', 'true');
    await expect(search).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await expect(row(/Ana Silva/)).toHaveAccessibleName(/Repair ?, Service, vip/);
  });

  await test.step('on many at once, where a line says that some have it', async () => {
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitem', { name: 'Select conversations' }).click();
    const bar = page.getByRole('region', { name: 'Selected conversations' });
    await bar.getByRole('button', { name: 'Select all 2' }).click();
    await bar.getByRole('button', { name: 'Label' }).click();
    await expect(option('Service')).toHaveAttribute('aria-selected', 'false');
    await option('Service').click();
    await option('Wholesale').click();
    await expect(option('Wholesale')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(row(/Jon Berg/)).toHaveAccessibleName(/Service ?, Wholesale/);
  });
});

test('a row shows its first label and how many more, whole beside what is overdue, at every width', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  const call = <T>(method: 'POST' | 'PUT' | 'GET', path: string, body?: object) =>
    apiCall<T>(server.url, method, path, body, token);
  const ids: string[] = [];
  for (const name of ['Service', 'VIP', 'Wholesale']) {
    ids.push((await call<{ id: string }>('POST', '/api/labels', { name, color: 'red' })).id);
  }
  const targets = [
    { label_ids: [], channel_ids: [], first_minutes: 5, next_minutes: null, resolve_minutes: null, hours: 'always' },
  ];
  await call('PUT', '/api/client', { reply_targets: { targets } });
  await writeAsCustomer(server, token, 'When do you open on Saturday?', 'Alexandra Constantinopoulos');
  const id = await waitForThread(server, token, 'When do you open');
  const { data } = await call<{ data: { user_id: string }[] }>('GET', '/api/team');
  await call('PUT', `/api/threads/${id}`, { add_label_ids: ids, assignee_id: data[0]?.user_id });
  await call('PUT', '/api/sandbox/clock', { offset_ms: 90 * 60_000 });
  await signIn(page, server, user, '/inbox');
  const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link');
  await expect(row).toHaveAccessibleName(/Service ?, VIP, Wholesale/);
  await expect(row.locator('[data-labels]')).toHaveAttribute('data-tip', 'Service, VIP, Wholesale');
  for (const width of [320, 360, 390, 600, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(row.getByRole('img', { name: /^Reply overdue by/ })).toBeVisible();
    await expect.poll(() => page.evaluate(cut), `at ${width} px`).toEqual([]);
  }
});

/** The words beside the preview that are not seen whole. */
const cut = `(() => {
  const row = document.querySelector('[data-labels]').closest('a');
  const edge = row.getBoundingClientRect();
  return [...row.querySelectorAll('[data-labels] > *, [data-labels] bdi, [data-due], [role=img]')].flatMap((part) => {
    if (part.getClientRects().length === 0 || part.classList.contains('visually-hidden')) return [];
    const box = part.getBoundingClientRect();
    const chip = part.closest('[data-color]')?.getBoundingClientRect() ?? edge;
    const isWhole = box.left >= chip.left && box.right <= chip.right && box.right <= edge.right - 8;
    return isWhole ? [] : [part.textContent + ' ' + box.left + '-' + box.right];
  });
})()`;

test('what is typed before the list of labels or the search has loaded is in its field, and no shortcut', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await apiCall(server.url, 'POST', '/api/labels', { name: 'Eco', color: 'green' }, token);
  await writeAsCustomer(server, token, 'Is it green?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is it green?');
  await page.route(/(label-picker|search-field)-.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await signIn(page, server, user, `/inbox/${threadId}`);
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
  await waitForInboxKeyboard(page);
  await page.keyboard.press('l');
  await page.keyboard.type('eco', { delay: 60 });
  await expect(page.getByRole('combobox', { name: 'Find or create a label' })).toHaveValue('eco');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('Priya', { delay: 60 });
  await expect(page.getByRole('searchbox', { name: 'Search conversations by name or number' })).toHaveValue('Priya');
  const { label_ids: labels, state } = await apiCall<{ label_ids: string[]; state: string }>(
    server.url,
    'GET',
    `/api/threads/${threadId}`,
    undefined,
    token,
  );
  expect([labels.length, state]).toEqual([1, 'ACTIVE']);
});
