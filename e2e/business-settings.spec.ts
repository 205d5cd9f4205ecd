import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor } from './support/users.ts';
import { noAnswer } from './support/watch.ts';

test('business settings: each is changed on its own, survives a reload and is shown on the settings page', {
  tag: '@smoke',
}, async ({ page, home, watch }) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/business');
  const section = (name: string) => page.getByRole('region', { name });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const change = async (name: string) => {
    await section(name)
      .getByRole('button', { name: `Change: ${name}` })
      .click();
    return dialog(name);
  };
  const save = async (name: string) => {
    await dialog(name).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(name)).toHaveCount(0);
  };

  await test.step('opt-out words', async () => {
    const words = await change('Opt-out words');
    // A language that is added brings its usual words.
    const add = words.getByRole('combobox', { name: 'Add a language' });
    await add.fill('Pol');
    await page.getByRole('option', { name: 'Polish' }).click();
    await expect(words.getByRole('group', { name: 'Polish' }).getByRole('textbox', { name: 'Opt out' })).toHaveValue(
      'STOP, WYPISZ, WYPISZ MNIE',
    );
    await words.getByRole('button', { name: 'Remove Polish' }).click();
    const english = words.getByRole('group', { name: 'English' });
    await english.getByRole('textbox', { name: /^Opt in again/ }).fill('START, stop');
    watch.expect(/422/);
    await words.getByRole('button', { name: 'Save' }).click();
    await expect(english.getByText('“stop” is an opt-out word too.')).toBeVisible();
    watch.expectNothing();
    await english.getByRole('textbox', { name: /^Opt in again/ }).fill('START, HELLO AGAIN');
    await add.fill('Swed');
    await page.getByRole('option', { name: 'Swedish' }).click();
    await words.getByRole('group', { name: 'Swedish' }).getByRole('textbox', { name: 'Opt out' }).fill('AVSLUTA');
    await expectAccessible(page, 'opt-out words');
    await save('Opt-out words');
  });

  await test.step('working hours', async () => {
    const hours = await change('Working hours');
    await hours.getByLabel('Monday, until').fill('1730');
    await hours.getByRole('button', { name: 'Add a holiday' }).click();
    await hours.getByLabel('Day').fill('2027-05-03');
    await hours.getByLabel(/^Purpose/).fill('Spring holiday');
    await expectAccessible(page, 'working hours of the business');
    await save('Working hours');
  });

  await test.step('reply window warning', async () => {
    const warning = await change('Reply window warning');
    const before = warning.getByRole('combobox', { name: 'Warn before the window closes' });
    await expect(before).toHaveValue('2 hours');
    await before.fill('30');
    await page.getByRole('option', { name: '30 minutes' }).click();
    await expectAccessible(page, 'reply window warning');
    await save('Reply window warning');
  });

  await test.step('assignment of new conversations', async () => {
    const rule = await change('Assignment of new conversations');
    await rule.getByRole('radio', { name: 'Members in turn' }).check();
    await rule.getByRole('checkbox', { name: user.name }).check();
    const limit = rule.getByLabel(/^Maximum open conversations per member/);
    await limit.fill('many');
    await rule.getByRole('button', { name: 'Save' }).click();
    await expect(rule.getByText('Enter a whole number, 1 to 1000.')).toBeVisible();
    await expect(limit).toBeFocused();
    await limit.fill('12');
    await expectAccessible(page, 'assignment rule');
    await save('Assignment of new conversations');
  });

  await test.step('automatic closing', async () => {
    const closing = await change('Automatic closing');
    await closing.getByRole('radio', { name: 'Mark as done' }).check();
    const after = closing.getByRole('combobox', { name: 'Inactive for' });
    await after.fill('3 d');
    await page.getByRole('option', { name: '3 days' }).click();
    await closing.getByRole('textbox', { name: /^Closing text/ }).fill('We closed this. Write to us any time.');
    await expectAccessible(page, 'automatic closing');
    await save('Automatic closing');
  });

  await test.step('satisfaction rating', async () => {
    const rating = await change('Satisfaction rating');
    await rating.getByRole('radio', { name: 'Ask for a rating' }).check();
    await rating.getByRole('textbox', { name: 'Question' }).fill('How was it at Kestrel?');
    await rating.getByRole('combobox', { name: 'Add a language' }).fill('Germ');
    await page.getByRole('option', { name: 'German' }).click();
    const german = rating.getByRole('group', { name: 'German' });
    await german.getByRole('textbox', { name: 'Question' }).fill('Wie war es?');
    const days = rating.getByRole('textbox', { name: 'Days before asking again' });
    await days.fill('often');
    await rating.getByRole('button', { name: 'Save' }).click();
    await expect(rating.getByText('Enter a whole number, 0 to 365.')).toBeVisible();
    await days.fill('14');
    await expectAccessible(page, 'satisfaction rating');
    await save('Satisfaction rating');
  });

  await test.step('invitations', async () => {
    const invitations = await change('Invitations');
    await invitations.getByRole('textbox', { name: /^Name shown/ }).fill('The Kestrel team');
    await invitations.getByRole('textbox', { name: /^Greeting/ }).fill('Welcome!\nThe kettle is on.');
    await invitations.getByRole('switch', { name: 'Show the logo on the invitation page' }).click();
    await expectAccessible(page, 'branding of invitations');
    await save('Invitations');
  });

  await page.reload();
  await test.step('are as saved', async () => {
    const words = section('Opt-out words');
    await expect(words.getByText('Opt in: START, HELLO AGAIN')).toBeVisible();
    await expect(words.getByText('Opt out: AVSLUTA')).toBeVisible();
    await expect(words.getByText('Polish', { exact: false })).toHaveCount(0);
  });
  await expect(section('Reply window warning').getByText('30 minutes before the reply window closes')).toBeVisible();
  const invitations = section('Invitations');
  await expect(invitations.getByText('The Kestrel team')).toBeVisible();
  await expect(invitations.getByText('Not shown')).toBeVisible();
  await expect(invitations.getByText('The kettle is on.', { exact: false })).toBeVisible();
  await expect(section('Automatic closing').getByText('3 days')).toBeVisible();
  const rating = section('Satisfaction rating');
  await expect(rating.getByText('How was it at Kestrel?')).toBeVisible();
  await expect(rating.getByText('English and German')).toBeVisible();
  await expect(rating.getByText('Once in 14 days for each customer')).toBeVisible();
  const rule = section('Assignment of new conversations');
  await expect(rule.getByText('12 open conversations each')).toBeVisible();
  await expect(rule.getByText(user.name)).toBeVisible();
  await test.step('working hours are as saved, and those of a channel without its own', async () => {
    const hours = section('Working hours');
    await expect(hours.getByText(/^(?:Open|Closed) until /)).toBeVisible();
    await expect(hours.getByText('09:00–17:30')).toHaveCount(1);
    await expect(hours.getByText('Holiday: Spring holiday')).toBeVisible();
  });
  await expectAccessible(page, 'business settings');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page, 'business settings');
  await page.goto(`${server.url}/settings`);
  const entry = (name: RegExp) => page.getByRole('main').getByRole('link', { name });
  await expect(entry(/^Working hours (?:Open|Closed) until /)).toBeVisible();
  await expect(entry(/^Reply window warning 30 minutes/)).toBeVisible();
  await expect(entry(/^Assignment of new conversations Members in turn/)).toBeVisible();
  await expect(entry(/^Invitations The Kestrel team/)).toBeVisible();
  await expect(entry(/^Opt-out words 2 languages/)).toBeVisible();

  await page.goto(`${server.url}/inbox?view=closing`);
  await expect(page.getByText('Conversations with less than 30 minutes left to reply appear here.')).toBeVisible();
});

