import { type Simulator, startSimulator } from '@parley/whatsapp-simulator';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { type ParleyServer, startServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';

/** The number at the simulator, which reviews templates as WhatsApp does. */
const numberId = '106540352242955';
const account = {
  token: 'EAA-token-of-the-shop',
  app_secret: 'secret-of-the-shops-app',
  waba_id: '102290129340399',
  display_phone_number: '442079460055',
  verified_name: 'Kestrel Cycles',
  windows: false,
};

let simulator: Simulator;
let server: ParleyServer;
let token: string;
let shopId: string;
test.beforeAll(async () => {
  simulator = await startSimulator({ limits: { sendsPerSecond: null, phones: null, throughput: false } });
  simulator.registerAccount(numberId, account);
  server = await startServer({ GRAPH_BASE_URL: `${simulator.url}/simulator` });
  token = await createAccount(server, owner, await claimSetup(server, owner));
  const { display_phone_number, verified_name: _name, windows: _windows, token: access_token, ...ids } = account;
  const channel = {
    kind: 'WHATSAPP',
    channel_label: 'Shop',
    phone_number: `+${display_phone_number}`,
    phone_number_id: numberId,
    access_token,
    verify_token: 'verify-token',
    ...ids,
  };
  ({ id: shopId } = await apiCall<{ id: string }>(server.url, 'POST', '/api/channels', channel, token));
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

test('a template is written, rejected, corrected, approved, sent and paused', { tag: '@smoke' }, async ({ page }) => {
  test.setTimeout(480_000);
  await signIn(page, server, owner);
  await control('POST', '/faults', { review_ms: 1_200, reject_templates: 'INVALID_FORMAT' });
  const panel = page.getByRole('complementary', { name: 'bike_ready' });

  await test.step('what WhatsApp would refuse is said before it is submitted', async () => {
    await page.goto(`${server.url}/templates/add`);
    const number = page.getByRole('combobox', { name: 'Number' });
    await number.fill('Shop');
    await page.getByRole('option', { name: 'Shop' }).click();
    await page.getByLabel('Name').fill('Bike ready');
    await expect(page.getByLabel('Name')).toHaveValue('bike_ready');
    await page.getByRole('textbox', { name: /^Text/ }).fill('Hello {{1}}, your bike is ready at our shop.');
    await expect(page.getByRole('figure')).toContainText('Hello FIX VALUE, your bike is ready');
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByLabel('Sample for {{1}}')).toBeFocused();
    await page.getByLabel('Sample for {{1}}').fill('Ana');
    await expect(page.getByRole('figure')).toContainText('Hello Ana, your bike is ready');
    await expect(page.getByText('Ready to submit')).toBeVisible();
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByRole('radio', { name: 'Right to left' }).check();
    await expect(preview.getByRole('figure')).toHaveCSS('direction', 'rtl');
    await preview.getByRole('radio', { name: 'Dark' }).check();
    await expect(preview.locator('[data-preview="dark"]').getByRole('figure')).toHaveCSS('direction', 'ltr');
    await expectAccessible(page, 'dark preview');
    await expectAccessible(page, 'template editor');
    await expectNoHorizontalScroll(page, 'template editor');
  });

  await test.step('a draft survives a reload', async () => {
    const validity = page.getByRole('combobox', { name: 'Validity period' });
    await expect(validity).toHaveValue('30 days (WhatsApp’s default)');
    await validity.fill('12');
    await page.getByRole('option', { name: '12 hours' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page).toHaveURL(/\/templates\/[^/]+\/edit$/);
    await page.reload();
    await expect(validity).toHaveValue('12 hours');
    await expect(page.getByLabel('Sample for {{1}}')).toHaveValue('Ana');
  });

  await test.step('a rejection says why, and the corrected template is approved', async () => {
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await expect(panel.getByText('Rejected')).toBeVisible({ timeout: 30_000 });
    await expect(panel.getByText('The text or its samples break a format rule. (INVALID_FORMAT)')).toBeVisible();
    await control('DELETE', '/faults');
    await panel.getByRole('link', { name: 'Fix and resubmit' }).click();
    await page
      .getByRole('textbox', { name: /^Text/ })
      .fill('Hello {{1}}, your bike is ready. See you soon at our shop.');
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await expect(panel.getByText('Ready')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, 'WhatsApp templates');
  });

  await test.step('it can be sent', async () => {
    await panel.getByRole('link', { name: 'Send' }).click();
    const to = page.getByRole('combobox', { name: 'To' });
    await to.fill('+447700900802');
    await to.press('Enter');
    await page
      .getByLabel(/^For contacts without a value/)
      .first()
      .fill('Layla');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('region', { name: /The server has/ }).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('a pause by WhatsApp shows at once', async () => {
    await page.goto(`${server.url}/templates/whatsapp?q=bike_ready`);
    await expect(page.getByText('Ready')).toBeVisible();
    const { data } = await apiCall<{ data: { name: string }[] }>(
      simulator.url,
      'GET',
      `/v25.0/${account.waba_id}/message_templates?name=bike_ready`,
      undefined,
      account.token,
    );
    const [{ id } = { id: '' }] = data as unknown as { id: string }[];
    await control('POST', `/templates/${id}`, { status: 'PAUSED', other_info: { title: 'FIRST_PAUSE' } });
    await expect(page.getByText(/^Paused until/)).toBeVisible();
    await page.goto(`${server.url}/templates`);
    await expect(page.getByRole('list', { name: 'Needs attention' })).toContainText('bike_ready');
    await expectAccessible(page, 'templates overview');
  });

  await test.step('a comparison shows what differs, and the chosen changes are applied', async () => {
    // The first number is the sandbox, whose simulator may not run yet.
    await page.goto(`${server.url}/templates/wa-sync?channel=${shopId}`);
    await expect(page.getByRole('combobox', { name: 'Number' })).toHaveValue('Shop');
    await expect(page.getByRole('table', { name: 'Changes' })).toContainText('hello_world');
    await page.getByRole('button', { name: /^Apply \d+ changes$/ }).click();
    await expect(page.getByText('No changes. Your templates match WhatsApp.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Recent runs' })).toContainText('changes applied');
    await expectAccessible(page, 'sync');
  });
});
