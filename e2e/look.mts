import { chromium } from '@playwright/test';

const base = process.env.BASE ?? 'http://127.0.0.1:4511';
const out = process.env.OUT ?? '/tmp/look';
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
await page.waitForURL(/inbox|loggedin|\/$/);
await page.waitForTimeout(3000);
await page.goto(`${base}/inbox`);
await page.waitForTimeout(2500);
await page
  .locator('[role=row], [data-thread], li a')
  .first()
  .click()
  .catch(() => undefined);
await page.waitForTimeout(2500);
await page.screenshot({ path: `${out}-inbox.png` });
await page.goto(`${base}/reports`);
await page.waitForTimeout(2500);
await page
  .getByRole('button', { name: /Edit rates|Enter rates/ })
  .first()
  .click();
await page.waitForTimeout(1000);
await page.screenshot({ path: `${out}-rates.png` });
await page.setViewportSize({ width: 390, height: 844 });
await page.waitForTimeout(800);
await page.screenshot({ path: `${out}-rates-390.png` });
await browser.close();
