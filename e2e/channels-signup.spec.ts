import { type Simulator, startSimulator } from '@parley/whatsapp-simulator';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { type ParleyServer, startServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';

/** The number at the simulator, which replaces Meta and its dialog. */
const numberId = '106540352242922';
const account = {
  token: 'EAA-token-of-the-shop',
  app_secret: 'secret-of-the-operators-app',
  waba_id: '102290129340398',
  display_phone_number: '442079460018',
  verified_name: 'Kestrel Cycles',
};

let simulator: Simulator;
let server: ParleyServer;
test.beforeAll(async () => {
  simulator = await startSimulator({ limits: { sendsPerSecond: null, phones: null, throughput: false } });
  simulator.registerAccount(numberId, account);
  const answer = await fetch(`${simulator.url}/simulator/control/account`, {
    headers: { authorization: `Bearer ${account.token}` },
  });
  const { app_id } = (await answer.json()) as { app_id: string };
  server = await startServer({
    GRAPH_BASE_URL: `${simulator.url}/simulator`,
    META_DIALOG_URL: simulator.url,
    META_APP_ID: app_id,
    META_APP_SECRET: account.app_secret,
    META_LOGIN_CONFIG_ID: '77',
  });
  await createAccount(server, owner, await claimSetup(server, owner));
});
test.afterAll(async () => {
  await server.close();
  await simulator.close();
});

test("a number is connected by Meta's sign-up, also after cancelling, reloading and going back", async ({
  page,
  watch,
}) => {
  test.setTimeout(360_000);
  await signIn(page, server, owner);

  await test.step('cancelling at Meta shows that nothing was connected, and leads back to the start', async () => {
    await page.goto(`${server.url}/channels/add`);
    await page.getByRole('button', { name: 'WhatsApp by signing up with Meta' }).click();
    await expect(page.getByRole('heading', { name: 'Connect your WhatsApp account' })).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText('The sign-up with Meta was cancelled')).toBeVisible();
    await expectAccessible(page, 'sign-up, cancelled');
    await page.getByRole('link', { name: 'Start again' }).click();
    await expect(page.getByRole('button', { name: 'WhatsApp by signing up with Meta' })).toBeVisible();
  });

  await test.step('an invalid or foreign redirect is refused with a message', async () => {
    watch.expect(/ 422 /);
    await page.goto(`${server.url}/channels/add?code=x&state=1.forged`);
    await expect(page.getByText('This sign-up expired or belongs to someone else', { exact: false })).toBeVisible();
    await page.getByRole('link', { name: 'Start again' }).click();
    watch.expectNothing();
  });

  await test.step('after returning from Meta the numbers are listed, also after a reload and going back and forth', async () => {
    await page.getByRole('button', { name: 'WhatsApp by signing up with Meta' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByRole('radio', { name: /Kestrel Cycles/ })).toBeChecked();
    await page.reload();
    await expect(page.getByRole('radio', { name: /Kestrel Cycles/ })).toBeChecked();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Connect your WhatsApp account' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('radio', { name: /Kestrel Cycles/ })).toBeChecked();
    await expectAccessible(page, 'sign-up, numbers');
    await expectNoHorizontalScroll(page, 'sign-up, numbers');
  });

  await test.step('the chosen number is connected, and going back does not connect it again', async () => {
    await page.getByLabel('Name in Parley').fill('Shop front');
    await page.getByRole('button', { name: 'Connect the number' }).click();
    await expect(page.getByRole('heading', { name: 'Shop front' })).toBeVisible();
    await page.goBack();
    await page.goto(`${server.url}/channels`);
    const list = page.getByRole('list', { name: 'Channels' });
    await expect(list.getByRole('button', { name: 'Shop front' })).toHaveCount(1);
  });

  await test.step('moving a number says what is lost', async () => {
    await page.goto(`${server.url}/channels/add`);
    await page.getByRole('link', { name: 'Move a number from another provider' }).click();
    await expect(page.getByRole('heading', { name: 'What is lost' })).toBeVisible();
    await expectAccessible(page, 'moving a number');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoHorizontalScroll(page, 'moving a number');
    await page.goBack();
  });

  await test.step('a number that stays in the WhatsApp Business app needs no PIN, and its contacts are loaded', async () => {
    await page.getByRole('link', { name: 'A number in the WhatsApp Business app' }).click();
    await expectAccessible(page, 'a number in the app');
    await expectNoHorizontalScroll(page, 'a number in the app');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Sign up with Meta' }).click();
    await expect(page.getByText('stays in the WhatsApp Business app', { exact: false })).toBeVisible();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByRole('radio', { name: /Kestrel Cycles/ })).toBeChecked();
    await page.goto(`${server.url}/channels`);
    await page.getByRole('list', { name: 'Channels' }).getByRole('button', { name: 'Shop front' }).click();
    await page.getByRole('tab', { name: 'Registration' }).click();
    await expect(page.getByLabel('Six-digit PIN')).toHaveCount(0);
    await page.getByRole('button', { name: 'Load contacts from the app' }).click();
    await expect(page.getByText('WhatsApp now delivers the app’s contacts')).toBeVisible();
    watch.expect(/ 422 /);
    await page.getByRole('button', { name: 'Load contacts from the app' }).click();
    await expect(page.getByText('Data was requested from the phone app too often', { exact: false })).toBeVisible();
    watch.expectNothing();
  });
});
