import { type Simulator, startSimulator } from '@parley/whatsapp-simulator';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { addMember, claimSetup, createAccount, owner, signInOverApi, waitForThread } from './support/api.ts';
import { waitForKeyboard } from './support/keys.ts';
import { type ParleyServer, startServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';

/** The number at the simulator, which replaces Meta. */
const numberId = '106540352242922';
const account = {
  token: 'EAA-token-of-the-shop',
  app_secret: 'secret-of-the-shops-app',
  waba_id: '102290129340398',
  display_phone_number: '442079460018',
  verified_name: 'Kestrel Cycles',
};

let simulator: Simulator;
let server: ParleyServer;
test.beforeAll(async () => {
  simulator = await startSimulator({ limits: { sendsPerSecond: null, phones: null, throughput: false } });
  simulator.registerAccount(numberId, account);
  server = await startServer({ GRAPH_BASE_URL: `${simulator.url}/simulator` });
  await createAccount(server, owner, await claimSetup(server, owner));
});
test.afterAll(async () => {
  await server.close();
  await simulator.close();
});

async function control(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${simulator.url}/simulator/control${path}`, {
    method,
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
}

const check = (page: Page, name: string, state: string) =>
  page.locator(`[data-check="${name}"][data-state="${state}"]`);

test('a number is connected, managed and removed', { tag: '@smoke' }, async ({ page, watch }) => {
  test.setTimeout(480_000);
  await signIn(page, server, owner);

  await test.step('an account without a number says so, and links to the connection options', async () => {
    await page.goto(`${server.url}/channels`);
    await expect(page.getByText('Connect your WhatsApp number')).toBeVisible();
    await expectAccessible(page, 'channels, empty');
    await waitForKeyboard(page);
    await page.keyboard.press('n');
    await expect(page.getByRole('heading', { name: 'How do your customers reach you?' })).toBeVisible();
    await expectNoHorizontalScroll(page, 'ways');
    // Only if the operator has an app at Meta.
    await expect(page.getByRole('button', { name: 'WhatsApp by signing up with Meta' })).toHaveCount(0);
    await page.getByRole('link', { name: 'WhatsApp by IDs and token' }).click();
  });

  await test.step('typed values are checked: invalid fields say why, valid ones show the result', async () => {
    await page.getByLabel('Name in Parley').fill('Kestrel shop');
    await page.getByLabel('Access token').fill('EAA-somebody-elses-token');
    await expect(page.getByLabel('Access token')).toHaveAttribute('aria-invalid', 'true');
    await control('POST', '/faults', { missing_permissions: ['whatsapp_business_messaging'] });
    await page.getByLabel('Access token').fill(account.token);
    await expect(page.getByText(/^The token lacks whatsapp_business_messaging\./)).toBeVisible();
    await control('DELETE', '/faults');
    await page.getByLabel('Phone number ID').fill(numberId);
    await expect(check(page, 'phone_number_id', 'ok')).toContainText('Kestrel Cycles');
    await page.getByLabel('Phone number').fill('+44 20 7946 0019');
    await expect(page.getByText(/^The id belongs to \+442079460018\./)).toBeVisible();
    // After leaving an unfinished form, everything except secrets is still there.
    await page.reload();
    await expect(page.getByLabel('Phone number ID')).toHaveValue(numberId);
    await page.getByLabel('Access token').fill(account.token);
    await page.getByLabel('Phone number').fill('+44 20 7946 0018');
    await page.getByLabel('WhatsApp Business account ID').fill(account.waba_id);
    await page.getByLabel('App secret').fill(account.app_secret);
    for (const name of ['access_token', 'phone_number_id', 'waba_id', 'phone_number', 'app_secret']) {
      await expect(check(page, name, 'ok')).toBeVisible();
    }
    // Secrets are not stored, so leaving asks first.
    await page.goBack();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('App secret')).toHaveValue(account.app_secret);
    await page.getByRole('button', { name: 'Connect the number' }).click();
  });

  await test.step('the remaining steps are listed in order, also after a reload, and templates are synced', async () => {
    const step = (name: string, done: boolean) => page.locator(`[data-step="${name}"][data-done="${done}"]`);
    await expect(step('number', true)).toBeVisible();
    await expect(step('webhooks', false)).toBeVisible();
    await step('templates', false).getByRole('button', { name: 'Sync templates' }).click();
    await expect(step('templates', true)).toBeVisible();
    await page.reload();
    await expect(step('templates', true)).toBeVisible();
    await expect(step('test', false)).toBeVisible();
  });

  await test.step('the health check shows each check; a fault turns red with its fix', async () => {
    await expect(check(page, 'token', 'ok')).toBeVisible();
    await expect(check(page, 'app_secret', 'ok')).toBeVisible();
    await expectAccessible(page, 'doctor');
    await control('POST', '/faults', { unsubscribed: true, number: { quality_rating: 'RED' } });
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(check(page, 'quality', 'failed')).toContainText('is low');
    await check(page, 'subscribed', 'failed').getByRole('button', { name: 'Connect webhooks' }).click();
    await expect(check(page, 'subscribed', 'ok')).toBeVisible();
    await control('DELETE', '/faults');
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(check(page, 'quality', 'ok')).toBeVisible();
  });

  await test.step('deliveries are counted: received is stored and refused together', async () => {
    await control('POST', '/phones', { name: 'Layla', phone_number: '447700900123' });
    await control('POST', '/phones/447700900123/messages', { id: 'm-1', type: 'text', text: { body: 'Hello' } });
    // The tab counts once, when it is opened.
    await waitForThread(server, await signInOverApi(server, owner), 'Hello');
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await expect(page.getByText('1 received = 1 stored + 0 refused')).toBeVisible();
  });

  await test.step('a test message is sent to a phone that has written, and not to another', async () => {
    await page.getByRole('tab', { name: 'Doctor' }).click();
    watch.expect(/ 422 /);
    await page.getByLabel('To').fill('+44 7700 900999');
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await expect(page.getByText('This phone hasn’t written to the number', { exact: false })).toBeVisible();
    watch.expectNothing();
    await page.getByLabel('To').fill('+44 7700 900123');
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await expect(page.getByText('Delivered')).toBeVisible();
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByRole('heading', { name: /^Setting up/ })).toHaveCount(0);
  });

  await test.step('registration by code and PIN', async () => {
    await control('POST', '/faults', { unverified: true, unregistered: true });
    await page.getByRole('tab', { name: 'Registration' }).click();
    await expect(page.getByText('Number not verified')).toBeVisible();
    await page.getByRole('button', { name: 'Send a code' }).click();
    await expect(page.getByRole('button', { name: 'Send it again' })).toBeVisible();
    const answer = await fetch(`${simulator.url}/simulator/control/account`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    const { verification_code } = (await answer.json()) as { verification_code: string };
    await page.getByLabel('Code').fill(verification_code);
    await page.getByRole('button', { name: 'Verify number' }).click();
    await expect(page.getByRole('tabpanel').getByText('Number verified')).toBeVisible();
    await page.getByLabel('Six-digit PIN').fill('135790');
    await page.getByLabel('Where WhatsApp stores messages').fill('Germ');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Register the number' }).click();
    await expect(page.getByText('Registered')).toBeVisible();
    await expect(page.getByText('WhatsApp stores this number’s messages in: Germany.')).toBeVisible();
  });

  await test.step('stored elsewhere by registering again', async () => {
    await page.getByLabel('Where WhatsApp stores messages').fill('WhatsApp’s');
    await page.keyboard.press('Enter');
    await page.getByLabel('PIN for registering again').fill('24680');
    await page.getByRole('button', { name: 'Change the storage' }).click();
    await expect(page.getByText('The PIN has six digits.')).toBeVisible();
    await page.getByLabel('PIN for registering again').fill('246802');
    await page.getByRole('button', { name: 'Change the storage' }).click();
    await expect(page.getByText('WhatsApp chooses where it stores this number’s messages.')).toBeVisible();
    await expect(page.getByText('Registered')).toBeVisible();
    await expectAccessible(page, 'registration');
    await expectNoHorizontalScroll(page, 'registration');
  });

  await test.step('calls: at set hours, which WhatsApp keeps, and off', async () => {
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByRole('radio', { name: 'At set hours' }).check();
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday']) {
      await page.getByRole('button', { name: `Remove these hours from ${day}` }).click();
    }
    watch.expect(/ 422 /);
    await page.getByLabel('Friday, until').fill('0200');
    await page.getByRole('button', { name: 'Save the call settings' }).click();
    await expect(page.getByText('Call hours end on the same day, at 24:00 at the latest.')).toBeVisible();
    watch.expectNothing();
    await page.getByLabel('Friday, until').fill('1630');
    await page.getByRole('button', { name: 'Save the call settings' }).click();
    await expect(page.getByText('Call settings saved')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Friday, until')).toHaveValue('16:30');
    await expectAccessible(page, 'calls');
    await expectNoHorizontalScroll(page, 'calls');
    await page.getByRole('checkbox', { name: /^Calls are on/ }).uncheck();
    await page.getByRole('button', { name: 'Save the call settings' }).click();
    await expect(page.getByRole('radio', { name: 'At set hours' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: /^Calls are on/ })).not.toBeChecked();
  });

  await test.step('profile and link', async () => {
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByLabel('About').fill('Bicycles since 1974');
    await page.getByRole('button', { name: 'Save the profile' }).click();
    await expect(page.getByText('Profile saved')).toBeVisible();
    await page.getByRole('tab', { name: 'Link' }).click();
    await page.getByLabel(/^Prepared message/).fill('Is my bike ready?');
    await expect(page.getByText('https://wa.me/442079460018?text=Is%20my%20bike%20ready%3F')).toBeVisible();
  });

  await test.step('working hours: invalid ones show where, valid ones are saved', async () => {
    await page.getByRole('tab', { name: 'Hours' }).click();
    await page.getByRole('button', { name: 'Set working hours' }).click();
    watch.expect(/ 422 /);
    await page.getByLabel('Monday, until').fill('9');
    await page.getByRole('button', { name: 'Save the working hours' }).click();
    await expect(page.getByText('The start and end are the same. For a whole day, use 00:00 to 24:00.')).toBeVisible();
    await expect(page.getByLabel('Monday, until')).toBeFocused();
    watch.expectNothing();
    await page.getByLabel('Monday, until').fill('1730');
    await page.getByRole('button', { name: 'Add hours on Saturday' }).click();
    await page.getByRole('button', { name: 'Add a holiday' }).click();
    await page.getByLabel(/^Purpose/).fill('Christmas');
    await page.getByLabel('Day').fill('2026-12-25');
    await page.getByRole('button', { name: 'Save the working hours' }).click();
    await expect(page.getByRole('dialog').getByText(/^(?:Open|Closed) until /)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Monday, until')).toHaveValue('17:30');
    await expect(page.getByLabel('Saturday, from')).toHaveValue('09:00');
    await expect(page.getByLabel(/^Purpose/)).toHaveValue('Christmas');
    await expectAccessible(page, 'working hours');
    await expectNoHorizontalScroll(page, 'working hours');
  });

  await test.step('a default template, and one that WhatsApp paused later', async () => {
    await page.getByRole('tab', { name: 'Templates' }).click();
    const field = page.getByLabel(/^When the reply window has closed/);
    await field.fill('hello_world');
    await page.getByRole('option', { name: /^hello_world/ }).click();
    await page.getByRole('button', { name: 'Save the templates' }).click();
    await expect(page.getByText('The templates of this channel were changed').first()).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue(/^hello_world/);
    const listed = await fetch(`${simulator.url}/v25.0/${account.waba_id}/message_templates?name=hello_world`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    const { data } = (await listed.json()) as { data: { id: string }[] };
    await control('POST', `/templates/${data[0]?.id}`, { status: 'PAUSED' });
    await expect(page.getByText(/^hello_world is paused by WhatsApp/)).toBeVisible();
    await expectAccessible(page, 'default templates');
  });

  await test.step('rename, new credentials, and restoring the previous ones', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Name in Parley').fill('Shop front');
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('heading', { name: 'Shop front' })).toBeVisible();
    watch.expect(/ 422 /);
    await page.getByLabel(/^New access token/).fill('EAA-somebody-elses-token');
    await page.getByRole('button', { name: 'Try and replace' }).click();
    await expect(page.getByLabel(/^New access token/)).toHaveAttribute('aria-invalid', 'true');
    watch.expectNothing();
    simulator.registerAccount(numberId, { ...account, app_secret: 'another-secret-of-the-app' });
    await page.getByLabel(/^New access token/).fill('');
    await page.getByLabel(/^New app secret/).fill('another-secret-of-the-app');
    await page.getByRole('button', { name: 'Try and replace' }).click();
    await expect(page.getByRole('button', { name: 'Restore previous credentials' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Restore previous credentials' })).toBeVisible();
  });

  await test.step("the list shows the channel's health, also on a phone", async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const row = page.getByRole('list', { name: 'Channels' }).getByRole('listitem').filter({ hasText: 'Shop front' });
    await expect(row).toContainText('Kestrel Cycles');
    await expect(row).toContainText('Quality high');
    await expect(row).toContainText(/Today [01] in, [01] out/);
    await expect(row).toContainText(/(?:Open|Closed) until /);
    await expect(row.getByRole('img')).toBeVisible();
    await expectNoHorizontalScroll(page, 'channels');
    await expectAccessible(page, 'channels');
  });

  await test.step('T opens the test message with its first field focused', async () => {
    await waitForKeyboard(page);
    await page.keyboard.press('t');
    await expect(page.getByLabel('To')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('removal asks for the name', async () => {
    await page.getByRole('button', { name: 'Actions for Shop front' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Remove this channel' }).click();
    await page.getByLabel('Type Shop front to confirm').fill('Shop front');
    await page.getByRole('button', { name: 'Remove Shop front' }).click();
    await expect(page.getByText('Connect your WhatsApp number')).toBeVisible();
  });
});

test('the guide for a number of another provider is walked to its end', async ({ page }) => {
  await signIn(page, server, owner);
  await page.goto(`${server.url}/channels/add`);
  await page.getByRole('link', { name: 'Move a number from another provider' }).click();
  await expect(page.getByRole('heading', { name: 'Move a number from another provider' })).toBeVisible();
  const guide = page.getByRole('main');
  await expect(guide.getByRole('heading', { level: 3 })).toHaveText(['What moves along', 'What is lost']);
  await expect(guide.getByText('the other provider goes on receiving its messages', { exact: false })).toBeVisible();
  await test.step('its steps stand in order, the last one here', async () => {
    const steps = guide.getByRole('listitem').and(guide.locator('ol > li'));
    await expect(steps).toHaveText([
      /Meta has verified your business/,
      /two-step verification turned off/,
      /Add the number to your own WhatsApp account/,
      /Connect it by IDs and token, and register it with a new PIN/,
    ]);
    await expect(guide.getByRole('link', { name: 'Open WhatsApp Manager' })).toHaveAttribute('href', /^https:\/\//);
    await expectAccessible(page, 'the guide for a moved number');
  });
  await page.reload();
  await guide.getByRole('link', { name: 'Connect by IDs and token' }).click();
  await expect(page.getByRole('heading', { name: 'WhatsApp by IDs and token' })).toBeVisible();
  await expect(page.getByLabel('Access token')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Move a number from another provider' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page, 'the guide for a moved number');
});

test('a User sees the channels, and who may manage them', async ({ page }) => {
  const newMember = { ...owner, name: 'Omar Haddad', email: 'omar@kestrel.example' };
  // The token may have expired when the previous test took long.
  await addMember(server, await signInOverApi(server, owner), newMember);
  await signIn(page, server, newMember, '/channels');
  await expect(page.getByText('Only an Admin or Owner can manage channels.')).toBeVisible();
  const list = page.getByRole('list', { name: 'Channels' });
  await expect(list.getByText('Sandbox').first()).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add a channel' })).toHaveCount(0);
  await expectAccessible(page, 'channels, as a User');
  await page.goto(`${server.url}/channels/add`);
  await expect(page.getByRole('heading', { name: 'Only an Admin or Owner can add channels' })).toBeVisible();
});
