import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForListKeyboard } from './support/keys.ts';
import { expect, signIn, type TestAccount, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

async function customers({ server, token }: TestAccount, names: readonly string[]): Promise<string[]> {
  const ids = [];
  for (const name of names) {
    await writeAsCustomer(server, await token(), `Hello from ${name}`, name);
    ids.push(await waitForThread(server, await token(), `Hello from ${name}`));
  }
  return ids;
}

const addStage = async ({ server, token }: TestAccount, name: string) =>
  (await apiCall<{ id: string }>(server.url, 'POST', '/api/stages', { name }, await token())).id;
const putThread = async ({ server, token }: TestAccount, id: string, body: object) =>
  apiCall<{ stage_id: string | null }>(server.url, 'PUT', `/api/threads/${id}`, body, await token());

test('a board is made in one click; cards are moved by mouse, keys and menu, and a move is undone', {
  tag: '@smoke',
}, async ({ page, home }) => {
  const { server } = home;
  await customers(home, ['Ana Silva', 'Jon Berg']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active`);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: 'Show as board' }).click();
  await expect(page).toHaveURL(/board=1/);
  await page.getByRole('button', { name: 'Start with 5 stages' }).click();
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  const card = (stage: string, name: string) => column(stage).getByRole('link', { name: new RegExp(name) });
  await expect(column('Lost')).toBeVisible();
  await expect(card('No stage', 'Ana Silva')).toBeVisible();

  await test.step('by mouse', async () => {
    const from = await card('No stage', 'Ana Silva').boundingBox();
    const to = await column('Talking').boundingBox();
    if (from === null || to === null) throw new Error('no place');
    await page.mouse.move(from.x + 60, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(to.x + 80, to.y + 200, { steps: 8 });
    await page.mouse.up();
    await expect(card('Talking', 'Ana Silva')).toBeFocused();
    await expect(page).not.toHaveURL(/inbox\/[0-9a-f]/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card('No stage', 'Ana Silva')).toBeVisible();
  });

  await test.step('by keys, announced', async () => {
    await card('No stage', 'Ana Silva').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Over Talking.')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(card('No stage', 'Ana Silva')).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(card('New', 'Ana Silva')).toBeFocused();
    await expect(page.getByText('Ana Silva moved to New.')).toBeAttached();
  });

  await test.step('by menu, and with a value that the column sums', async () => {
    await page.getByRole('button', { name: 'Move Jon Berg to…' }).click();
    await page.getByRole('menuitem', { name: 'New' }).click();
    for (const [name, value] of [
      ['Ana Silva', '1,250.50'],
      ['Jon Berg', '99'],
    ] as const) {
      await page.getByRole('button', { name: `Move ${name} to…` }).click();
      await page.getByRole('menuitem', { name: 'Set value' }).click();
      await page.getByRole('textbox', { name: 'Value in GBP' }).fill(value);
      await page.getByRole('button', { name: 'Save' }).click();
    }
    await expect(column('New').getByText('£1,349.50')).toBeVisible();
  });

  await test.step('won is done, stays on the board, and the activity says so', async () => {
    await page.getByRole('button', { name: 'Move Ana Silva to…' }).click();
    await page.getByRole('menuitem', { name: 'Won' }).click();
    await expect(card('Won', 'Ana Silva')).toBeVisible();
    await page.reload();
    await expect(card('Won', 'Ana Silva')).toBeVisible();
    await card('Won', 'Ana Silva').click();
    const events = page.getByRole('region', { name: 'Messages' }).locator('[data-event]');
    await expect(events.filter({ hasText: 'You moved this to Won' })).toBeVisible();
    // With the contact panel the board has room beside it on a wide screen.
    await page.setViewportSize({ width: 1920, height: 900 });
    await expect(column('New')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  });
});

test('a card is one stop of Tab; Home, End, its menu and the keys of the inbox act on it', async ({ page, home }) => {
  const { server } = home;
  await customers(home, ['Ana Silva', 'Jon Berg', 'Noor Haddad']);
  await addStage(home, 'Talking');
  await apiCall(server.url, 'POST', '/api/labels', { name: 'Repair', color: 'green' }, await home.token());
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active&board=1`);
  const column = page.getByRole('region', { name: 'No stage', exact: true });
  const card = (name: string) => column.getByRole('link', { name: new RegExp(name) });
  await waitForListKeyboard(page);
  await card('Jon Berg').focus();
  await page.keyboard.press('End');
  await expect(card('Ana Silva')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(card('Noor Haddad')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card('Jon Berg')).toBeFocused();

  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'Move to' });
  await expect(menu.getByText('Move to')).toBeVisible();
  await expect(menu.getByRole('menuitem').first()).toContainText('No stage');
  await page.keyboard.press('Escape');
  await card('Jon Berg').focus();

  const listOf = async (key: string, name: string, choice: string | RegExp) => {
    await page.keyboard.press(key);
    await page.getByRole('menu', { name }).getByRole('menuitemradio', { name: choice }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await page.keyboard.press('l');
  await page.getByRole('option', { name: 'Repair' }).click();
  await page.keyboard.press('Escape');
  await expect(column.locator('article').filter({ hasText: 'Jon Berg' })).toContainText('Repair');
  await expect(card('Jon Berg')).toBeFocused();
  await listOf('a', 'Assign', /^Dana/);
  await expect(page.getByRole('status').getByText(/^Assigned to Dana/)).toBeVisible();
  await expect(card('Jon Berg')).toBeFocused();
  await page.keyboard.press('h');
  await page.getByRole('menu', { name: 'Snooze' }).getByRole('menuitemradio', { name: 'Choose a time…' }).click();
  await page.getByRole('dialog', { name: 'Snooze until' }).getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(card('Jon Berg')).toHaveCount(0);
  await expect(card('Ana Silva'), 'the next card has the focus').toBeFocused();
  await card('Noor Haddad').focus();
  await page.keyboard.press('e');
  await expect(card('Noor Haddad')).toHaveCount(0);
  await expect(card('Ana Silva')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(card('Noor Haddad')).toBeVisible();
  await expect(page).not.toHaveURL(/inbox\/[0-9a-f]/);
});

test('a carried name stays in the window, and below 1680 px the contact lies over the conversation', async ({
  page,
  home,
}) => {
  const { server } = home;
  await customers(home, ['Ana Silva with a name that is quite long']);
  const token = await home.token();
  const { data } = await apiCall<{ data: { id: string }[] }>(server.url, 'GET', '/api/threads', undefined, token);
  await addStage(home, 'Talking');
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active&board=1`);
  const card = page.getByRole('region', { name: 'No stage' }).getByRole('link');
  const from = await card.boundingBox();
  if (from === null) throw new Error('no place');
  await page.mouse.move(from.x + 60, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(1436, 890, { steps: 8 });
  const ghost = page.locator('[class*="ghost"]');
  await expect
    .poll(async () => {
      const { x = 0, y = 0, width = 9_999, height = 9_999 } = (await ghost.boundingBox()) ?? {};
      return x + width <= 1440 && y + height <= 900;
    })
    .toBe(true);
  await page.keyboard.press('Escape');
  await page.mouse.up();

  await page.goto(`${server.url}/inbox/${data[0]?.id}?view=active&board=1`);
  const contact = page.getByRole('complementary', { name: 'Contact' });
  await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible();
  await expect(card).toBeInViewport();
  await expect(contact).toHaveCount(0);
  await page.getByRole('button', { name: 'Contact', exact: true }).click();
  await expect(contact).toBeVisible();
  await expect(card).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(contact).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible();
});

test('a colleague sees a move at once; of two, the later one stands', async ({ page, context, home }) => {
  const { server } = home;
  const [id = ''] = await customers(home, ['Ana Silva']);
  const [first, second] = [await addStage(home, 'First'), await addStage(home, 'Second')];
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active&board=1`);
  const other = await context.newPage();
  await other.goto(`${server.url}/inbox?view=active&board=1`);
  const put = (stage_id: string) => putThread(home, id, { stage_id });
  await put(first);
  for (const each of [page, other]) {
    await expect(each.getByRole('region', { name: 'First' }).getByRole('link')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Move Ana Silva to…' }).click();
  await page.getByRole('menuitem', { name: 'No stage' }).click();
  await expect(other.getByRole('region', { name: 'No stage' }).getByRole('link')).toBeVisible();
  await put(second);
  for (const each of [page, other]) {
    await expect(each.getByRole('region', { name: 'Second' }).getByRole('link')).toBeVisible();
  }
});

test('on a phone one stage is shown at a time, and Back returns to it', async ({ page, home }) => {
  const { server } = home;
  const [id = ''] = await customers(home, ['Ana Silva']);
  for (const name of ['First', 'Second', 'Third']) {
    const stage_id = await addStage(home, name);
    if (name === 'Second') await putThread(home, id, { stage_id, value: 12_500 });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active&board=1`);
  await page.getByRole('button', { name: 'Second', exact: true }).click();
  const card = page.getByRole('region', { name: 'Second' }).getByRole('link');
  await expect(card).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Second', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expectNoHorizontalScroll(page, 'board on a phone');
  await card.click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Hello from Ana Silva');
  await page.goBack();
  await expect(card).toBeInViewport();
});

test('on a tablet a conversation lies over the board and leads back to it', async ({ page, home }) => {
  const { server } = home;
  const [id = ''] = await customers(home, ['Ana Silva']);
  await putThread(home, id, { stage_id: await addStage(home, 'First'), value: null });
  await page.setViewportSize({ width: 1025, height: 800 });
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active&board=1`);
  const card = page.getByRole('region', { name: 'First' }).getByRole('link');
  await card.click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Hello from Ana Silva');
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(card).toBeVisible();
});

test('a finger that holds a card moves it to another stage, also beyond the edge of a phone', async ({
  page,
  home,
}) => {
  const { server } = home;
  const [id = ''] = await customers(home, ['Ana Silva']);
  const [first] = [await addStage(home, 'First'), await addStage(home, 'Second')];
  await putThread(home, id, { stage_id: first });
  await signIn(page, server, home.user);
  const touch = await page.context().newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/inbox?view=active&board=1`);
  await page.getByRole('button', { name: 'First', exact: true }).click();
  const card = page.getByRole('region', { name: 'First' }).getByRole('link');
  await expect(card).toBeInViewport();
  const { x = 0, y = 0 } = (await card.boundingBox()) ?? {};
  await send('touchStart', x + 60, y + 30);
  await expect(page.locator('[data-carried]')).toBeVisible();
  await send('touchMove', x + 120, y + 60);
  await send('touchMove', 380, y + 60);
  await expect(page.getByRole('region', { name: 'Second' })).toHaveAttribute('data-target', 'true');
  await send('touchEnd', 380, y + 60);
  await expect(page.getByRole('region', { name: 'Second' }).getByRole('link')).toBeVisible();
});

test('without a connection a move is shown at once and sent when it is back', async ({
  page,
  context,
  home,
  watch,
}) => {
  const { server } = home;
  const [id = ''] = await customers(home, ['Ana Silva']);
  const stage = await addStage(home, 'First');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active&board=1`);
  await expect(page.getByRole('region', { name: 'No stage' }).getByRole('link')).toBeVisible();
  watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Move Ana Silva to…' }).click();
  await page.getByRole('menuitem', { name: 'First' }).click();
  await expect(page.getByRole('region', { name: 'First' }).getByRole('link')).toBeVisible();
  await context.setOffline(false);
  const stageNow = async () =>
    (await apiCall<{ stage_id: string }>(server.url, 'GET', `/api/threads/${id}`, undefined, await home.token()))
      .stage_id;
  await expect.poll(stageNow).toBe(stage);
});

test('a move made offline that the server refuses names its conversation and goes back', async ({
  page,
  context,
  home,
  watch,
}) => {
  const { server } = home;
  await customers(home, ['Ana Silva']);
  const stage = await addStage(home, 'First');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active&board=1`);
  await expect(page.getByRole('region', { name: 'No stage' }).getByRole('link')).toBeVisible();
  watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/, / 404 /);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Move Ana Silva to…' }).click();
  await page.getByRole('menuitem', { name: 'First' }).click();
  await expect(page.getByRole('region', { name: 'First' }).getByRole('link')).toBeVisible();
  await apiCall(server.url, 'DELETE', `/api/stages/${stage}`, undefined, await home.token());
  await context.setOffline(false);
  await expect(page.getByText(/^Couldn’t update the conversation with Ana Silva\./)).toBeVisible();
});

test('stages are renamed, ordered, made to close and deleted in the settings', async ({ page, home, watch }) => {
  const { server } = home;
  const [id = ''] = await customers(home, ['Ana Silva']);
  for (const name of ['First', 'Second']) {
    await putThread(home, id, { stage_id: await addStage(home, name) });
  }
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/settings/business#stages`);
  const section = page.getByRole('region', { name: 'Stages' });
  await expect(section).toContainText('First · Second');
  await section.getByRole('button', { name: /Change/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Stages' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'stages', { part: 'dialog' });
  await dialog.getByRole('button', { name: 'Move Second with the arrow keys' }).press('ArrowUp');
  await expect(dialog.getByRole('textbox', { name: /^Name of/ }).first()).toHaveValue('Second');
  await dialog.getByRole('textbox', { name: 'Name of First' }).fill('Talking');
  await dialog.getByRole('textbox', { name: 'Name of First' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name of Talking' })).toBeVisible();
  watch.expect(/422/);
  await dialog.getByRole('textbox', { name: 'Name of Talking' }).fill('\u3164');
  let renamings = 0;
  page.on('request', (request) => (renamings += Number(request.url().includes('/api/stages/'))));
  await dialog.getByRole('textbox', { name: 'Name of Talking' }).press('Enter');
  await expect(dialog.getByText('Use at least one character that can be seen.')).toBeVisible();

  await test.step('what Enter sent and was refused is not sent again when the field is left', async () => {
    await dialog.getByRole('textbox', { name: 'Name of Talking' }).press('Tab');
    // A change that is sent after it.
    await dialog.getByRole('checkbox', { name: 'Marks as done' }).first().click();
    await expect.poll(() => renamings).toBeGreaterThan(1);
    expect(renamings, 'the refused name and the checkbox').toBe(2);
    await dialog.getByRole('checkbox', { name: 'Marks as done' }).first().click();
  });

  await test.step('on a phone grip, name and bin of a stage are one line', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const middleOf = async (role: 'button' | 'textbox', name: string) => {
      const { y = 0, height = 0 } = (await dialog.getByRole(role, { name }).boundingBox()) ?? {};
      return Math.round(y + height / 2);
    };
    const line = await middleOf('textbox', 'Name of Second');
    expect(await middleOf('button', 'Delete Second')).toBe(line);
    expect(await middleOf('button', 'Move Second with the arrow keys')).toBe(line);
    await expectNoHorizontalScroll(page, 'stages on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await dialog.getByRole('button', { name: 'Delete Second' }).click();
  const asking = page.getByRole('alertdialog');
  await asking.getByRole('combobox', { name: 'Move its conversations to' }).click();
  await page.getByRole('option', { name: 'Talking' }).click();
  await asking.getByRole('button', { name: 'Delete stage' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name of Second' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(section).toContainText('Talking');
  expect((await putThread(home, id, { state: 'ACTIVE' })).stage_id).not.toBeNull();
});

test('the board can be used by everyone', async ({ page, home }) => {
  const { server } = home;
  await customers(home, ['Ana Silva']);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox?view=active&board=1`);
  await page.getByRole('button', { name: 'Start with 5 stages' }).click();
  await expect(page.getByRole('region', { name: 'Lost' })).toBeVisible();
  await expectAccessible(page, 'board');
});
