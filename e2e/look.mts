import { chromium } from '@playwright/test';
const base = 'http://127.0.0.1:4511';
const out = '/tmp/look';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
page.on('pageerror', (e) => console.log('pageerror', e.message));
await page.goto(`${base}/login`);
await page.getByLabel('Email').first().fill('demo@kestrel.example');
await page.keyboard.press('Enter');
await page.locator('input[type=password]').waitFor();
await page.locator('input[type=password]').fill('fifty gears and a bell');
await page.keyboard.press('Enter');
await page.waitForTimeout(5000);
await page.goto(`${base}/inbox?view=all`);
await page.waitForTimeout(2500);
for (const name of ['Grace', 'Amara', 'Okafor']) {
  const row = page.getByText(name, { exact: false }).first();
  if (await row.count()) { await row.click(); break; }
}
await page.waitForTimeout(3000);
await page.screenshot({ path: `${out}-inbox.png` });
await page.goto(`${base}/reports`);
await page.waitForTimeout(3000);
await page.getByRole('region', { name: 'Broadcasts: expected and billed' }).scrollIntoViewIfNeeded().catch(() => console.log('no region'));
await page.waitForTimeout(500);
await page.screenshot({ path: `${out}-month.png` });
await page.getByRole('button', { name: /Edit rates|Enter rates/ }).first().click();
await page.waitForTimeout(1000);
await page.screenshot({ path: `${out}-rates.png` });
await page.setViewportSize({ width: 390, height: 844 });
await page.waitForTimeout(800);
await page.getByRole('textbox', { name: /^Marketing, All/ }).scrollIntoViewIfNeeded();
await page.screenshot({ path: `${out}-rates-390.png` });
await browser.close();