test('the facts of the business: each field is saved on its own, undone, and refused at the field; two Admins change different ones', async ({
  page,
  home,
  browser,
  watch,
}) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/business/edit');
  const name = page.getByRole('textbox', { name: 'Business name' });
  const industry = (where: Page) => where.getByRole('combobox', { name: /^Industry/ });
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(name).toHaveValue('Kestrel Cycles');

  const other = await newVisitor(browser);
  await signIn(other, server, user, '/settings/business/edit');
  await expect(industry(other)).toBeVisible();
  // Typed and not saved yet while another field is changed elsewhere.
  await name.fill('Kestrel & Heron');
  await industry(other).fill('Car');
  await other.getByRole('option', { name: 'Cars' }).click();
  await expect(other.getByText('Industry saved').first()).toBeVisible();
  await expect(industry(page)).toHaveValue('Cars');
  await name.press('Enter');
  await expect(page.getByText('Business name saved').first()).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Kestrel & Heron');
  await expect(industry(page)).toHaveValue('Cars');
  await other.context().close();

  await test.step('an error stays at its field, and what was typed with it', async () => {
    await name.fill('');
    await name.press('Enter');
    await expect(page.getByText('Enter the name your customers know.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(name).toHaveValue('Kestrel & Heron');
    watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    const website = page.getByRole('textbox', { name: /^Website/ });
    await website.fill('https://kestrel.example');
    await website.press('Enter');
    await expect(website).toHaveAttribute('aria-invalid', 'true');
    await expect(website).toHaveValue('https://kestrel.example');
    await page.context().setOffline(false);
    await website.press('Enter');
    await expect(page.getByText('Website saved').first()).toBeVisible();
    watch.expectNothing();
  });

  await test.step('Escape asks before a changed setting is lost', async () => {
    const address = page.url();
    await page.goto(`${new URL(address).origin}/settings/business#link-previews`);
    const change = page.getByRole('button', { name: 'Change: Link previews' });
    const dialog = page.getByRole('dialog', { name: 'Link previews' });
    await change.click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await change.click();
    const choice = dialog.getByRole('combobox', { name: 'Show previews of' });
    await choice.fill('All');
    await page.getByRole('option', { name: 'All links' }).click();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(choice).toHaveValue('All links');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(dialog).toBeHidden();
    await page.goto(address);
  });

  await test.step('a rule is a switch that is saved and undone', async () => {
    const rule = page.getByRole('switch', { name: 'Users can’t export' });
    await rule.click();
    const undo = page
      .getByRole('status')
      .filter({ hasText: 'Turned on: Users can’t export' })
      .getByRole('button', { name: 'Undo' });
    await undo.hover();
    await expect(rule).toBeChecked();
    const undone = page.waitForResponse((response) => response.url().endsWith('/api/client') && response.ok());
    await undo.click();
    await expect(rule).not.toBeChecked();
    await undone;
    await expectAccessible(page, 'the form of the business');
  });
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Users can’t export' })).not.toBeChecked();
});
