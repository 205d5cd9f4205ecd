import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { expect, signIn, test } from './support/test.ts';

test('business settings: each is changed on its own, survives a reload and is shown on the settings page', async ({
  page,
  home,
  watch,
}) => {
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
    await words.getByRole('button', { name: 'Remove Polish' }).click();
    const english = words.getByRole('group', { name: 'English' });
    await english.getByRole('textbox', { name: 'Opt in again' }).fill('START, stop');
    watch.expect(/422/);
    await words.getByRole('button', { name: 'Save' }).click();
    await expect(english.getByText('“stop” is an opt-out word too.')).toBeVisible();
    watch.expectNothing();
    await english.getByRole('textbox', { name: 'Opt in again' }).fill('START, HELLO AGAIN');
    await words.getByRole('combobox', { name: 'Add a language' }).fill('Swed');
    await page.getByRole('option', { name: 'Swedish' }).click();
    await words.getByRole('group', { name: 'Swedish' }).getByRole('textbox', { name: 'Opt out' }).fill('AVSLUTA');
    await expectAccessible(page, 'opt-out words');
    await save('Opt-out words');
  });

  await test.step('working hours', async () => {
    const hours = await change('Working hours');
    await hours.getByLabel('Monday, until').fill('1730');
    await hours.getByRole('button', { name: 'Add a holiday' }).click();
    await hours.getByLabel('Day', { exact: true }).fill('2027-05-03');
    await hours.getByLabel('Purpose').fill('Spring holiday');
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
    const limit = rule.getByLabel('Open conversations of a member, at most');
    await limit.fill('many');
    await rule.getByRole('button', { name: 'Save' }).click();
    await expect(rule.getByText('Enter a whole number, 1 to 1000.')).toBeVisible();
    await expect(limit).toBeFocused();
    await limit.fill('12');
    await expectAccessible(page, 'assignment rule');
    await save('Assignment of new conversations');
  });

  await test.step('invitations', async () => {
    const invitations = await change('Invitations');
    await invitations.getByRole('textbox', { name: 'Name shown' }).fill('The Kestrel team');
    await invitations.getByRole('textbox', { name: 'Greeting' }).fill('Welcome!\nThe kettle is on.');
    await invitations.getByRole('switch', { name: 'Show the logo on the invitation page' }).click();
    await expectAccessible(page, 'branding of invitations');
    await save('Invitations');
  });

  await page.reload();
  await test.step('are as saved', async () => {
    const words = section('Opt-out words');
    await expect(words.getByText('In again: START, HELLO AGAIN')).toBeVisible();
    await expect(words.getByText('Out: AVSLUTA')).toBeVisible();
    await expect(words.getByText('Polish')).toHaveCount(0);
  });
  await expect(section('Reply window warning').getByText('30 minutes before the reply window closes')).toBeVisible();
  const invitations = section('Invitations');
  await expect(invitations.getByText('The Kestrel team')).toBeVisible();
  await expect(invitations.getByText('Not shown')).toBeVisible();
  await expect(invitations.getByText('The kettle is on.')).toBeVisible();
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
  await expect(entry(/^Opt-out words 12 languages/)).toBeVisible();

  await page.goto(`${server.url}/inbox?view=closing`);
  await expect(page.getByText('Conversations with less than 30 minutes left to reply appear here.')).toBeVisible();
});
